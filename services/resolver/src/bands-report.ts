import type { Catalog } from '@assay/catalog/catalog';
import { isDoubtful, type DoubtBand } from './cascade.ts';
import { ratesOf, scoreOf, type LabelledItem, type ScoredItem } from './evaluation.ts';
import type { Interval } from './evaluation-intervals.ts';
import type { Model } from './model.ts';
import { resolveWith } from './resolve.ts';

/** The compared bands. The first one asks nothing and the last one everything. */
const bands: readonly (DoubtBand | undefined)[] = [
  undefined,
  { from: 0.5, to: 0.9 },
  { from: 0.3, to: 0.9 },
  { from: 0.3, to: 0.95 },
  { from: 0.1, to: 0.9 },
  { from: 0.1, to: 0.95 },
  { from: 0.05, to: 0.95 },
  { from: 0.02, to: 0.95 },
  { from: 0.02, to: 0.98 },
  { from: 0, to: 1 },
];

type Answered = { readonly own: Omit<ScoredItem, 'tookMs'>; readonly asked: ScoredItem; readonly probability: number };

/**
 * Asks both models every question once, and returns a table of what each band of doubt gives: the share of questions sent
 * to the endpoint, the rates, and the added time per question, in milliseconds.
 */
export async function bandsReport(
  items: readonly LabelledItem[],
  catalog: Catalog,
  embedded: Model,
  endpoint: Model,
): Promise<string> {
  const answered: Answered[] = [];
  for (const item of items) {
    const resolution = await embedded.resolve(item.query, catalog, Number.POSITIVE_INFINITY);
    const known: Model = { name: embedded.name, resolve: () => Promise.resolve(resolution) };
    const startedAtMs = performance.now();
    const asked = await resolveWith(catalog, known, endpoint)(item.query, Number.POSITIVE_INFINITY);
    const tookMs = performance.now() - startedAtMs;
    answered.push({
      own: scoreOf(item, resolution, catalog),
      asked: { ...scoreOf(item, asked, catalog), tookMs },
      probability: resolution.candidateProbability ?? 0,
    });
  }
  const rows = bands.map((band) => rowOf(band, answered));
  return [
    `${endpoint.name} and ${embedded.name}: ${items.length} items`,
    '| band | sent | exact | false answers | false refusals | added ms, mean |',
    '| --- | ---: | --- | --- | --- | ---: |',
    ...rows,
    '',
  ].join('\n');
}

function rowOf(band: DoubtBand | undefined, answered: readonly Answered[]): string {
  const isSent = ({ probability }: Answered): boolean =>
    band !== undefined && isDoubtful({ candidateProbability: probability }, band);
  const sent = answered.filter(isSent);
  const rates = ratesOf(answered.map((answer) => (isSent(answer) ? answer.asked : { ...answer.own, tookMs: 0 })));
  const addedMs = sent.reduce((sum, { asked }) => sum + asked.tookMs, 0) / Math.max(1, answered.length);
  return [
    '',
    band === undefined ? 'none' : `${band.from}-${band.to}`,
    percent(sent.length / Math.max(1, answered.length)),
    withInterval(rates.exact),
    withInterval(rates.falseAnswer),
    withInterval(rates.falseRefusal),
    addedMs.toFixed(0),
    '',
  ]
    .join(' | ')
    .trim();
}

function withInterval({ share, low, high }: Interval): string {
  return Number.isNaN(share) ? '-' : `${percent(share)} (${percent(low)} to ${percent(high)})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
