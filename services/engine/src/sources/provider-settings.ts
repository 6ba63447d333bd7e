import type { Budget, RequestLimit } from '@assay/concurrency/request-budget';
import { takesKey } from '@assay/providers/access';
import type { Provider } from '@assay/providers/define';
import type { EngineConfig } from '../config.ts';

/** The operator's settings of providers. */
export type ProviderSettings = {
  readonly mode: 'sandbox' | 'live';
  readonly urls: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, string>>;
  /**
   * The plan of the operator's key, by provider. If a provider is absent here, the host of its configured URL
   * determines the plan. If the host belongs to no plan, it is the provider's first plan.
   */
  readonly plans?: Readonly<Record<string, string>>;
  /** Request budgets that replace the documented budgets, by provider, for example for a paid plan. */
  readonly budgets: Readonly<Record<string, { readonly requests: number; readonly perMs: number }>>;
  /** Receives the budget of each provider with a limit, so that the replicas can share the limit. */
  readonly onBudget?: (provider: string, limit: RequestLimit, budget: Budget) => void;
  /** Called when a provider begins to refuse us, for the log. */
  readonly onDenied?: (provider: string, detail: string) => void;
  /**
   * Returns whether callers may name this host, for providers with many hosts. When absent, callers may name no host.
   */
  readonly allowsHost?: (host: string) => boolean;
};

/**
 * Returns the name of a base URL in the settings: the provider's id, or `<provider>.<base>` for a further base URL of
 * the provider.
 */
export function urlName(provider: string, base: string | undefined): string {
  return base === undefined ? provider : `${provider}.${base}`;
}

/**
 * Returns the configured base URL of an adapter, without a trailing slash. If an adapter has a separate base URL that
 * is not configured, sandbox mode uses the provider's URL. So no request of the sandbox reaches the real provider.
 */
export function configuredUrl(
  { mode, urls }: Pick<ProviderSettings, 'mode' | 'urls'>,
  provider: string,
  base: string | undefined,
): string | undefined {
  const own = urls[urlName(provider, base)] ?? (mode === 'sandbox' ? urls[provider] : undefined);
  return own?.replace(/\/$/, '');
}

/** The names that an operator may use in the settings of providers. */
export type KnownNames = {
  readonly providers: readonly Provider[];
  readonly streams: readonly string[];
  readonly nodes: readonly string[];
};

type CheckedConfig = Pick<
  EngineConfig,
  | 'ASSAY_MODE'
  | 'ASSAY_PROVIDER_URLS'
  | 'ASSAY_PROVIDER_KEYS'
  | 'ASSAY_PROVIDER_PLANS'
  | 'ASSAY_PROVIDER_BUDGETS'
  | 'ASSAY_STREAM_URLS'
>;

/**
 * Checks the names in the settings of providers. Throws an error that lists each variable with an unknown name, and the
 * names that exist. Without this check, the setting of a misspelt name would be ignored: a proxy would not be used, or
 * a paid key never sent.
 */
export function checkProviderSettings(config: CheckedConfig, known: KnownNames): void {
  const { providers, streams, nodes } = known;
  const ids = providers.map(({ id }) => id);
  const keyed = providers.filter(takesKey).map(({ id }) => id);
  const planned = providers.filter(({ plans = [] }) => plans.length > 0);
  const unknown = (name: keyof CheckedConfig, setting: object, names: readonly string[], what: string): string[] =>
    Object.keys(setting)
      .filter((each) => !names.includes(each))
      .map((each) => `${name}: ${what.replace('%', each)}; it can name ${names.toSorted().join(', ')}`);
  const problems = [
    ...unknown('ASSAY_PROVIDER_URLS', config.ASSAY_PROVIDER_URLS, urlNames(providers), 'no provider has the name %'),
    ...unknown('ASSAY_PROVIDER_KEYS', config.ASSAY_PROVIDER_KEYS, keyed, 'no provider takes a key under the name %'),
    ...unknown(
      'ASSAY_PROVIDER_PLANS',
      config.ASSAY_PROVIDER_PLANS,
      planned.map(({ id }) => id),
      'no provider has plans under the name %',
    ),
    ...unknown(
      'ASSAY_PROVIDER_BUDGETS',
      config.ASSAY_PROVIDER_BUDGETS,
      [...ids, ...nodes],
      'no provider and no node has the name %',
    ),
    ...unknown('ASSAY_STREAM_URLS', config.ASSAY_STREAM_URLS, streams, 'no stream has the name %'),
    ...planProblems(config, planned),
    ...baseProblems(config, providers),
  ];
  if (problems.length > 0) {
    throw new Error(`invalid environment variables:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

function urlNames(providers: readonly Provider[]): readonly string[] {
  return [
    ...new Set(providers.flatMap(({ id, adapters }) => [id, ...adapters.map(({ base }) => urlName(id, base?.name))])),
  ];
}

function planProblems(config: CheckedConfig, planned: readonly Provider[]): readonly string[] {
  return planned.flatMap(({ id, plans = [] }) => {
    const planName = config.ASSAY_PROVIDER_PLANS[id];
    const names = plans.map(({ name }) => name);
    if (planName === undefined) {
      return [];
    }
    if (!names.includes(planName)) {
      return [`ASSAY_PROVIDER_PLANS: ${id} has no plan ${planName}; its plans are ${names.join(', ')}`];
    }
    return config.ASSAY_PROVIDER_KEYS[id] === undefined && config.ASSAY_MODE === 'live'
      ? [`ASSAY_PROVIDER_PLANS: the plan ${planName} of ${id} needs a key in ASSAY_PROVIDER_KEYS`]
      : [];
  });
}

/**
 * Returns the problems of providers with several hosts. One proxy URL cannot serve two hosts. So the operator must
 * configure a URL for each host of such a provider, or for none.
 */
function baseProblems({ ASSAY_MODE, ASSAY_PROVIDER_URLS: urls }: CheckedConfig, providers: readonly Provider[]) {
  return ASSAY_MODE === 'sandbox'
    ? []
    : providers.flatMap(({ id, adapters }) => {
        const others = [
          ...new Set(adapters.flatMap(({ base }) => (base === undefined ? [] : [urlName(id, base.name)]))),
        ];
        const missing = urls[id] === undefined ? [] : others.filter((name) => urls[name] === undefined);
        return missing.map(
          (name) =>
            `ASSAY_PROVIDER_URLS: it names ${id} and must name ${name} too, which is another host of this provider`,
        );
      });
}
