import { LRUCache } from 'lru-cache';
import type { ProviderObservation } from './observation.ts';

/**
 * Two answers of one provider about one key count as one if less than this share of a sampling interval lies between
 * them.
 */
const sameRoundShare = 0.6;
/** Maximum number of pairs of a provider and a key for which the time of the latest answer is stored. */
const maxRememberedPairs = 4_096;

/**
 * Creates a filter that passes one answer of each provider and key in each round. Without it the callers' traffic would
 * end rounds faster than sampling does, so the counters would cover less time. The filter also rejects answers older
 * than the latest one that passed.
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
