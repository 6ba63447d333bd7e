import { repetitionRule } from '../constants/repetition.ts';
import type { IndependenceState } from '../state.ts';
import { exactCoverage } from './own-distances.ts';
import { tickBp } from './printed-tick.ts';
import { lagClasses, type RepetitionCounts } from './repetition-state.ts';

/** Returns the index of an ordered pair's first cell, or -1 while the pair has no counts. */
export function repetitionsOf(state: IndependenceState, follower: number, leader: number): number {
  const row = follower * state.capacity + leader;
  return (state.repetition.counts.tickBp[row] ?? 0) === 0 ? -1 : row * lagClasses;
}

/** Returns the expected share of new values that equal a value of the leader, if the follower is a full copy of it. */
export function coverageOfCopy(state: IndependenceState, follower: number, leader: number): number {
  const history = state.repetition.histories[leader];
  const coarser = Math.max(tickBp(state, follower), tickBp(state, leader));
  return history === undefined ? 0 : exactCoverage(history, 0.55 * coarser);
}

/**
 * Returns whether a follower repeats only a part of a leader's values. Over all events, or over the latest ones, the
 * share of repeats must exceed chance and be far less than that of a full copy.
 */
export function repeatsInPart(state: IndependenceState, follower: number, leader: number): boolean {
  const { counts } = state.repetition;
  const from = repetitionsOf(state, follower, leader);
  const coverage = coverageOfCopy(state, follower, leader);
  if (from < 0 || coverage < repetitionRule.minValueCoverage) {
    return false;
  }
  let best = 0;
  let isTested = false;
  for (let cell = from; cell < from + lagClasses; cell++) {
    const tested = counts.tested[cell] ?? 0;
    if (tested < repetitionRule.linkMinEvents) {
      continue;
    }
    isTested = true;
    const lately = tested < 64 ? 0 : latestHits(counts, cell) / 32;
    best = Math.max(best, lately, (counts.exact[cell] ?? 0) / tested);
  }
  return isTested && best > repetitionRule.minPart && best < repetitionRule.minWholeOfCoverage * coverage;
}

/** Returns the number of exact hits among the latest 32 events of a cell. */
export function latestHits({ recent }: RepetitionCounts, cell: number): number {
  let hits = 0;
  for (let bits = recent[cell] ?? 0; bits !== 0; bits &= bits - 1) {
    hits++;
  }
  return hits;
}
