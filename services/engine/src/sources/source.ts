import type { Offer, Offers } from '../providers/load.ts';
import { createBreaker, type Breaker } from './breaker.ts';
import { createBudget, type Budget } from './budget.ts';
import { createLatency, type Latency } from './latency.ts';

/** An offer with everything that is known of it in this process. */
export type Source = Offer & {
  /** What callers see: the provider's id, marked as the sandbox's where it is. */
  readonly name: string;
  /** Where it is reached, without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string | undefined;
  /** Per source and not per provider: one endpoint's outage or change of shape must not silence the others. */
  readonly breaker: Breaker;
  readonly latency: Latency;
  /** Shared by all sources of a provider. */
  readonly usage: ProviderUsage;
};

/** What all sources of one provider draw on. */
export type ProviderUsage = {
  readonly budget: Budget;
  /** Requests in flight. */
  inFlight: number;
};

/** Sources by data type. */
export type SourcesByType = ReadonlyMap<string, readonly Source[]>;

/** How the operator has set up the providers. */
export type ProviderSettings = {
  readonly mode: 'sandbox' | 'live';
  readonly urls: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, string>>;
  /** Budgets that replace the documented ones, such as a paid plan's. */
  readonly budgets: Readonly<Record<string, { readonly requests: number; readonly perMs: number }>>;
};

/**
 * Sets the offers up as sources. In sandbox mode a provider without a URL of its own is left out, so that nothing of
 * the outside world is ever asked, and documented budgets do not bind, since nobody's limits are at stake.
 */
export function openSources(offers: Offers, settings: ProviderSettings, now: () => number): SourcesByType {
  const usages = new Map<string, ProviderUsage>();
  const usageOf = ({ provider }: Offer): ProviderUsage => {
    let usage = usages.get(provider.id);
    if (usage === undefined) {
      const documented = settings.mode === 'live' ? provider.budget : undefined;
      usage = { budget: createBudget(settings.budgets[provider.id] ?? documented, now), inFlight: 0 };
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

/** A pause longer than this counts as being away; a shorter one is over before anybody could act on it. */
const longPauseMs = 5_000;

/** Whether a source can serve now, as far as is known. */
export function isServing(source: Source): boolean {
  const state = source.breaker.state();
  const known = state === 'closed' || state === 'suspect' || (state === 'untried' && source.probeParams === undefined);
  return known && source.usage.budget.pausedForMs() <= longPauseMs;
}
