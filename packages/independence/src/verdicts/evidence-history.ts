import type { PairVerdict } from '@assay/catalog/outcomes';
import type { KeyVerdicts } from './verdict-snapshot.ts';

/** The evidence on one pair and one key at one time. */
export type EvidencePoint = {
  readonly key: string;
  /** The name of the pair that comes first in alphabetical order. */
  readonly a: string;
  readonly b: string;
  /** When the pair was judged, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  readonly verdict: PairVerdict;
  /** Evidence for a shared upstream, in nats. It has the scale of `verdictThresholds`. */
  readonly nats: number;
  /** Evidence against a shared upstream, in nats, as a positive number. */
  readonly natsAgainst: number;
  /** Number of observations that could distinguish a copy from an independent provider. */
  readonly observations: number;
};

/** A point to store. `minGapMs` is the minimum time since the previous point, unless the verdict has changed. */
export type DuePoint = EvidencePoint & { readonly minGapMs: number };

/** Decides which judgements become points of the stored history. */
export type EvidenceHistory = {
  /** Returns the points to store now: each change of a verdict, and otherwise one point after each gap. */
  readonly due: (keys: readonly KeyVerdicts[]) => readonly DuePoint[];
  /** Notes which points were stored. Points that were not stored stay due. */
  readonly onStored: (points: readonly DuePoint[]) => void;
};

/**
 * The gap between two points grows with the age of the verdict, up to a quarter of an hour. So the history shows a new
 * verdict in detail.
 */
const gaps = { minMs: 10_000, maxMs: 15 * 60_000, pointsPerAge: 6 } as const;

const pairNameOf = ({ key, a, b }: EvidencePoint): string => `${key} ${a} ${b}`;

/**
 * Creates a history without points. A new leader starts with such a history too, so the store compares its first points
 * with those that are already stored.
 */
export function createEvidenceHistory(): EvidenceHistory {
  let lastOf = new Map<string, EvidencePoint>();
  return {
    due: (keys) => {
      const points = keys.flatMap(pointsOf);
      const names = new Set(points.map(pairNameOf));
      lastOf = new Map([...lastOf].filter(([name]) => names.has(name)));
      return points.filter((point) => {
        const last = lastOf.get(pairNameOf(point));
        return last === undefined || isDue(point, last);
      });
    },
    onStored: (points) => points.forEach((point) => lastOf.set(pairNameOf(point), point)),
  };
}

function isDue(point: DuePoint, last: EvidencePoint): boolean {
  return point.atMs > last.atMs && (point.verdict !== last.verdict || point.atMs - last.atMs >= point.minGapMs);
}

function pointsOf({ key, pairs }: KeyVerdicts): DuePoint[] {
  return pairs.flatMap(({ providers, verdict, nats, observations, kinds, judgedMs, sinceMs }) => {
    if (judgedMs === null) {
      return [];
    }
    const [a = '', b = ''] = providers.toSorted();
    const against = kinds.reduce((sum, kind) => sum - Math.min(0, kind.nats), 0);
    const ageMs = judgedMs - (sinceMs ?? judgedMs);
    const minGapMs = Math.min(gaps.maxMs, Math.max(gaps.minMs, ageMs / gaps.pointsPerAge));
    return [{ key, a, b, atMs: judgedMs, verdict, nats, natsAgainst: against, observations, minGapMs }];
  });
}
