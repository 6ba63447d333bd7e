import type { Catalog } from '@assay/catalog/catalog';
import { isDoubtful, type DoubtBand } from '@assay/resolver/cascade';
import { wrongCost } from '../training/floor.ts';
import { ratesOf, scoreOf, type LabelledItem, type ScoredItem } from '../scoring/labelled-set.ts';
import type { Interval } from '../scoring/intervals.ts';
import type { Model } from '@assay/resolver/model';
import { resolveWith } from '@assay/resolver/resolve';

/**
 * The bands of doubt to compare. A band is a range of probabilities. If the embedded model's best candidate lies in the
 * range, the question goes to the endpoint. Without a band, no question goes to the endpoint. The last band sends it
 * every question.
 */
const bands: readonly (DoubtBand | undefined)[] = [
  undefined,
  { from: 0.5, to: 0.9 },
  { from: 0.3, to: 0.9 },
  { from: 0.3, to: 0.95 },
  { from: 0.1, to: 0.9 },
  { from: 0.1, to: 0.95 },
  { from: 0.1, to: 0.97 },
  { from: 0.05, to: 0.95 },
  { from: 0.02, to: 0.98 },
  // This band starts at 0, so it also sends the questions in which the embedded model finds no candidate.
  { from: 0, to: 0.95 },
  { from: 0, to: 0.98 },
  { from: 0, to: 1 },
];

/**
 * The second table groups the questions by the probability of their best candidate. Each number is the lower bound of
 * one group.
 */
const partStarts: readonly number[] = [0, 0.02, 0.1, 0.3, 0.5, 0.9, 0.95, 0.97, 0.98];

type Answered = {
  readonly own: ScoredItem;
  readonly asked: ScoredItem;
  readonly probability: number;
  /** Whether the endpoint gave no answer and left the question to the embedded model. */
  readonly leftOpen: boolean;
};

/**
 * Asks both models every question once, and returns two tables. The first has a row for each band of doubt: the share
 * of questions sent to the endpoint, the rates and the cost of mistakes. The row also has the gain in right answers per
 * 100 calls and the added time per question. The second table shows how often each model is right, by the probability
 * of the embedded model's best candidate. A band pays off where the endpoint is right more often than the embedded
 * model.
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
      own: { ...scoreOf(item, resolution, catalog), tookMs: 0 },
      asked: { ...scoreOf(item, asked, catalog), tookMs },
      probability: resolution.candidateProbability ?? 0,
      leftOpen: asked.fallbackReason !== '',
    });
  }
  const rows = bands.map((band) => rowOf(band, answered));
  return [
    `${endpoint.name} and ${embedded.name}: ${items.length} items`,
    '| band | sent | exact | false answers | false refusals | cost | right per 100 calls | added ms, mean |',
    '| --- | ---: | --- | --- | --- | ---: | ---: | ---: |',
    ...rows,
    '',
    `cost: ${wrongCost} for a wrong answer and 1 for a false refusal, per 100 questions`,
    '',
    '| probability | questions | exact, embedded | exact, endpoint | wrong, embedded | wrong, endpoint | left open |',
    '| --- | ---: | --- | --- | ---: | ---: | ---: |',
    ...partStarts.map((from, at) => partRow(from, partStarts[at + 1], answered)),
    '',
  ].join('\n');
}

/** Returns the row of the first table for one band. */
function rowOf(band: DoubtBand | undefined, answered: readonly Answered[]): string {
  const isSent = ({ probability }: Answered): boolean =>
    band !== undefined && isDoubtful({ candidateProbability: probability }, band);
  const sent = answered.filter(isSent);
  const decided = answered.map((answer) => (isSent(answer) ? answer.asked : answer.own));
  const rates = ratesOf(decided);
  const addedMs = sent.reduce((sum, { asked }) => sum + asked.tookMs, 0) / Math.max(1, answered.length);
  const gained = rightOf(sent.map(({ asked }) => asked)) - rightOf(sent.map(({ own }) => own));
  return row([
    band === undefined ? 'none' : `${band.from}-${band.to}`,
    percent(sent.length / Math.max(1, answered.length)),
    withInterval(rates.exact),
    withInterval(rates.falseAnswer),
    withInterval(rates.falseRefusal),
    costOf(decided).toFixed(1),
    sent.length === 0 ? '-' : ((100 * gained) / sent.length).toFixed(1),
    addedMs.toFixed(0),
  ]);
}

/**
 * Returns the row of the second table for the questions whose best candidate has a probability of at least `from` and
 * below `to`.
 */
function partRow(from: number, to: number | undefined, answered: readonly Answered[]): string {
  const part = answered.filter(({ probability }) => probability >= from && (to === undefined || probability < to));
  const own = part.map((answer) => answer.own);
  const asked = part.map((answer) => answer.asked);
  return row([
    `${from}-${to ?? 1}`,
    String(part.length),
    withInterval(ratesOf(own).exact),
    withInterval(ratesOf(asked).exact),
    String(own.filter(isWrong).length),
    String(asked.filter(isWrong).length),
    String(part.filter(({ leftOpen }) => leftOpen).length),
  ]);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function rightOf(scored: readonly ScoredItem[]): number {
  return scored.filter(({ exact }) => exact).length;
}

/**
 * Returns whether a question got a wrong answer. A refusal does not count as wrong, and neither does a request for a
 * parameter, because the caller gets no wrong value.
 */
function isWrong({ exact, got }: ScoredItem): boolean {
  return got.outcome === 'type' && !exact;
}

/** Returns the cost of the mistakes per 100 questions. */
function costOf(scored: readonly ScoredItem[]): number {
  const refused = scored.filter(
    ({ got, item }) => got.outcome === 'no_source' && item.accept.every(({ outcome }) => outcome !== 'no_source'),
  );
  return (100 * (wrongCost * scored.filter(isWrong).length + refused.length)) / Math.max(1, scored.length);
}

function withInterval({ share, low, high }: Interval): string {
  return Number.isNaN(share) ? '-' : `${percent(share)} (${percent(low)} to ${percent(high)})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
