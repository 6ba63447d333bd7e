import { cellAt } from '../generation-counters.ts';
import { printRule } from './print-rule.ts';
import { priceKinds } from './print-counts.ts';
import type { PrintState } from './print-state.ts';
import {
  comparedEvents,
  linkTest,
  priceMargin,
  proofMargin,
  shareBound,
  similarShare,
  type LinkTest,
} from './test-share.ts';

const linked = 1;
const proven = 2;

/**
 * Judges the pairs of providers that are due and writes the verdicts to the state. A pair is due every `judgeEveryMs`.
 * If a pair has a verdict, and no trades of equal size were matched since, its evidence can only grow. Such a pair is
 * due only every `judgeSettledEveryMs`.
 */
export function judgePrints(state: PrintState): void {
  const { providers, judgement, capacity } = state;
  for (let a = 0; a < providers.length; a++) {
    for (let b = a + 1; b < providers.length; b++) {
      const nowMs = Math.max(providers[a]?.lastMs ?? 0, providers[b]?.lastMs ?? 0);
      const pair = a * capacity + b;
      const isSettled = cellAt(judgement.verdicts, pair) !== 0 && cellAt(judgement.changed, pair) === 0;
      const waitMs = isSettled ? printRule.judgeSettledEveryMs : printRule.judgeEveryMs;
      if (nowMs - cellAt(judgement.judgedMs, pair) >= waitMs) {
        judgePair(state, a, b, nowMs);
      }
    }
  }
}

/** Judges one pair, with `a` less than `b`, and writes the result to the state. */
function judgePair(state: PrintState, a: number, b: number, nowMs: number): void {
  const { judgement, capacity } = state;
  const pair = a * capacity + b;
  const linksBy = (read: 'long' | 'recent' | 'sums'): readonly [LinkTest, LinkTest] => [
    linkTest(state, a, b, read),
    linkTest(state, b, a, read),
  ];
  const [long, recent, sums] = [linksBy('long'), linksBy('recent'), linksBy('sums')];
  const singles = [...long, ...recent];
  const before = cellAt(judgement.verdicts, pair);
  const similar = Math.max(similarShare(state, a, b), similarShare(state, b, a));
  const isLink =
    similar >= printRule.similarLinkShare ||
    (before === linked
      ? [...singles, ...sums].some(isHeld) || similar >= printRule.similarDoubtShare
      : singles.some((test) => isLinked(test, printRule.minLinkShare)) ||
        sums.some((test) => isLinked(test, printRule.minSumShare)));
  const doubtNats = Math.max(...singles.map(({ linkNats }) => linkNats));
  const enough = before === proven ? -printRule.keepNats : 0;
  const margin = marginOf(state, a, b, enough);
  const isProven =
    !isLink &&
    doubtNats < printRule.doubtNats &&
    similar < printRule.similarDoubtShare &&
    isResolved(state, a) &&
    isResolved(state, b) &&
    margin >= enough;
  const verdict = isLink ? linked : isProven ? proven : 0;
  if (verdict !== before || cellAt(judgement.sinceMs, pair) === 0) {
    judgement.sinceMs[pair] = nowMs;
  }
  const best = [...singles, ...sums].reduce((max, test) => (test.linkNats > max.linkNats ? test : max), long[0]);
  judgement.judgedMs[pair] = nowMs;
  judgement.atMs = Math.max(judgement.atMs, nowMs);
  judgement.changed[pair] = 0;
  judgement.verdicts[pair] = verdict;
  judgement.bounds[pair] = isProven ? boundOf(state, a, b) : 1;
  judgement.shares[pair] = isLink ? Math.max(shareOfLink([long, recent, sums]), Math.min(1, similar)) : 0;
  judgement.margins[pair] = margin;
  judgement.nats[pair] = best.linkNats;
  judgement.events[pair] = Math.min(comparedEvents(state, a, b), comparedEvents(state, b, a));
  // The delay at which `b` shows the trades of `a`. A delay in the other direction has the opposite sign.
  judgement.delays[pair] = best === long[0] || best === recent[0] || best === sums[0] ? best.delayMs : -best.delayMs;
}

function isLinked({ linkNats, share }: LinkTest, minShare: number): boolean {
  return linkNats >= printRule.linkNats && share >= minShare;
}

/**
 * Returns the smallest margin of a pair, in nats, over all kinds of counts and both directions. Stops at the first
 * margin below `enough`.
 */
function marginOf(state: PrintState, a: number, b: number, enough: number): number {
  let margin = Number.POSITIVE_INFINITY;
  for (const kind of priceKinds) {
    margin = Math.min(margin, priceMargin(state, a, b, kind), priceMargin(state, b, a, kind));
  }
  for (const read of ['long', 'sums'] as const) {
    if (margin >= enough) {
      margin = Math.min(margin, proofMargin(state, a, b, read), proofMargin(state, b, a, read));
    }
  }
  return margin;
}

/**
 * Returns the upper bound of the part that a proven pair shares. A proof outlasts a small loss of evidence
 * (`keepNats`), during which the computed bound may exceed `totalBound`. The result is therefore at most `totalBound`.
 */
function boundOf(state: PrintState, a: number, b: number): number {
  return Math.min(printRule.totalBound, Math.max(shareBound(state, a, b), shareBound(state, b, a)));
}

/** Whether the counts still show a link that was found earlier, even if less clearly. */
function isHeld({ linkNats, share }: LinkTest): boolean {
  return linkNats > 0 && share >= printRule.minLinkShare / 2;
}

/**
 * Returns the share of a link. It takes the share from the first test that shows a link, and the test of the long
 * memory comes first because it is the most exact. Returns 0 when no test shows one.
 */
function shareOfLink(tests: readonly (readonly LinkTest[])[]): number {
  const shares = tests.map((each) => each.filter(({ linkNats }) => linkNats > 0).map(({ share }) => share));
  return Math.max(0, ...(shares.find((each) => each.length > 0) ?? []));
}

/**
 * Whether a source is known to show single trades. A source that never shows two trades in one second may show sums of
 * others' trades instead.
 */
export function isResolved(state: PrintState, index: number): boolean {
  const provider = state.providers[index];
  return (
    provider !== undefined &&
    (provider.expectedSameSecond < printRule.expectedSameSecond ||
      provider.sameSecond >= printRule.maxSameSecondShare * provider.expectedSameSecond)
  );
}
