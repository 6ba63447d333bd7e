import type { ProviderObservation } from '../observation.ts';
import type { Burst, NodeAnswer } from './observe-burst.ts';

/** Converts the observations of a recorded trace to bursts. */
export type PollBursts = {
  /** Takes the next observation. Returns a burst once it is complete. */
  readonly take: (observation: ProviderObservation) => Burst | undefined;
  /** Returns the bursts that are still incomplete at the end of a trace. */
  readonly rest: () => readonly Burst[];
};

/**
 * Creates a converter from a recorded trace to bursts. A poll is one answer of each node in the trace; it ends when a
 * node answers for the second time. Each poll becomes a burst of one round. `take` returns this burst when the next
 * poll has ended. The burst leaves out answers that arrived after the next poll began, because the sampler would no
 * longer wait for them.
 */
export function createPollBursts(): PollBursts {
  let waiting: readonly NodeAnswer[] = [];
  let open = new Map<string, NodeAnswer>();
  const closed = (): Burst | undefined => {
    const nextMs = firstAskedMs([...open.values()]);
    const round = waiting.filter((answer) => 'failed' in answer || answer.answeredMs < nextMs);
    const atMs = firstAskedMs(waiting);
    waiting = [...open.values()];
    open = new Map();
    return round.length === 0 ? undefined : { atMs, rounds: [round] };
  };
  return {
    take: (observation) => {
      const burst = open.has(observation.provider) ? closed() : undefined;
      open.set(observation.provider, answerOf(observation));
      return burst;
    },
    rest: () => [closed(), closed()].flatMap((burst) => burst ?? []),
  };
}

function firstAskedMs(answers: readonly NodeAnswer[]): number {
  return answers.reduce((first, { askedMs }) => Math.min(first, askedMs), Infinity);
}

function answerOf({ provider: node, value, ok, t, latencyMs }: ProviderObservation): NodeAnswer {
  const askedMs = t - latencyMs;
  const slot = ok && value !== null && /^\d{1,15}$/u.test(value) ? Number(value) : undefined;
  return slot === undefined ? { node, failed: true, askedMs } : { node, slot, askedMs, answeredMs: t };
}
