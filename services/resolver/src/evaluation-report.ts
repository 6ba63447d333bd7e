import { ratesOf, type ScoredItem } from './evaluation.ts';

/** Returns the report on a scored set: rates by type and by tag, times, and the confusions between types. */
export function evaluationReport(model: string, results: readonly ScoredItem[], leftOut: number): string {
  const groups = new Map<string, ScoredItem[]>([['all', []]]);
  for (const result of results) {
    for (const name of ['all', kindOf(result), ...result.item.tags.map((tag) => `tag ${tag}`)]) {
      groups.set(name, [...(groups.get(name) ?? []), result]);
    }
  }
  const { exact, type, falseAnswer, falseRefusal } = ratesOf(results);
  const heads = ['exact', 'type', 'f-answer', 'f-refuse'].map((head) => head.padStart(10)).join('');
  const ordered = results.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (share: number): string => (ordered[Math.floor((ordered.length - 1) * share)] ?? 0).toFixed(2);
  return [
    `${model}: ${results.length} items, ${leftOut} left out because the catalog lacks their types`,
    `exact accuracy ${percent(exact)}, type accuracy ${percent(type)}`,
    `false answers to ${percent(falseAnswer)} of the unanswerable questions, false refusals of ${percent(falseRefusal)} of the answerable ones`,
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

function kindOf({ item: { accept } }: ScoredItem): string {
  const [first] = accept;
  return first === undefined || first.outcome === 'no_source'
    ? 'no_source'
    : `${first.outcome === 'type' ? 'type' : 'missing'} ${first.type ?? ''}`;
}

function rowOf(name: string, members: readonly ScoredItem[]): string {
  const { exact, type, falseAnswer, falseRefusal } = ratesOf(members);
  const cells = [exact, type, falseAnswer, falseRefusal].map((rate) => percent(rate).padStart(10));
  return `${name.padEnd(36)}${String(members.length).padStart(5)}${cells.join('')}`;
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
