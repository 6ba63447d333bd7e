import { observe } from '../observe.ts';
import { createState } from '../create-state.ts';
import type { IndependenceState } from '../state.ts';
import { poll, type SimulatedTrace } from './trace-generator.ts';
import { makeWorld, type OutageSpan, type SimulatedWorld } from './trace-world.ts';
import { evidence, type PairEvidence } from '../verdicts/explain.ts';

/** Returns a calm market that is polled every 3 seconds, without providers. */
export function shortMarket(seed: number, polls = 400): SimulatedWorld {
  return makeWorld({
    seed,
    seconds: polls * 3 + 6,
    regime: 'calm',
    price: 60_000,
    key: 'price:BTC-USD',
    pollSeconds: 3,
  });
}

/** Returns a state that has observed a simulated world to its end. */
export function measured(world: SimulatedWorld, ourOutages: readonly OutageSpan[] = []): IndependenceState {
  const state = createState(world.key);
  for (const observation of poll(world, ourOutages)) {
    observe(state, observation);
  }
  return state;
}

/** Returns the evidence of one kind on a pair, in nats; 0 when there is none. */
export function natsOf(
  state: IndependenceState,
  a: string,
  b: string,
  kind: PairEvidence['kinds'][number]['kind'],
): number {
  return evidence(state, a, b).kinds.find((entry) => entry.kind === kind)?.nats ?? 0;
}

/**
 * Returns the first observations of a trace.
 *
 * @param polls number of polls of all providers
 */
export function firstPolls(trace: SimulatedTrace, polls: number): SimulatedTrace['observations'] {
  const until = (trace.observations[0]?.t ?? 0) + polls * trace.pollMs;
  return trace.observations.filter((observation) => observation.t < until);
}
