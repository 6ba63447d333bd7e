import { observe } from '../observe.ts';
import type { ChainState } from './chain-state.ts';
import { observeBurst, type Burst } from './observe-burst.ts';

/**
 * Learns from one burst of requests to the nodes of a chain. Sampling and the replay of recorded traces both use it.
 * The same bursts in the same order lead to the same state.
 */
export function observeChain(state: ChainState, burst: Burst): void {
  observeBurst(state.nodes, burst);
  const { key } = state;
  // The grid needs only one answer of each node: two answers of one burst are closer together than one slot.
  const latest = new Map(burst.rounds.flatMap((round) => round.map((answer) => [answer.node, answer] as const)));
  for (const answer of latest.values()) {
    const { node: provider, askedMs } = answer;
    const observation =
      'failed' in answer
        ? { t: askedMs, latencyMs: 0, value: null, ok: false }
        : { t: answer.answeredMs, latencyMs: answer.answeredMs - askedMs, value: String(answer.slot), ok: true };
    observe(state.heights, { key, provider, asOf: null, ...observation });
  }
}
