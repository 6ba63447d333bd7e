import type { Offer, Offers } from '@assay/providers/load';
import { createBreaker, type Breaker } from '@assay/concurrency/circuit-breaker';
import { createBudget, type Budget } from '@assay/concurrency/request-budget';
import { createLatency, type Latency } from '@assay/concurrency/latency';

/** A provider's adapter for one data type, with the state that this process has of it. */
export type Source = Offer & {
  /** The name that callers see: the provider's id, with the prefix `sandbox.` in sandbox mode. */
  readonly name: string;
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string;
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

/** Sources by data type. */
export type SourcesByType = ReadonlyMap<string, readonly Source[]>;

/** The operator's settings of providers. */
export type ProviderSettings = {
  readonly mode: 'sandbox' | 'live';
  readonly urls: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, string>>;
  /** Budgets that replace the documented ones, such as those of a paid plan. */
  readonly budgets: Readonly<Record<string, { readonly requests: number; readonly perMs: number }>>;
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
      usage = { budget: createBudget(settings.budgets[provider.id] ?? documented, now), inFlight: 0, exhausted: false };
      usages.set(provider.id, usage);
    }
    return usage;
  };
  const sources = new Map<string, Source[]>();
  for (const [type, offered] of offers) {
    const reachable = offered.flatMap((offer) => {
      const configured = settings.urls[offer.provider.id]?.replace(/\/$/, '');
      if (configured === undefined && settings.mode === 'sandbox') {
        return [];
      }
      return [
        {
          ...offer,
          name: settings.mode === 'sandbox' ? `sandbox.${offer.provider.id}` : offer.provider.id,
          baseUrl: configured ?? offer.adapter.baseUrl ?? offer.provider.baseUrl,
          key: settings.keys[offer.provider.id],
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

/** A source in a longer pause counts as unavailable. A shorter pause ends before anybody could react to it. */
const longPauseMs = 5_000;

/** Whether a source can serve now, by its breaker, its pause and its quota. */
export function isServing(source: Source): boolean {
  const state = source.breaker.state();
  const known = state === 'closed' || state === 'suspect' || (state === 'untried' && source.probeParams === undefined);
  return known && !source.usage.exhausted && source.usage.budget.pausedForMs() <= longPauseMs;
}
