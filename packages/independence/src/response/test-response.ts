import { responseRule } from '../constants/response.ts';
import { chancePerCell, windowSum } from './lag-sums.ts';
import { marketMoves, type CommonMoves, type PairSums } from './market.ts';
import { natsAgainstExcess, natsAgainstMean } from './poisson-nats.ts';

/** The result of the response test on one pair. */
export type ResponseTest = {
  /**
   * The evidence, in nats, that neither provider makes as large a share of the other's moves as the bound. It is the
   * evidence at the lag that has the least.
   */
  readonly nats: number;
  /**
   * The share of the quieter provider's moves that the other provider certainly makes too, in addition to the market.
   */
  readonly relation: number;
};

/** The result for a pair that has too few moves. */
export const untested: ResponseTest = { nats: Number.NEGATIVE_INFINITY, relation: 0 };

/**
 * Tests whether two providers share a part of their moves at any lag. Shared moves coincide more often in the same
 * direction than in opposite ones. Moves that coincide by chance do both equally often.
 *
 * @param cellMs width of a cell of lags
 * @param periodCells the longer of both providers' cache periods, in cells, which spreads a response; 0 when both are
 * short
 */
export function testResponse(
  pair: PairSums,
  market: CommonMoves,
  { cellMs, periodCells, bound }: { readonly cellMs: number; readonly periodCells: number; readonly bound: number },
): ResponseTest {
  const rule = responseRule;
  const { sums, moves } = pair;
  if (moves < rule.minMoves) {
    return untested;
  }
  const chance = chancePerCell(sums, cellMs);
  const widths: number[] = [rule.narrowCells, rule.wideCells];
  if (periodCells >= 4) {
    widths.push(2 * Math.round((periodCells + 3) / 2) + 1);
  }
  let nats = Infinity;
  let relation = 0;
  for (const [at, width] of widths.entries()) {
    if (at > 0 && nats < 0) {
      break;
    }
    const half = width >> 1;
    const most = at === 0 ? bound : bound + rule.wideExtra;
    for (let cell = half; cell + half <= 2 * sums.reach; cell += at === 0 ? 1 : 2) {
      const lag = cell - sums.reach;
      const lagMs = Math.abs(lag) * cellMs;
      const isLate = lagMs > rule.soonMs;
      const net = windowSum(sums.net, cell, width);
      const all = windowSum(sums.all, cell, width);
      const common = marketMoves(market, pair, lag, at);
      if (at === 0) {
        if (moves >= rule.minRelationMoves) {
          const deviations = isLate ? rule.lateRelationDeviations : rule.relationDeviations;
          relation = Math.max(relation, (net - common - deviations * Math.sqrt(all)) / moves);
        }
        const mean = chance * width + moves * rule.timingBound;
        if (nats >= 0 && !isClear(mean - all, mean, nats)) {
          nats = Math.min(nats, ofLag(isLate, natsAgainstMean(all, mean), all));
        }
      }
      // A lag that shows a shared part has negative evidence, which rules out a proof. The remaining lags need no
      // evidence then.
      if (nats < 0) {
        continue;
      }
      const excess = common + moves * (lagMs <= rule.nearMs ? most : Math.max(rule.farBound, most));
      if (!isClear(excess - net, excess + all, nats) || (!isLate && at === 0)) {
        const against = natsAgainstExcess((all + net) / 2, (all - net) / 2, excess);
        nats = Math.min(nats, ofLag(isLate, against, all + excess));
      }
    }
  }
  return { nats, relation };
}

/** Returns whether a count is so far below its bound that this lag cannot have the least evidence. */
function isClear(short: number, variance: number, nats: number): boolean {
  return short > 0 && short * short > 2 * variance * (Math.max(nats, 0) + 5);
}

/**
 * Returns the evidence of one lag after deductions. Copies at long lags are rare, so little evidence is enough there.
 * At short lags a deduction that grows with the counts compensates for repeated tests.
 */
function ofLag(isLate: boolean, nats: number, counts: number): number {
  if (isLate) {
    return nats >= responseRule.lateNats ? Infinity : -1;
  }
  return nats - responseRule.lookPenalty * Math.log(1 + counts);
}
