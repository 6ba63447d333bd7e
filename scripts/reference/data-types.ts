import { z } from 'zod';
import { loadCatalog } from '@assay/catalog/catalog';
import { requiredParams, type DataType } from '@assay/catalog/define';
import { renames } from '@assay/catalog/tables/renames';
import { page, table } from './table.ts';

function describe(schema: unknown): string {
  const json = z.toJSONSchema(schema as z.ZodType, { io: 'output', unrepresentable: 'any' }) as {
    description?: string;
    type?: string | string[];
    const?: string;
  };
  const kinds = [json.type ?? []].flat().join(' or ');
  return json.description ?? (json.const === undefined ? kinds : `always ${JSON.stringify(json.const)}`);
}

function section(type: DataType): string {
  const required = new Set(requiredParams(type));
  const params = Object.entries(type.params.shape).map(([name, schema]) => [
    `\`${name}\``,
    required.has(name) ? (type.inferredParams.includes(name) ? 'yes, but `ask` infers it' : 'yes') : 'no',
    (schema as z.ZodType).description ?? '',
  ]);
  const data = Object.entries(type.data.shape).map(([name, schema]) => [`\`${name}\``, describe(schema)]);
  const cap = type.levelCeilingReason === null ? '' : `, because ${type.levelCeilingReason}`;
  return [
    `## ${type.id}`,
    type.description,
    `Level ceiling: \`${type.levelCeiling}\`${cap}. An answer is fresh while its source time is at most ${type.maxAgeMs / 1_000} s old.`,
    table(['parameter', 'required', 'meaning'], params),
    table(['field of data', 'meaning'], data),
    `Example: \`${JSON.stringify({ type: type.id, params: type.example })}\``,
  ].join('\n\n');
}

function renamedAssets(): string {
  const rows = renames.map(({ former, present, on, presentPerFormer, statedAt }) => [
    `\`${former}\``,
    `\`${present}\``,
    on,
    presentPerFormer === '1'
      ? 'Assay answers for the present ticker.'
      : `Assay gives no price: one ${former} became ${presentPerFormer} ${present}.`,
    `[source](${statedAt.url}), read ${statedAt.readOn}`,
  ]);
  return [
    '## Renamed assets',
    'You may use the former or the present ticker of an asset, in every type and in `ask`. The answer has the present ticker. Assay does not price a former asset that was exchanged for another asset at a ratio. The answer is then a free `no_source`, and its message names the ratio.',
    table(['former ticker', 'present ticker', 'since', 'answer to a question with the former ticker', 'source'], rows),
  ].join('\n\n');
}

/** Returns the page of all data types. */
export async function dataTypesPage(): Promise<string> {
  const catalog = await loadCatalog();
  return page(
    'Data types',
    '`packages/catalog/src/types`',
    [
      'For callers of `get_data` and of watches. After this page you know each data type, its parameters, and the fields of its answer.',
      'Prices, rates and amounts are decimal strings. Times are ISO 8601 in UTC. `GET /v1/types` shows which types can be served now, and their prices. [Levels](../use/levels.md) explains the level ceiling.',
      ...[...catalog.values()].map(section),
      renamedAssets(),
    ].join('\n\n'),
  );
}
