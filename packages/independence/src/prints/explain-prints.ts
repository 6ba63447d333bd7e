import { cellAt } from '../generation-counters.ts';
import { pairVerdicts, type PairVerdict } from '@assay/catalog/outcomes';
import { printRule } from './print-rule.ts';
import type { PrintState } from './print-state.ts';

/** What the trades of two providers show about a shared upstream. */
export type PrintEvidence = {
  readonly verdict: PairVerdict;
  readonly sinceMs: number;
  readonly judgedMs: number;
  /**
   * When the newest trade of the pair's quieter provider arrived: the earlier of both providers' latest trades, in
   * milliseconds since the Unix epoch.
   */
  readonly newestMs: number;
  /**
   * Evidence of a link, in nats. `margin` is the evidence against a shared part, less the evidence that a proof needs,
   * in nats.
   */
  readonly nats: number;
  readonly margin: number;
  /** Number of informative trades that could be compared, in the direction that has fewer. */
  readonly events: number;
  /**
   * Upper bound (0 to 1) of the share of one provider's trades that the other one shows, in either direction. Null
   * unless independence is proven.
   */
  readonly maxShare: number | null;
  /** For linked providers, the share (0 to 1) of one provider's trades that the other one also shows. */
  readonly share: number;
  /** The evidence as a sentence for people. */
  readonly detail: string;
};

/**
 * How certain a proven bound is. It follows from `printRule.neededNats`: the error is 1 in 1,000 up to 4 s of delay and
 * 3 in 100 beyond.
 */
const sureness = 'with a certainty of 99.9 % up to 4 s of delay and 97 % beyond';
const percent = (share: number): string => `${Math.ceil(share * 1_000) / 10} %`;

/**
 * Returns the evidence on two providers. Returns undefined before the first judgement, and when one of the two has not
 * shown a trade.
 */
export function printEvidence(state: PrintState, a: string, b: string): PrintEvidence | undefined {
  const [low = -1, high = -1] = [a, b]
    .map((name) => state.providers.findIndex((provider) => provider.name === name))
    .toSorted((left, right) => left - right);
  const { judgement, capacity, providers } = state;
  const pair = low * capacity + high;
  const judgedMs = low < 0 ? 0 : cellAt(judgement.judgedMs, pair);
  if (judgedMs === 0) {
    return undefined;
  }
  const verdict = pairVerdicts[cellAt(judgement.verdicts, pair)] ?? 'unknown';
  return {
    verdict,
    sinceMs: cellAt(judgement.sinceMs, pair),
    judgedMs,
    newestMs: Math.min(providers[low]?.lastMs ?? 0, providers[high]?.lastMs ?? 0),
    nats: Math.round(cellAt(judgement.nats, pair) * 10) / 10,
    margin: Math.round(cellAt(judgement.margins, pair) * 10) / 10,
    events: Math.round(cellAt(judgement.events, pair)),
    // The bound is rounded up, so that the stated bound still holds.
    maxShare: verdict === 'independent' ? Math.ceil(cellAt(judgement.bounds, pair) * 1_000) / 1_000 : null,
    share: cellAt(judgement.shares, pair),
    detail: detailOf(state, low, high, verdict),
  };
}

function detailOf(state: PrintState, low: number, high: number, verdict: PairVerdict): string {
  const { judgement, capacity, providers } = state;
  const pair = low * capacity + high;
  const events = Math.round(cellAt(judgement.events, pair));
  if (verdict === 'independent') {
    const bound = percent(cellAt(judgement.bounds, pair));
    return `each shares at most ${bound} of its trades with the other, ${sureness}, as ${events} informative trades of each show`;
  }
  if (verdict === 'unknown') {
    return `${events} informative trades of each could be compared: these are too few for a proof, or too many of them are equal`;
  }
  const delayMs = cellAt(judgement.delays, pair);
  const [early, late] = delayMs >= 0 ? [low, high] : [high, low];
  const share = percent(cellAt(judgement.shares, pair));
  const seconds = (Math.abs(delayMs) / 1_000).toFixed(0);
  return `${providers[late]?.name ?? ''} shows ${share} of the trades of ${providers[early]?.name ?? ''}, about ${seconds} s apart`;
}

/**
 * Returns the providers that publish their own trades instead of relaying others'. Such a provider is proven
 * independent of at least one other provider. In addition, no link shows that another provider had its trades first.
 */
export function ownPrints(state: PrintState): string[] {
  const { judgement, capacity, providers } = state;
  return providers.flatMap(({ name }, index) => {
    let isProven = false;
    for (let other = 0; other < providers.length; other++) {
      const pair = Math.min(index, other) * capacity + Math.max(index, other);
      const verdict = other === index ? 0 : cellAt(judgement.verdicts, pair);
      const lateByMs = index < other ? -cellAt(judgement.delays, pair) : cellAt(judgement.delays, pair);
      if (verdict === 1 && lateByMs > -printRule.cellMs) {
        return [];
      }
      isProven ||= verdict === 2;
    }
    return isProven ? [name] : [];
  });
}
