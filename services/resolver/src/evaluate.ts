import { loadCatalog } from '@assay/catalog/catalog';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { embeddedModel } from './embedded/embedded-model.ts';
import { readModel } from './embedded/model-file.ts';
import { answerableWith, ratesOf, readLabelledSet, scoreModel, type ScoredItem } from './evaluation.ts';

const usage = `usage: node services/resolver/dist/evaluate.js SET.jsonl [--results FILE] [--errors]
SET.jsonl holds lines of {"id", "query", "accept": [{"outcome", "type", "params", "missing"}], "tags"}.
Items that accept only types which this build does not have are left out and counted.\n`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { results: { type: 'string' }, errors: { type: 'boolean', default: false } },
});
const [setFile] = positionals;
if (setFile === undefined) {
  process.stderr.write(usage);
  process.exit(2);
}

const catalog = await loadCatalog();
const model = embeddedModel(readModel(await readFile(new URL('../dist/model.json', import.meta.url), 'utf8')));
const all = readLabelledSet(await readFile(setFile, 'utf8'));
const items = answerableWith(all, catalog);
const scored = await scoreModel(model, items, catalog, () => performance.now());
if (values.results !== undefined) {
  const text = scored.map(({ item: { id }, got }) => `${JSON.stringify({ id, ...got })}\n`).join('');
  await writeFile(values.results, text);
}
process.stdout.write(report(scored));
if (values.errors) {
  for (const { item, got } of scored.filter(({ exact }) => !exact)) {
    process.stdout.write(`${JSON.stringify({ id: item.id, query: item.query, got, want: item.accept[0] })}\n`);
  }
}

function report(results: readonly ScoredItem[]): string {
  const groups = new Map<string, ScoredItem[]>([['all', []]]);
  for (const result of results) {
    const { accept, tags } = result.item;
    const [first] = accept;
    const asked = first?.outcome === 'type' ? first.type : `missing ${first?.type}`;
    const kind = first?.outcome === 'no_source' ? 'no_source' : `${asked}`;
    for (const name of ['all', kind, ...tags.map((tag) => `tag ${tag}`)]) {
      groups.set(name, [...(groups.get(name) ?? []), result]);
    }
  }
  const heads = ['exact', 'type', 'f-answer', 'f-refuse'].map((head) => head.padStart(10)).join('');
  const ordered = results.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (share: number): string => (ordered[Math.floor((ordered.length - 1) * share)] ?? 0).toFixed(2);
  return [
    `${model.name}: ${items.length} items, ${all.length - items.length} left out`,
    `${'group'.padEnd(28)}${'n'.padStart(5)}${heads}`,
    ...[...groups].map(([name, members]) => rowOf(name, members)),
    `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, the first calls of a cold process among them`,
    ...confusions(results),
    '',
  ].join('\n');
}

function rowOf(name: string, members: readonly ScoredItem[]): string {
  const { exact, type, falseAnswer, falseRefusal } = ratesOf(members);
  const cells = [exact, type, falseAnswer, falseRefusal].map((rate) =>
    (Number.isNaN(rate) ? '-' : `${(100 * rate).toFixed(1)}%`).padStart(10),
  );
  return `${name.padEnd(28)}${String(members.length).padStart(5)}${cells.join('')}`;
}

function confusions(results: readonly ScoredItem[]): string[] {
  const counts = new Map<string, number>();
  for (const { item, got } of results.filter(({ typeRight }) => !typeRight)) {
    const want = item.accept[0];
    const key = `${want?.outcome} ${want?.type ?? ''} -> ${got.outcome} ${got.type ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([key, count]) => `  ${count} x ${key}`);
}
