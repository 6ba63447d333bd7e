import { LRUCache } from 'lru-cache';
import type { ProviderObservation } from './observation.ts';

/** Answers of one provider about one key within this share of a sampling interval count as one. */
const sameRoundShare = 0.6;
/** Maximum number of provider and key pairs whose last answer is remembered. */
const maxRememberedPairs = 4_096;

/**
 * Creates a filter that passes one answer of each provider and key per round. Otherwise the traffic of callers would end
 * rounds faster than sampling does, and shorten the memory of the counters. The filter also stops answers older than the
 * last one that passed.
 */
export function createRoundGate(roundEveryMs: () => number): (observation: ProviderObservation) => boolean {
  const lastAskedMs = new LRUCache<string, number>({ max: maxRememberedPairs });
  return ({ provider, key, t, latencyMs }) => {
    const name = `${provider} ${key}`;
    const askedMs = t - latencyMs;
    if (askedMs - (lastAskedMs.get(name) ?? 0) < roundEveryMs() * sameRoundShare) {
      return false;
    }
    lastAskedMs.set(name, askedMs);
    return true;
  };
}
