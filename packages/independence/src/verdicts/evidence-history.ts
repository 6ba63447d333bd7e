import type { PairVerdict } from '@assay/catalog/outcomes';
import type { KeyVerdicts } from './verdict-snapshot.ts';

/** The evidence on one pair and key at one moment. */
export type EvidencePoint = {
  readonly key: string;
  /** The names of the pair in the order of their characters. */
  readonly a: string;
  readonly b: string;
  /** When the pair was judged, in milliseconds since 1970. */
  readonly atMs: number;
  readonly verdict: PairVerdict;
  /** Evidence for one upstream, in nats. The thresholds of verdicts apply to it. */
  readonly nats: number;
  /** Evidence against one upstream, in nats, as a positive number. */
  readonly natsAgainst: number;
  /** Observations that could have told a copy from an independent provider. */
  readonly observations: number;
};

/** A point to store. `minGapMs` is its minimum distance from the point before, unless the verdict changed. */
export type DuePoint = EvidencePoint & { readonly minGapMs: number };

/** Chooses which judgements become points of the stored history. */
export type EvidenceHistory = {
  /** Returns the points that are due: every change of a verdict, and otherwise one after each gap. */
  readonly due: (keys: readonly KeyVerdicts[]) => readonly DuePoint[];
  /** Takes the points that were stored. Points that were not stored stay due. */
  readonly onStored: (points: readonly DuePoint[]) => void;
};

/** The gap between points grows with the age of the verdict up to a quarter of an hour, so a new verdict shows its course. */
const gaps = { minMs: 10_000, maxMs: 15 * 60_000, pointsPerAge: 6 } as const;

const pairNameOf = ({ key, a, b }: EvidencePoint): string => `${key} ${a} ${b}`;

/** Creates a history without any point. The store compares the first points of a new leader with the stored ones. */
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
