import { accessOf, takesKey, type ProviderAccess } from '@assay/providers/access';
import type { Provider, TypeAdapter } from '@assay/providers/define';
import type { Offer, Offers } from '@assay/providers/load';
import { createBreaker, type Breaker } from '@assay/concurrency/circuit-breaker';
import { createBudget, type Budget } from '@assay/concurrency/request-budget';
import { createLatency, type Latency } from '@assay/concurrency/latency';
import { createAccessDenials, liveDenialWaits, sandboxDenialWaits, type AccessDenials } from './access-denials.ts';
import { configuredUrl, type ProviderSettings } from './provider-settings.ts';

/** A provider's adapter for one data type, with the health, budget and settings that this process has for it. */
export type Source = Offer & {
  /** The name that callers see: the provider's id, with the prefix `sandbox.` in sandbox mode. */
  readonly name: string;
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * Whether the operator configured the base URL, for example as a proxy. Then even a request to a host that a caller
   * named goes to this URL.
   */
  readonly isProxied: boolean;
  /**
   * The provider's plan, the headers with the key, and how old the provider's data can be, according to the operator's
   * settings.
   */
  readonly access: ProviderAccess;
  /**
   * The circuit breaker of this source. Each source has a separate breaker, so that an outage of one endpoint does not
   * stop the provider's other endpoints.
   */
  readonly breaker: Breaker;
  readonly latency: Latency;
  /** The usage of the provider, which all its sources share. */
  readonly usage: ProviderUsage;
};

/** The request budget, quota and refusals of one provider, which all its sources share. */
export type ProviderUsage = {
  readonly budget: Budget;
  /** Number of requests to the provider in flight. */
  inFlight: number;
  /** Whether the provider's last answer said that our quota is used up. */
  exhausted: boolean;
  /** The provider's refusals of our key, plan, address or region. */
  readonly denials: AccessDenials;
};

/** A provider that could answer a type but is never asked, because it requires a key and none is configured. */
export type UnkeyedSource = Pick<Source, 'name' | 'provider' | 'adapter'>;

/** The providers without a key that could answer a type, by data type. */
export type UnkeyedByType = ReadonlyMap<string, readonly UnkeyedSource[]>;

/**
 * The key that the engine sends to every provider in sandbox mode. The operator configures no keys there, and the
 * sandbox accepts any key.
 */
const sandboxKey = 'sandbox';

/** Sources by data type. */
export type SourcesByType = ReadonlyMap<string, readonly Source[]>;

/**
 * Returns how the engine accesses a provider, according to the operator's settings. In sandbox mode, every provider
 * that accepts a key gets the sandbox key.
 */
export function accessWith(provider: Provider, settings: ProviderSettings): ProviderAccess {
  const isMock = settings.mode === 'sandbox' && takesKey(provider);
  return accessOf(provider, {
    key: settings.keys[provider.id] ?? (isMock ? sandboxKey : undefined),
    plan: settings.plans?.[provider.id],
    url: settings.urls[provider.id],
  });
}

/**
 * Opens offers as sources. In sandbox mode, the function ignores the documented budgets. It also leaves out every
 * provider without a configured URL, so that no request reaches the real provider. In both modes it leaves out a
 * provider that needs a key but has none: see unkeyedSources.
 */
export function openSources(offers: Offers, settings: ProviderSettings, now: () => number): SourcesByType {
  const usageOf = createUsages(settings, now);
  const sources = new Map<string, Source[]>();
  for (const [type, offered] of offers) {
    const reachable = offered.flatMap((offer) => {
      const { provider, adapter } = offer;
      const configured = configuredUrl(settings, provider.id, adapter.base?.name);
      const access = accessWith(provider, settings);
      if (access.isKeyMissing || (configured === undefined && settings.mode === 'sandbox')) {
        return [];
      }
      const usage = usageOf(provider, access);
      if (offer.probeParams !== undefined) {
        usage.denials.expect(questionOf(offer, JSON.stringify(offer.probeParams)));
      }
      return [
        {
          ...offer,
          adapter: withAllowedHosts(adapter, settings.allowsHost),
          isProxied: configured !== undefined,
          name: nameOf(provider, settings),
          baseUrl: configured ?? adapter.base?.baseUrl ?? access.baseUrl,
          access,
          breaker: createBreaker(now),
          latency: createLatency(),
          usage,
        },
      ];
    });
    if (reachable.length > 0) {
      sources.set(type, reachable);
    }
  }
  return sources;
}

/** Returns the sources that openSources leaves out because no key is configured. In sandbox mode there are none. */
export function unkeyedSources(offers: Offers, settings: ProviderSettings): UnkeyedByType {
  const unkeyed = [...offers].map(([type, offered]) => {
    const missing = offered.filter(({ provider }) => accessWith(provider, settings).isKeyMissing);
    return [
      type,
      missing.map(({ provider, adapter }) => ({ name: nameOf(provider, settings), provider, adapter })),
    ] as const;
  });
  return new Map(unkeyed.filter(([, missing]) => missing.length > 0));
}

function nameOf({ id }: Provider, { mode }: ProviderSettings): string {
  return mode === 'sandbox' ? `sandbox.${id}` : id;
}

/** Returns a function that finds the usage of a provider. All sources of the provider get the same object. */
function createUsages(settings: ProviderSettings, now: () => number) {
  const usages = new Map<string, ProviderUsage>();
  const waits = settings.mode === 'live' ? liveDenialWaits : sandboxDenialWaits;
  return ({ id }: Provider, access: ProviderAccess): ProviderUsage => {
    let usage = usages.get(id);
    if (usage === undefined) {
      const documented = settings.mode === 'live' ? access.budget : undefined;
      const limit = settings.budgets[id] ?? documented;
      const denials = createAccessDenials(waits, now, (detail) => settings.onDenied?.(id, detail));
      usage = { budget: createBudget(limit, now), inFlight: 0, exhausted: false, denials };
      usages.set(id, usage);
      if (limit !== undefined) {
        settings.onBudget?.(id, limit, usage.budget);
      }
    }
    return usage;
  };
}

/** Returns an adapter that answers only questions about hosts that callers may name. */
function withAllowedHosts(adapter: TypeAdapter, allowsHost: ProviderSettings['allowsHost']): TypeAdapter {
  return {
    ...adapter,
    request: (params) => {
      const request = adapter.request(params);
      return request?.host === undefined || allowsHost?.(request.host) === true ? request : undefined;
    },
  };
}

/**
 * Returns a text that is unique for each question to a provider, for the record of the provider's refusals. It includes
 * the type, because all types of a provider share this record.
 */
export function questionOf({ type }: Pick<Source, 'type'>, paramsKey: string): string {
  return `${type.id} ${paramsKey}`;
}

/**
 * A source that must pause for at least this many milliseconds counts as unavailable. A shorter pause ends before
 * anybody could react to it.
 */
const longPauseMs = 5_000;

/** Returns the name of a source among all sources of the engine. All replicas use the same name. */
export function sourceKey({ type, provider }: Pick<Source, 'type' | 'provider'>): string {
  return `${type.id} ${provider.id}`;
}

/**
 * Returns whether a source can serve now. Its breaker must not be open, and our quota must not be used up. Its provider
 * must not refuse us or make us pause for long.
 */
export function isServing(source: Source): boolean {
  const state = source.breaker.state();
  const known = state === 'closed' || state === 'suspect' || (state === 'untried' && source.probeParams === undefined);
  const { exhausted, denials, budget } = source.usage;
  return known && !exhausted && !denials.isDenied() && budget.pausedForMs() <= longPauseMs;
}
