import type { EvidencePointView } from '../src/api/routes/independence-history/route.ts';
import { localTime } from './format.ts';

/**
 * The limits of evidence that the engine applies, in nats. From `link` on, two providers count as one upstream, until
 * the evidence falls below `unlink`. From `doubt` on, prices cannot prove independence. The chart draws `link`.
 */
export const verdictNats = { link: 12, unlink: 6, doubt: 4 } as const;

/** A time during which a pair had one verdict. */
export type VerdictBand = { readonly fromMs: number; readonly toMs: number; readonly verdict: string };

/** Returns the bands of verdicts from the first point to the last. A verdict holds until the next point. */
export function verdictBands(points: readonly EvidencePointView[]): readonly VerdictBand[] {
  const bands: VerdictBand[] = [];
  for (const { atMs, verdict } of points) {
    const last = bands.at(-1);
    if (last !== undefined) {
      bands[bands.length - 1] = { ...last, toMs: atMs };
    }
    if (last?.verdict !== verdict) {
      bands.push({ fromMs: atMs, toMs: atMs, verdict });
    }
  }
  return bands;
}

/** Returns a sentence that says what the points show, for readers who cannot see the chart. */
export function evidenceSummary(points: readonly EvidencePointView[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) {
    return 'No evidence was stored yet.';
  }
  const nats = points.map((point) => point.nats);
  const changes = verdictBands(points).length - 1;
  const verdicts = changes === 0 ? 'The verdict did not change' : `The verdict changed ${times(changes)}`;
  return (
    `Evidence for one upstream from ${localTime(first.atMs)} to ${localTime(last.atMs)}: ` +
    `${Math.min(...nats).toFixed(1)} to ${Math.max(...nats).toFixed(1)} nats, now ${last.nats.toFixed(1)}. ` +
    `${verdicts}. The table has the points.`
  );
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/**
 * Returns the points for a table, newest first. It includes the first and the last point, and each change of the
 * verdict with the point before it. Other points follow at regular steps, up to `maxRows` in all.
 */
export function tablePoints(points: readonly EvidencePointView[], maxRows: number): readonly EvidencePointView[] {
  const step = Math.max(1, Math.ceil(points.length / maxRows));
  return points
    .filter(({ verdict }, index) => {
      const isEnd = index === 0 || index === points.length - 1;
      const isChange = points[index - 1]?.verdict !== verdict || (points[index + 1]?.verdict ?? verdict) !== verdict;
      return isEnd || isChange || index % step === 0;
    })
    .toReversed();
}
