import type { DocumentedBudget, Provider, ProviderKey } from './define.ts';

/** The operator's settings of one provider. */
export type AccessSettings = {
  readonly key?: string | undefined;
  /**
   * The name of a plan. When absent, the plan follows from the host of the configured base URL. If no plan has this
   * host, or no base URL is configured, the provider's first plan applies.
   */
  readonly plan?: string | undefined;
  /** The configured base URL, for example a proxy's. */
  readonly url?: string | undefined;
};

/** How this deployment reaches a provider by REST and by streams. The operator's key and plan determine it. */
export type ProviderAccess = {
  /** The base URL, without a trailing slash: the configured URL, or else the plan's or the provider's. */
  readonly baseUrl: string;
  /** The headers that carry the key; empty when no key is configured. */
  readonly headers: Readonly<Record<string, string>>;
  readonly budget: DocumentedBudget;
  /**
   * Interval at which the provider updates its data, in milliseconds. Absent when the provider does not document it.
   */
  readonly renewedEveryMs?: number;
  /**
   * The plan whose host, header and limits apply. Absent for a provider without plans, and when no key is configured.
   */
  readonly plan?: string;
  /** Whether the provider requires a key and none is configured. */
  readonly isKeyMissing: boolean;
};

/** Returns whether the provider accepts a key, whether it requires one or not. */
export function takesKey({ key, plans = [] }: Provider): boolean {
  return key !== undefined || plans.length > 0;
}

/**
 * Returns how a deployment with these settings reaches a provider. Throws for a plan that the provider does not have.
 */
export function accessOf(provider: Provider, settings: AccessSettings): ProviderAccess {
  const plan = settings.key === undefined ? undefined : planOf(provider, settings);
  const { baseUrl, budget, renewedEveryMs, key } = plan ?? provider;
  return {
    baseUrl,
    budget,
    headers: headersOf(key, settings.key),
    isKeyMissing: key?.required === true && settings.key === undefined,
    ...(plan === undefined ? {} : { plan: plan.name }),
    ...(renewedEveryMs === undefined ? {} : { renewedEveryMs }),
  };
}

function headersOf(key: ProviderKey | undefined, value: string | undefined): Readonly<Record<string, string>> {
  return key === undefined || value === undefined ? {} : key.headers(value);
}

function planOf({ id, plans = [] }: Provider, { plan: name, url }: AccessSettings) {
  if (name !== undefined) {
    const namedPlan = plans.find((plan) => plan.name === name);
    if (namedPlan === undefined) {
      throw new RangeError(`${id} has no plan ${name}; its plans are ${plans.map((plan) => plan.name).join(', ')}`);
    }
    return namedPlan;
  }
  // Several plans can share a host. In that case the first of them is the plan that most operators have.
  const ofHost = url === undefined ? undefined : plans.find((plan) => hostOf(plan.baseUrl) === hostOf(url));
  return ofHost ?? plans[0];
}

function hostOf(url: string): string {
  return new URL(url).host;
}

/** Returns the path and query of a stream's URL, to append to a base URL that replaces the provider's. */
export function streamPath(stream: { readonly url: string }, { baseUrl }: Pick<Provider, 'baseUrl'>): string {
  const { pathname, search } = new URL(stream.url);
  // If the stream's URL begins with the REST base URL, only the part after it is appended.
  return stream.url.startsWith(`${baseUrl}/`) ? stream.url.slice(baseUrl.length) : pathname + search;
}
