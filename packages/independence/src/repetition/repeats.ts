import { memoryLimits } from '../constants/memory.ts';
import { repetitionRule } from '../constants/repetition.ts';
import type { IndependenceState } from '../state.ts';
import { exactCoverage } from './own-distances.ts';
import { tickBp } from './printed-tick.ts';
import { lagClasses, type RepetitionCounts } from './repetition-state.ts';

/** Returns the counts of an ordered pair, or undefined while there are none. */
export function repetitionsOf(
  state: IndependenceState,
  follower: number,
  leader: number,
): RepetitionCounts | undefined {
  return state.repetition.pairs[follower * memoryLimits.maxProviders + leader];
}

/** Returns the share of a full copy's new values that the leader would show exactly. */
export function coverageOfCopy(state: IndependenceState, follower: number, leader: number): number {
  const history = state.repetition.histories[leader];
  const coarser = Math.max(tickBp(state, follower), tickBp(state, leader));
  return history === undefined ? 0 : exactCoverage(history, 0.55 * coarser);
}

/**
 * Returns whether a follower repeats a part of a leader's values only: more than chance, and far less than a full copy,
 * over all events and over the latest ones.
 */
export function repeatsInPart(state: IndependenceState, follower: number, leader: number): boolean {
  const counts = repetitionsOf(state, follower, leader);
  const coverage = coverageOfCopy(state, follower, leader);
  if (counts === undefined || coverage < repetitionRule.minValueCoverage) {
    return false;
  }
  let best = 0;
  let isTested = false;
  for (let lagClass = 0; lagClass < lagClasses; lagClass++) {
    const tested = counts.tested[lagClass] ?? 0;
    if (tested < repetitionRule.linkMinEvents) {
      continue;
    }
    isTested = true;
    const lately = tested < 64 ? 0 : latestHits(counts, lagClass, 32) / 32;
    best = Math.max(best, lately, (counts.exact[lagClass] ?? 0) / tested);
  }
  return isTested && best > repetitionRule.minPart && best < repetitionRule.minWholeOfCoverage * coverage;
}

/** Returns the exact hits among the latest events of a lag class, of which 32 are stored. */
export function latestHits(counts: RepetitionCounts, lagClass: number, latest: number): number {
  let bits = (counts.recent[lagClass] ?? 0) & (latest === 32 ? -1 : (1 << latest) - 1);
  let hits = 0;
  for (; bits !== 0; bits &= bits - 1) {
    hits++;
  }
  return hits;
}
