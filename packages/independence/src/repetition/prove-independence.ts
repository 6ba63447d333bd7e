import { repetitionRule } from '../constants/repetition.ts';
import type { IndependenceState } from '../state.ts';
import { hasSurged, testCopy, type CopyTest } from './copy-tests.ts';

/** Returns the evidence against either of two providers being a copy of the other, in the weaker direction. */
export function testPair(state: IndependenceState, a: number, b: number): CopyTest {
  const [forth, back] = [testCopy(state, a, b), testCopy(state, b, a)];
  return { full: Math.min(forth.full, back.full), part: Math.min(forth.part, back.part) };
}

/**
 * Returns whether two providers are proven independent: neither repeats the moves of the other, at any lag and ratio.
 *
 * @param linkNats evidence of a link between the two, of any kind
 * @param wasProven whether the last judgement found the proof; a proof ends later than it begins
 */
export function isProvenByRepetition(
  state: IndependenceState,
  a: number,
  b: number,
  linkNats: number,
  wasProven: boolean,
): boolean {
  const rule = repetitionRule;
  if (linkNats >= (wasProven ? rule.doubtEndsNats : rule.doubtNats)) {
    return false;
  }
  const { full, part } = testPair(state, a, b);
  const isShown = wasProven ? full >= rule.proofNats / 2 : full >= rule.proofNats && part >= rule.partProofNats;
  return isShown && !hasSurged(state, a, b) && !hasSurged(state, b, a);
}

/**
 * Returns whether the repetition test clearly rules out that two providers copy one upstream. Such a pair stays
 * independent although both resemble a third provider.
 */
export function isClearlyProven(state: IndependenceState, a: number, b: number): boolean {
  const { full, part } = testPair(state, a, b);
  const { clearTimes, proofNats, partProofNats } = repetitionRule;
  return full >= clearTimes * proofNats && part >= clearTimes * partProofNats;
}
