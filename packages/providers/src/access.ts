import type { DocumentedBudget, Provider, ProviderKey } from './define.ts';

/** The operator's settings of one provider. */
export type AccessSettings = {
  readonly key?: string | undefined;
  /** The name of a plan. Absent: the plan of the configured base URL's host, else the provider's first plan. */
  readonly plan?: string | undefined;
  /** The configured base URL, for example that of a proxy. */
  readonly url?: string | undefined;
};

/** How one deployment reaches a provider: what the operator's key and plan decide, by REST and by streams. */
export type ProviderAccess = {
  /** The base URL, without a trailing slash. A configured URL replaces it. */
  readonly baseUrl: string;
  /** The headers that carry the key; empty without one. */
  readonly headers: Readonly<Record<string, string>>;
  readonly budget: DocumentedBudget;
  /** Time between two updates of the data, in milliseconds. Absent where the provider states none. */
  readonly renewedEveryMs?: number;
  /** The plan whose host, header and limits count. Absent for a provider without plans, and without a key. */
  readonly plan?: string;
  /** Whether the provider refuses every request without a key, and none is configured. */
  readonly isKeyMissing: boolean;
};

/** Whether the provider takes a key at all. */
export function takesKey({ key, plans = [] }: Provider): boolean {
  return key !== undefined || plans.length > 0;
}

/** Returns how a deployment with these settings reaches a provider. Throws for a plan that the provider does not have. */
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
    const named = plans.find((plan) => plan.name === name);
    if (named === undefined) {
      throw new RangeError(`${id} has no plan ${name}; its plans are ${plans.map((plan) => plan.name).join(', ')}`);
    }
    return named;
  }
  // Several plans can share a host. The first of them is the one that most operators have.
  const ofHost = url === undefined ? undefined : plans.find((plan) => hostOf(plan.baseUrl) === hostOf(url));
  return ofHost ?? plans[0];
}

function hostOf(url: string): string {
  return new URL(url).host;
}

/** Returns the path and query of a stream's address that stay when another base URL replaces the provider's. */
export function streamPath(stream: { readonly url: string }, { baseUrl }: Pick<Provider, 'baseUrl'>): string {
  const { pathname, search } = new URL(stream.url);
  // A stream below the base URL of REST is below its replacement too.
  return stream.url.startsWith(`${baseUrl}/`) ? stream.url.slice(baseUrl.length) : pathname + search;
}
