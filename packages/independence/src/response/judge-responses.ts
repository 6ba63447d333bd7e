import { responseRule } from '../constants/response.ts';
import { lagSums } from './lag-sums.ts';
import { commonMoves, type CommonMoves, type PairSums } from './market.ts';
import { quantile } from '../quantile.ts';
import { fadeResponses } from './record-moves.ts';
import { isFast, pairPlace, type MoverMemory, type ResponseState } from './response-state.ts';
import { testResponse, untested, type ResponseTest } from './test-response.ts';

/** What links show about the providers of a key. */
export type ProviderLinks = {
  /** The group number of each provider. Linked providers have the same number. */
  readonly group: readonly number[];
  /** Whether a provider is linked to several providers that share nothing with each other. */
  readonly composite: readonly boolean[];
  /** Returns whether two providers, given by index, have a link of any strength. */
  readonly areLinked: (a: number, b: number) => boolean;
};

/**
 * Returns whether the pairs are due to be judged.
 *
 * @param nowMs milliseconds since the start of the state.
 */
export function isDue(response: ResponseState, nowMs: number): boolean {
  return response.cellMs > 0 && nowMs >= response.nextMs;
}

/**
 * Judges all pairs and stores the refuted share of each proven pair in `response.shares`. Only the busiest member of a
 * group of linked providers is measured. The other members inherit its proofs after `inheritMs`.
 */
export function judgeResponses(response: ResponseState, links: ProviderLinks, nowMs: number): void {
  const { judgeEveryMs, maxJudgeEveryMs, judgeEveryShare } = responseRule;
  response.nextMs = nowMs + Math.min(maxJudgeEveryMs, Math.max(judgeEveryMs, nowMs * judgeEveryShare));
  fadeResponses(response, nowMs);
  const representatives = chooseRepresentatives(response, links.group, nowMs);
  const { tests, related, isComposite, market, pairs } = relate(response, links, representatives);
  const isBarred = response.movers.map(
    (mover, index) =>
      representatives[index] !== index ||
      isFast(mover) ||
      isOnClock(mover) ||
      (market.loadings[index] ?? 0) > responseRule.maxMarketLoading ||
      isComposite[index] === true,
  );
  const natsOf = (a: number, b: number): number => tests.get(pairPlace(a, b))?.nats ?? untested.nats;
  const proven = new Map<number, number>();
  for (const pair of pairs) {
    const place = pairPlace(pair.a, pair.b);
    const enough = response.refuted[place] === 1 ? responseRule.keepNats : responseRule.proofNats;
    response.nats[place] = natsOf(pair.a, pair.b);
    response.refuted[place] = natsOf(pair.a, pair.b) >= enough ? 1 : 0;
  }
  for (const pair of pairs) {
    const place = pairPlace(pair.a, pair.b);
    const needed = (response.shares[place] ?? 0) > 0 ? responseRule.keepNats : responseRule.proofNats;
    const isBad = isBarred[pair.a] === true || isBarred[pair.b] === true || areKin(related, pair.a, pair.b);
    if (!isBad && natsOf(pair.a, pair.b) >= needed) {
      proven.set(place, refutedShare(response, pair, market, needed));
    }
  }
  inheritProofs(response, representatives, proven, nowMs);
}

/** Returns the smallest share that the response test of a proven pair refutes. */
function refutedShare(response: ResponseState, pair: PairSums, market: CommonMoves, needed: number): number {
  let refuted: number = responseRule.bound;
  for (const bound of responseRule.tighterBounds) {
    if (testPair(response, pair, market, bound).nats < needed) {
      break;
    }
    refuted = bound;
  }
  return refuted;
}

function testPair(response: ResponseState, pair: PairSums, market: CommonMoves, bound: number): ResponseTest {
  return testResponse(pair, market, { cellMs: response.cellMs, periodCells: pair.periodCells, bound });
}

/** Returns the latest times for which a provider showed one value, in cells. */
function holdsOf({ holds, moved }: MoverMemory): Float32Array {
  return holds.subarray(0, Math.max(0, Math.min(holds.length, moved - 1)));
}

/**
 * Returns the minimum time, in cells, for which a provider shows each value: the period of its cache. Returns 0 while
 * it is unknown.
 */
function periodOf(mover: MoverMemory): number {
  const holds = holdsOf(mover);
  return holds.length < responseRule.minPeriodHolds ? 0 : quantile(holds, responseRule.periodQuantile);
}

/** Returns whether a provider changes its value by a clock instead of with the market. */
function isOnClock(mover: MoverMemory): boolean {
  const holds = holdsOf(mover);
  const middle = quantile(holds, 0.5);
  const close = holds.filter((hold) => Math.abs(hold - middle) <= responseRule.clockPolls).length;
  return (
    holds.length >= responseRule.minHolds &&
    middle >= responseRule.minClockPolls &&
    close > responseRule.clockShare * holds.length
  );
}

/**
 * Chooses the busiest member of every group of linked providers. The present representative stays unless another member
 * is clearly busier.
 */
function chooseRepresentatives(response: ResponseState, group: readonly number[], nowMs: number): number[] {
  const places = response.movers.map((_, index) => index);
  const present = new Set(response.movers.map(({ representative }) => representative));
  const weightOf = (index: number): number => {
    const mover = response.movers[index];
    return mover === undefined ? 0 : mover.moves * (isFast(mover) ? 1e-6 : present.has(index) ? 1.2 : 1);
  };
  return response.movers.map((mover, index) => {
    const members = places.filter((other) => group[other] === group[index]);
    const busiest = members.reduce(
      (best, each) => (weightOf(each) > weightOf(best) ? each : best),
      members[0] ?? index,
    );
    if (mover.representative !== busiest) {
      mover.representative = busiest;
      mover.joinedMs = nowMs;
    }
    return busiest;
  });
}

type Relations = {
  readonly pairs: readonly PairSums[];
  readonly tests: ReadonlyMap<number, ResponseTest>;
  readonly related: readonly ReadonlySet<number>[];
  readonly isComposite: readonly boolean[];
  readonly market: CommonMoves;
};

/**
 * Tests the representatives of the groups against one another, twice if the first pass finds new composites. The second
 * pass excludes the new composites from the estimate of the market.
 */
function relate(response: ResponseState, links: ProviderLinks, representatives: readonly number[]): Relations {
  const isMeasured = response.movers.map((_, index) => representatives[index] === index);
  const pairs = pairsToTest(response);
  let isComposite = response.movers.map((_, index) => links.composite[index] === true);
  for (let turn = 0; ; turn++) {
    const composites = isComposite;
    const isMarket = isMeasured.map((measured, index) => measured && composites[index] === false);
    const measured = pairs.filter(({ a, b }) => isMeasured[a] === true && isMeasured[b] === true);
    const market = commonMoves(response, measured, isMarket, composites);
    const related = response.movers.map(() => new Set<number>());
    const tests = new Map<number, ResponseTest>();
    for (const pair of pairs) {
      const test = testPair(response, pair, market, responseRule.bound);
      tests.set(pairPlace(pair.a, pair.b), test);
      const isPair = isMeasured[pair.a] === true && isMeasured[pair.b] === true;
      if (isPair && (test.relation >= responseRule.relation || links.areLinked(pair.a, pair.b))) {
        related[pair.a]?.add(pair.b);
        related[pair.b]?.add(pair.a);
      }
    }
    isComposite = composites.map((known, index) => known || hasUnrelatedTwo(related, index));
    if (turn === 1 || isComposite.every((composite, index) => composite === composites[index])) {
      return { pairs, tests, related, isComposite, market };
    }
  }
}

function pairsToTest(response: ResponseState): PairSums[] {
  const pairs: PairSums[] = [];
  const periods = response.movers.map(periodOf);
  for (let b = 1; b < response.movers.length; b++) {
    for (let a = 0; a < b; a++) {
      const pair = pairPlace(a, b);
      const [low, high] = [response.pairMoves[pair * 2] ?? 0, response.pairMoves[pair * 2 + 1] ?? 0];
      const moves = Math.min(low, high);
      if (moves >= responseRule.minMoves) {
        const periodCells = Math.max(periods[a] ?? 0, periods[b] ?? 0);
        pairs.push({ a, b, sums: lagSums(response, pair), moves, meanMoves: Math.sqrt(low * high), periodCells });
      }
    }
  }
  return pairs;
}

/** Returns whether a provider is related to two providers that are not related to each other. */
function hasUnrelatedTwo(related: readonly ReadonlySet<number>[], index: number): boolean {
  const all = [...(related[index] ?? [])];
  return all.some((a, place) => all.slice(place + 1).some((b) => related[a]?.has(b) === false));
}

/**
 * Returns whether a relation prevents the proof of a pair: the two are related to each other, or both to the same third
 * provider. The rule also prevents proofs of two parts of one aggregate, because their relations look the same as those
 * of two partial copies of one venue.
 */
function areKin(related: readonly ReadonlySet<number>[], a: number, b: number): boolean {
  const [ofA, ofB] = [related[a] ?? new Set<number>(), related[b] ?? new Set<number>()];
  return ofA.has(b) || [...ofA].some((third) => ofB.has(third));
}

function inheritProofs(
  response: ResponseState,
  representatives: readonly number[],
  proven: ReadonlyMap<number, number>,
  nowMs: number,
): void {
  const isSettled = response.movers.map(
    ({ joinedMs }, index) => representatives[index] === index || nowMs - joinedMs >= responseRule.inheritMs,
  );
  for (let b = 1; b < representatives.length; b++) {
    for (let a = 0; a < b; a++) {
      const [left, right] = [representatives[a] ?? a, representatives[b] ?? b];
      const share = left === right ? undefined : proven.get(pairPlace(left, right));
      response.shares[pairPlace(a, b)] = isSettled[a] === true && isSettled[b] === true ? (share ?? 0) : 0;
    }
  }
}
