import type { TypeAdapter } from '@assay/providers/define';
import type { Offer, Offers } from '@assay/providers/load';
import { createBreaker, type Breaker } from '@assay/concurrency/circuit-breaker';
import { createBudget, type Budget, type RequestLimit } from '@assay/concurrency/request-budget';
import { createLatency, type Latency } from '@assay/concurrency/latency';

/** A provider's adapter for one data type, with the state that this process has of it. */
export type Source = Offer & {
  /** The name that callers see: the provider's id, with the prefix `sandbox.` in sandbox mode. */
  readonly name: string;
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string;
  /** Whether the operator configured the base URL. Requests to a named host then go there too. */
  readonly isProxied: boolean;
  readonly key: string | undefined;
  /** One breaker per source, so that the outage of one endpoint does not stop the provider's others. */
  readonly breaker: Breaker;
  readonly latency: Latency;
  /** Shared by all sources of a provider. */
  readonly usage: ProviderUsage;
};

/** The requests that all sources of one provider share. */
export type ProviderUsage = {
  readonly budget: Budget;
  /** Requests in flight. */
  inFlight: number;
  /** Whether the provider's last answer said that our quota is used up. */
  exhausted: boolean;
};

/** The key of every provider in sandbox mode, where no key is configured. The sandbox accepts any. */
const sandboxKey = 'sandbox';

/** Sources by data type. */
export type SourcesByType = ReadonlyMap<string, readonly Source[]>;

/** The operator's settings of providers. */
export type ProviderSettings = {
  readonly mode: 'sandbox' | 'live';
  readonly urls: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, string>>;
  /** Budgets that replace the documented ones, such as those of a paid plan. */
  readonly budgets: Readonly<Record<string, { readonly requests: number; readonly perMs: number }>>;
  /** Takes the budget of each provider with a limit, so that the replicas can share it. */
  readonly onBudget?: (provider: string, limit: RequestLimit, budget: Budget) => void;
  /** Whether callers may name this host, for providers whose instances are hosts. None when absent. */
  readonly allowsHost?: (host: string) => boolean;
};

/**
 * Opens offers as sources. In sandbox mode it ignores the documented budgets. It also leaves out every provider without
 * a configured URL, so that no request reaches the real one.
 */
export function openSources(offers: Offers, settings: ProviderSettings, now: () => number): SourcesByType {
  const usages = new Map<string, ProviderUsage>();
  const usageOf = ({ provider }: Offer): ProviderUsage => {
    let usage = usages.get(provider.id);
    if (usage === undefined) {
      const documented = settings.mode === 'live' ? provider.budget : undefined;
      const limit = settings.budgets[provider.id] ?? documented;
      usage = { budget: createBudget(limit, now), inFlight: 0, exhausted: false };
      usages.set(provider.id, usage);
      if (limit !== undefined) {
        settings.onBudget?.(provider.id, limit, usage.budget);
      }
    }
    return usage;
  };
  const sources = new Map<string, Source[]>();
  for (const [type, offered] of offers) {
    const reachable = offered.flatMap((offer) => {
      const configured = settings.urls[offer.provider.id]?.replace(/\/$/, '');
      const key = settings.keys[offer.provider.id] ?? (settings.mode === 'sandbox' ? sandboxKey : undefined);
      const isUnreachable = configured === undefined && settings.mode === 'sandbox';
      if (isUnreachable || (offer.adapter.needsKey === true && key === undefined)) {
        return [];
      }
      return [
        {
          ...offer,
          adapter: withAllowedHosts(offer.adapter, settings.allowsHost),
          isProxied: configured !== undefined,
          name: settings.mode === 'sandbox' ? `sandbox.${offer.provider.id}` : offer.provider.id,
          baseUrl: configured ?? offer.adapter.baseUrl ?? offer.provider.baseUrl,
          key,
          breaker: createBreaker(now),
          latency: createLatency(),
          usage: usageOf(offer),
        },
      ];
    });
    if (reachable.length > 0) {
      sources.set(type, reachable);
    }
  }
  return sources;
}

/** Returns an adapter that covers no question about a host that callers may not name. */
function withAllowedHosts(adapter: TypeAdapter, allowsHost: ProviderSettings['allowsHost']): TypeAdapter {
  return {
    ...adapter,
    request: (params, key) => {
      const request = adapter.request(params, key);
      return request?.host === undefined || allowsHost?.(request.host) === true ? request : undefined;
    },
  };
}

/** A source in a longer pause counts as unavailable. A shorter pause ends before anybody could react to it. */
const longPauseMs = 5_000;

/** Returns the name of a source among all sources of the engine, the same in every replica. */
export function sourceKey({ type, provider }: Pick<Source, 'type' | 'provider'>): string {
  return `${type.id} ${provider.id}`;
}

/** Whether a source can serve now, by its breaker, its pause and its quota. */
export function isServing(source: Source): boolean {
  const state = source.breaker.state();
  const known = state === 'closed' || state === 'suspect' || (state === 'untried' && source.probeParams === undefined);
  return known && !source.usage.exhausted && source.usage.budget.pausedForMs() <= longPauseMs;
}
