import { loadCatalog, type Catalog } from '@assay/catalog/catalog';
import { parseParams } from '@assay/catalog/params';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { embeddedModel } from './embedded/embedded-model.ts';
import { readModel } from './embedded/model-file.ts';
import type { Resolution } from './model.ts';

const answer = z.object({
  outcome: z.enum(['type', 'missing_param', 'no_source']),
  type: z.string().optional(),
  params: z.record(z.string(), z.string()).optional(),
  missing: z.array(z.string()).optional(),
});
const item = z.object({
  id: z.string(),
  query: z.string(),
  accept: z.array(answer).min(1),
  tags: z.array(z.string()).default([]),
});

type Answer = z.infer<typeof answer>;
type Item = z.infer<typeof item>;
type Scored = { readonly item: Item; readonly got: Answer; readonly exact: boolean; readonly typeRight: boolean };

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
const lines = (await readFile(setFile, 'utf8')).split('\n').filter((line) => line.trim() !== '');
const all = lines.map((line) => item.parse(JSON.parse(line)));
const items = all.filter(({ accept }) => accept.some(({ type }) => type === undefined || catalog.has(type)));
const scored: Scored[] = [];
const durationsMs: number[] = [];
for (const one of items) {
  const startedAt = performance.now();
  const resolution = await model.resolve(one.query, catalog, Number.POSITIVE_INFINITY);
  durationsMs.push(performance.now() - startedAt);
  scored.push(score(one, answerOf(resolution)));
}
if (values.results !== undefined) {
  const text = scored.map(({ item: { id }, got }) => `${JSON.stringify({ id, ...got })}\n`).join('');
  await writeFile(values.results, text);
}
process.stdout.write(report(scored));
if (values.errors) {
  for (const { item: one, got } of scored.filter(({ exact }) => !exact)) {
    process.stdout.write(`${JSON.stringify({ id: one.id, query: one.query, got, want: one.accept[0] })}\n`);
  }
}

function answerOf({ outcome, type, params, missing }: Resolution): Answer {
  if (outcome === 'none') {
    return { outcome: 'no_source' };
  }
  return outcome === 'type'
    ? { outcome, type, params: { ...params } }
    : { outcome: 'missing_param', type, missing: [...missing] };
}

function score(one: Item, got: Answer): Scored {
  const sameType = one.accept.filter(
    ({ outcome, type }) => outcome === got.outcome && (outcome === 'no_source' || type === got.type),
  );
  return {
    item: one,
    got,
    typeRight: sameType.length > 0,
    exact: sameType.some((accepted) => sameAnswer(accepted, got, catalog)),
  };
}

/** Whether two answers of the same type agree: on every parameter in the catalog's normal form, or on what is missing. */
function sameAnswer(accepted: Answer, got: Answer, types: Catalog): boolean {
  if (accepted.outcome === 'type') {
    return normalParams(accepted, types) === normalParams(got, types);
  }
  const names = (of: Answer): string => [...new Set(of.missing ?? [])].toSorted().join();
  return accepted.outcome === 'no_source' || names(accepted) === names(got);
}

function normalParams({ type: id, params = {} }: Answer, types: Catalog): string {
  const type = id === undefined ? undefined : types.get(id);
  const { user_id: _lookedUp, ...given } = params;
  const parsed = type === undefined ? undefined : parseParams(type, given, type.lookedUp);
  const normal = parsed?.ok === true ? parsed.params : given;
  return JSON.stringify(Object.entries(normal).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function report(results: readonly Scored[]): string {
  const groups = new Map<string, Scored[]>([['all', []]]);
  for (const result of results) {
    const { accept, tags } = result.item;
    const [first] = accept;
    const kind =
      first?.outcome === 'no_source' ? 'no_source' : `${first?.outcome === 'type' ? '' : 'missing '}${first?.type}`;
    for (const name of ['all', kind, ...tags.map((tag) => `tag ${tag}`)]) {
      groups.set(name, [...(groups.get(name) ?? []), result]);
    }
  }
  const head = `${'group'.padEnd(28)}${'n'.padStart(5)}${'exact'.padStart(9)}${'type'.padStart(9)}${'f-answer'.padStart(10)}${'f-refuse'.padStart(10)}`;
  const rows = [...groups].map(([name, members]) => rowOf(name, members));
  const ordered = durationsMs.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0).toFixed(2);
  const skipped = all.length - items.length;
  return [
    `${model.name}: ${items.length} items, ${skipped} left out`,
    head,
    ...rows,
    `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
    confusions(results),
    '',
  ].join('\n');
}

function rowOf(name: string, members: readonly Scored[]): string {
  const onlyNone = members.filter(({ item: { accept } }) => accept.every(({ outcome }) => outcome === 'no_source'));
  const answerable = members.filter(
    ({ item: { accept } }) =>
      accept.some(({ outcome }) => outcome === 'type') && !accept.some(({ outcome }) => outcome === 'no_source'),
  );
  const share = (part: number, of: number): string => (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)}%`);
  const cells = [
    share(members.filter(({ exact }) => exact).length, members.length).padStart(9),
    share(members.filter(({ typeRight }) => typeRight).length, members.length).padStart(9),
    share(onlyNone.filter(({ got }) => got.outcome === 'type').length, onlyNone.length).padStart(10),
    share(answerable.filter(({ got }) => got.outcome === 'no_source').length, answerable.length).padStart(10),
  ];
  return `${name.padEnd(28)}${String(members.length).padStart(5)}${cells.join('')}`;
}

function confusions(results: readonly Scored[]): string {
  const counts = new Map<string, number>();
  for (const { item: one, got, typeRight } of results.filter((result) => !result.typeRight)) {
    const want = one.accept[0];
    const key = `${want?.outcome} ${want?.type ?? ''} -> ${got.outcome} ${got.type ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + (typeRight ? 0 : 1));
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([key, count]) => `  ${count} x ${key}`)
    .join('\n');
}
