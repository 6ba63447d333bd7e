import type { Interval } from '../scoring/intervals.ts';
import { ratesOf, type Rates, type ScoredItem } from '../scoring/labelled-set.ts';

const rateNames = ['exact', 'type', 'falseAnswer', 'falseRefusal'] as const satisfies readonly (keyof Rates)[];

/**
 * Returns the report on a scored set. It contains the rates with their 95% intervals, the spread between authors, and
 * the rates by type, tag and author. It also contains the times, and which types were confused.
 */
export function evaluationReport(model: string, results: readonly ScoredItem[], leftOut: number): string {
  const groups = groupsOf(results);
  const rates = ratesOf(results);
  const heads = ['exact', 'type', 'f-answer', 'f-refuse'].map((head) => head.padStart(10)).join('');
  const ordered = results.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (share: number): string => (ordered[Math.floor((ordered.length - 1) * share)] ?? 0).toFixed(2);
  return [
    `${model}: ${results.length} items, ${leftOut} left out because the catalog lacks their types`,
    `exact accuracy ${withInterval(rates.exact)}, type accuracy ${withInterval(rates.type)}`,
    `false answers to ${withInterval(rates.falseAnswer)} of the unanswerable questions, false refusals of ${withInterval(rates.falseRefusal)} of the answerable ones`,
    ...spreadOf([...groups].filter(([name]) => name.startsWith('author ')).map(([, members]) => ratesOf(members))),
    `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, including the first calls of a cold process`,
    '',
    `${'group'.padEnd(36)}${'n'.padStart(5)}${heads}`,
    ...[...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, members]) => rowOf(name, members)),
    '',
    'wanted -> got (only answers with a wrong type)',
    ...confusions(results),
    '',
  ].join('\n');
}

function groupsOf(results: readonly ScoredItem[]): Map<string, ScoredItem[]> {
  const groups = new Map<string, ScoredItem[]>([['all', []]]);
  for (const result of results) {
    const { author, tags } = result.item;
    const authors = author === '' ? [] : [`author ${author}`];
    for (const name of new Set(['all', kindOf(result), ...authors, ...tags.map((tag) => `tag ${tag}`)])) {
      const group = groups.get(name) ?? [];
      group.push(result);
      groups.set(name, group);
    }
  }
  return groups;
}

/**
 * Returns a line with the lowest and the highest rate among the authors. Returns no line when the set has fewer than
 * two authors.
 */
function spreadOf(authors: readonly Rates[]): string[] {
  if (authors.length < 2) {
    return [];
  }
  const spans = rateNames.map((name) => {
    const shares = authors.map((rates) => rates[name].share).filter((share) => !Number.isNaN(share));
    return `${name} ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}`;
  });
  return [`${authors.length} authors, lowest to highest: ${spans.join(', ')}`];
}

function kindOf({ item: { accept } }: ScoredItem): string {
  const [first] = accept;
  return first === undefined || first.outcome === 'no_source'
    ? 'no_source'
    : `${first.outcome === 'type' ? 'type' : 'missing'} ${first.type ?? ''}`;
}

function rowOf(name: string, members: readonly ScoredItem[]): string {
  const rates = ratesOf(members);
  const cells = rateNames.map((name) => percent(rates[name].share).padStart(10));
  return `${name.padEnd(36)}${String(members.length).padStart(5)}${cells.join('')}`;
}

function withInterval({ share, low, high }: Interval): string {
  return Number.isNaN(share) ? '-' : `${percent(share)} (${percent(low)} to ${percent(high)})`;
}

function percent(rate: number): string {
  return Number.isNaN(rate) ? '-' : `${(100 * rate).toFixed(1)}%`;
}

function confusions(results: readonly ScoredItem[]): string[] {
  const counts = new Map<string, number>();
  for (const { item, got } of results.filter(({ typeRight }) => !typeRight)) {
    const want = item.accept[0];
    const key = `${want?.outcome} ${want?.type ?? ''} -> ${got.outcome} ${got.type ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const rows = [...counts].toSorted(([, a], [, b]) => b - a).map(([key, count]) => `  ${count} x ${key}`);
  return rows.length === 0 ? ['  none'] : rows;
}
