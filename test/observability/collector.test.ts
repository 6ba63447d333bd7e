import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');

type Policy = {
  readonly name: string;
  readonly type: string;
  readonly numeric_attribute?: { readonly key: string; readonly min_value: number; readonly max_value: number };
  readonly string_attribute?: { readonly key: string; readonly values: readonly string[] };
};
type Pipeline = Readonly<Record<'receivers' | 'processors' | 'exporters', readonly string[]>>;
const collector = parse(readFileSync(join(root, 'deploy/observability/collector/collector.yaml'), 'utf8')) as Readonly<
  Record<'receivers' | 'exporters' | 'extensions', Readonly<Record<string, unknown>>>
> & {
  readonly processors: { readonly tail_sampling: { readonly policies: readonly Policy[] } };
  readonly service: { readonly extensions: readonly string[]; readonly pipelines: Readonly<Record<string, Pipeline>> };
};
const { policies } = collector.processors.tail_sampling;

/** Returns the text of all source files of a service except tests. */
function sourceOf(service: string): string {
  const folder = join(root, 'services', service, 'src');
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

test('every component that a pipeline of the collector names is configured, and every configured one is used', () => {
  const { service } = collector;
  for (const kind of ['receivers', 'processors', 'exporters'] as const) {
    const used = new Set(Object.values(service.pipelines).flatMap((pipeline) => pipeline[kind]));
    expect([...used].toSorted()).toEqual(Object.keys(collector[kind]).toSorted());
  }
  expect(service.extensions).toEqual(Object.keys(collector.extensions));
  // When memory is short, the collector must refuse spans before processing them. It must batch after sampling.
  expect(service.pipelines['traces']?.processors).toEqual(['memory_limiter', 'tail_sampling', 'batch']);
});

test('the collector keeps the traces of refusals, unpaid calls, failures of the server and slow calls', () => {
  const isKept = (status: number): boolean =>
    policies.some(
      ({ numeric_attribute: range }) =>
        range?.key === 'http.response.status_code' && status >= range.min_value && status <= range.max_value,
    );
  expect([200, 402, 409, 429, 500, 503].map(isKept)).toEqual([false, true, true, false, true, true]);
  expect(policies.map(({ type }) => type)).toEqual(expect.arrayContaining(['status_code', 'latency', 'probabilistic']));
  expect(sourceOf('gateway')).toContain("'http.response.status_code'");
});

test('the outcomes of notifications that the collector keeps are those that the watch service records', () => {
  const watch = sourceOf('watch');
  const attributePolicies = policies.flatMap(({ string_attribute: each }) => (each === undefined ? [] : [each]));
  expect(attributePolicies).toHaveLength(1);
  for (const { key, values } of attributePolicies) {
    expect(watch).toContain(`'${key}'`);
    expect(values.filter((value) => !watch.includes(`outcome: '${value}'`))).toEqual([]);
  }
});
