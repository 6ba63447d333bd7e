import type { AttemptView, DecisionView } from '../src/api/decision-view.ts';
import { duration } from './format.ts';

/**
 * Returns a sentence that says how long the decision took, and which sources answered first and last. The sources are
 * absent when none of them answered.
 */
export function timingSentence({ latencyMs, attempts }: Pick<DecisionView, 'latencyMs' | 'attempts'>): string {
  const answered = attempts
    .flatMap((attempt) => {
      const tookMs = tookMsOf(attempt);
      return tookMs === undefined ? [] : [{ source: attempt.source, tookMs }];
    })
    .sort((a, b) => a.tookMs - b.tookMs);
  const [first, last] = [answered[0], answered.at(-1)];
  const whole = `Decided after ${duration(latencyMs)}.`;
  if (first === undefined || last === undefined) {
    return whole;
  }
  if (answered.length > 1 && first.tookMs === last.tookMs) {
    return `${whole} All ${answered.length} sources answered after ${duration(first.tookMs)}.`;
  }
  return first === last
    ? `${whole} ${first.source} answered after ${duration(first.tookMs)}.`
    : `${whole} ${first.source} answered first, after ${duration(first.tookMs)}; ${last.source} answered last, after ${duration(last.tookMs)}.`;
}

function tookMsOf({ askedAtMs, receivedAtMs }: Pick<AttemptView, 'askedAtMs' | 'receivedAtMs'>): number | undefined {
  return askedAtMs === null || receivedAtMs === null ? undefined : receivedAtMs - askedAtMs;
}
