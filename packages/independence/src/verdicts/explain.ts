import { evidenceAt, isWhole, verdictOf } from './clusters.ts';
import { cellAt } from '../generation-counters.ts';
import { memoryLimits } from '../constants/memory.ts';
import { verdictThresholds } from '../constants/verdicts.ts';
import type { PairVerdict } from '@assay/catalog/outcomes';
import { pairPlace } from '../response/response-state.ts';
import { markupScore, noPrior } from '../movement/markup.ts';
import type { IndependenceState } from '../state.ts';
import { evidenceCell } from '../movement/score-pairs.ts';

/** One kind of evidence on a pair. */
export type EvidenceOfKind = {
  readonly kind:
    | 'print'
    | 'coincidence'
    | 'markup'
    | 'repetition'
    | 'lock'
    | 'response'
    | 'co_failure'
    | 'stale_match'
    | 'noise_correlation'
    | 'lead'
    | 'shared_lag'
    | 'together';
  /** Strength of the evidence as the logarithm of an odds ratio. Negative values speak against sharing. */
  readonly nats: number;
  /** The evidence as a sentence for people. */
  readonly detail: string;
};

/** The evidence on two providers after the last judgement. */
export type PairEvidence = {
  readonly providers: readonly [string, string];
  readonly verdict: PairVerdict;
  /** When the verdict began, in milliseconds since the Unix epoch; null before the first judgement. */
  readonly sinceMs: number | null;
  readonly judgedMs: number | null;
  /**
   * The older of the two times at which the providers' newest values were read, in milliseconds since the Unix epoch.
   * Null without values.
   */
  readonly newestMs: number | null;
  readonly nats: number;
  /**
   * Number of observations that could distinguish a copy from an independent provider, in the direction that has fewer.
   */
  readonly observations: number;
  readonly kinds: readonly EvidenceOfKind[];
  /** Upper bound (0 to 1) of the share of either provider's values that comes from the other. Null without a bound. */
  readonly maxShare: number | null;
  /** The reason for the verdict as a sentence. */
  readonly reason: string;
  /** Present when the shared upstream provides only a part of what one of the two shows. */
  readonly partly?: true;
};

const rounded = (value: number): number => Math.round(value * 10) / 10;

function kindsOf(state: IndependenceState, a: number, b: number): EvidenceOfKind[] {
  const nameOf = (index: number): string => state.providers[index]?.name ?? '';
  const kinds: EvidenceOfKind[] = [];
  const add = (kind: EvidenceOfKind['kind'], nats: number, detail: string): void => {
    if (nats !== 0) {
      kinds.push({ kind, nats: rounded(nats), detail });
    }
  };
  const stronger = (cell: number): readonly [nats: number, follower: number, leader: number] => {
    const [forth, back] = [evidenceAt(state, a, b, cell), evidenceAt(state, b, a, cell)];
    return forth >= back ? [forth, a, b] : [back, b, a];
  };
  const [coincidence, follower, leader] = stronger(evidenceCell.coincidence);
  add(
    'coincidence',
    coincidence,
    `new values of ${nameOf(follower)} repeat values that ${nameOf(leader)} showed before`,
  );
  const [markup, buyer, seller] = stronger(evidenceCell.markup);
  if (markup !== 0) {
    const { logRatio } = markupScore(state, buyer, seller, 'full', noPrior);
    const percent = (Math.exp(buyer < seller ? logRatio : -logRatio) - 1) * 100;
    add(
      'markup',
      markup,
      `the values of ${nameOf(buyer)} differ from those of ${nameOf(seller)} by a constant ${percent.toFixed(4)} %`,
    );
  }
  const [repetition, repeater, repeated] = stronger(evidenceCell.repetition);
  add(
    'repetition',
    repetition,
    `nearly all new values of ${nameOf(repeater)} are values that ${nameOf(repeated)} showed`,
  );
  const [locked, anchor] = a < b ? [b, a] : [a, b];
  add(
    'lock',
    stronger(evidenceCell.lock)[0],
    `most new values of ${nameOf(locked)} and ${nameOf(anchor)} keep one constant ratio, without a delay or with one constant delay`,
  );
  const against = state.family === 'price' ? cellAt(state.response.nats, pairPlace(a, b)) : 0;
  add('response', -Math.max(0, against), 'neither accounts for 30 % or more of the moves of the other, at any delay');
  const [stale, late, upstream] = stronger(evidenceCell.stale);
  const verb = stale > 0 ? 'shows' : 'does not show';
  add('stale_match', stale, `${nameOf(late)} ${verb} the outdated values that ${nameOf(upstream)} shows`);
  const correlation = evidenceAt(state, a, b, evidenceCell.correlation);
  add(
    'noise_correlation',
    evidenceAt(state, a, b, evidenceCell.corneredHat),
    `their noise is correlated (${correlation.toFixed(2)}), although that of independent providers would not be`,
  );
  return kinds;
}

function reasonOf(verdict: PairVerdict, nats: number, observations: number): string {
  if (verdict === 'shared_upstream' && nats < verdictThresholds.unlinkNats) {
    return 'both share an upstream with a third provider';
  }
  if (verdict === 'shared_upstream') {
    return `${rounded(nats)} nats of shared values; a verdict needs ${verdictThresholds.linkNats}`;
  }
  if (verdict === 'independent') {
    return `${observations} informative observations show no trace of a shared upstream`;
  }
  if (nats >= verdictThresholds.noTraceNats) {
    return `${rounded(nats)} nats of shared values: too many to prove independence, too few to prove a shared upstream`;
  }
  if (observations === 0) {
    return 'no observation so far could distinguish a copy from an independent provider';
  }
  return `${observations} informative observations: too few, or too similar, to rule out a shared upstream`;
}

/**
 * Returns the share that the response test refutes for a proven pair of prices. Returns null without such a proof, and
 * for counters.
 */
function refutedShareOf({ family, response }: IndependenceState, a: number, b: number): number | null {
  const share = family === 'price' ? cellAt(response.shares, pairPlace(a, b)) : 0;
  return share > 0 ? Math.round(share * 100) / 100 : null;
}

/**
 * Returns the time of a pair's newest evidence. Only prices are stored with their times. For other families it is the
 * time of the last judgement.
 */
function newestOf(state: IndependenceState, a: number, b: number): number | null {
  if (state.family !== 'price') {
    return state.judgement.atMs === 0 ? null : state.judgement.atMs;
  }
  const times = [a, b].map((index) => {
    const pushed = state.providers[index]?.pushed ?? 0;
    const size = memoryLimits.ringValues;
    return pushed === 0 ? null : state.startMs + cellAt(state.rings.readMs, index * size + ((pushed - 1) % size));
  });
  return times.reduce((older, time) => (older === null || time === null ? null : Math.min(older, time)));
}

/**
 * Returns the evidence on two providers of the key. If one of them never answered, the verdict is `unknown`. Throws a
 * RangeError when both names are the same.
 */
export function evidence(state: IndependenceState, a: string, b: string): PairEvidence {
  if (a === b) {
    throw new RangeError(`evidence is about two providers; both are ${a}`);
  }
  const first = state.providers.findIndex((provider) => provider.name === a);
  const second = state.providers.findIndex((provider) => provider.name === b);
  if (first < 0 || second < 0) {
    const reason = `${first < 0 ? a : b} has not answered ${state.key} yet`;
    return {
      providers: [a, b],
      verdict: 'unknown',
      sinceMs: null,
      judgedMs: null,
      newestMs: null,
      nats: 0,
      observations: 0,
      kinds: [],
      maxShare: null,
      reason,
    };
  }
  const verdict = verdictOf(state, first, second);
  const nats = evidenceAt(state, first, second, evidenceCell.total);
  const observations = Math.round(
    Math.min(
      evidenceAt(state, first, second, evidenceCell.events),
      evidenceAt(state, second, first, evidenceCell.events),
    ),
  );
  const sinceMs = cellAt(state.judgement.sinceMs, Math.min(first, second) * state.capacity + Math.max(first, second));
  return {
    providers: [a, b],
    verdict,
    sinceMs: sinceMs === 0 ? null : sinceMs,
    judgedMs: state.judgement.atMs === 0 ? null : state.judgement.atMs,
    newestMs: newestOf(state, first, second),
    nats: rounded(nats),
    observations,
    kinds: kindsOf(state, first, second),
    maxShare: verdict === 'independent' ? refutedShareOf(state, first, second) : null,
    reason: reasonOf(verdict, nats, observations),
    ...(verdict === 'shared_upstream' && !isWhole(state, first, second) ? { partly: true as const } : {}),
  };
}
