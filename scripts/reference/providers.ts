import { loadFolder } from '@assay/catalog/load-folder';
import type { Provider, ProviderStatement } from '@assay/providers/define';
import { page, table } from './table.ts';

/** Returns the page of providers with their types, costs per call and documented limits. */
export async function providersPage(): Promise<string> {
  const directory = new URL('../../packages/providers/src/providers/', import.meta.url);
  const providers = await loadFolder<Provider>(directory, 'provider', import.meta.url);
  const statements = providers.map(({ id, statement }) => [id, statement.kind, detailsOf(statement)]);
  const rows = providers.flatMap(({ id, adapters: answers, budget }) =>
    answers.map((answer) => [
      id,
      answer.peer === true ? `${answer.type} (opinion only)` : answer.type,
      String(answer.costMicros),
      `${budget.requests} in ${budget.perMs / 1_000} s`,
      budget.documentedAt,
    ]),
  );
  return page(
    'Providers',
    '`packages/providers/src/providers`',
    `For callers who ask where an answer comes from, and for operators who plan its cost. After this page you know every
provider, the price of one call, the limit that the provider documents, and what the provider says about itself.

${table(['provider', 'data type', 'cost of a call in micro-credits', 'request limit', 'page that documents the limit'], rows)}

## Keys and plans

An operator sets keys in \`ASSAY_PROVIDER_KEYS\`, and the plan of a key in \`ASSAY_PROVIDER_PLANS\`. A provider that is not
listed needs no key. The engine does not ask a provider whose required key is missing.

${table(
  [
    'provider',
    'plan',
    'key',
    'base URL',
    'request limit',
    'how often the data are renewed',
    'where to get the key',
    'page that states this',
  ],
  providers.flatMap(accessRows),
)}

## What each provider states that it is

A [statement](glossary.md#statement) can lower a verdict on independence, but never raise it.

${table(['provider', 'kind', 'what this means'], statements)}`,
  );
}

/** Returns a row for each way to reach a provider: without a key, with a key, or with one of its plans. */
function accessRows({ id, baseUrl, budget, renewedEveryMs, key, plans = [] }: Provider): string[][] {
  const ways =
    key === undefined && plans.length === 0
      ? []
      : [{ name: plans.length === 0 ? '' : 'without a key', baseUrl, budget, renewedEveryMs, key }, ...plans];
  return ways.map((way) => [
    id,
    way.name,
    way.key === undefined ? 'none' : way.key.required ? 'required' : 'optional',
    way.baseUrl,
    `${way.budget.requests} in ${way.budget.perMs / 1_000} s`,
    way.renewedEveryMs === undefined ? '' : `${way.renewedEveryMs / 1_000} s`,
    way.key?.obtainedAt ?? '',
    way.key === undefined ? way.budget.documentedAt : `${way.key.statedAt.url} (read on ${way.key.statedAt.readOn})`,
  ]);
}

function detailsOf(statement: ProviderStatement): string {
  if (statement.kind === 'venue') {
    return 'It measures its values itself, in its own order book or by its own counts.';
  }
  const { url, readOn } = statement.statedAt;
  const about =
    statement.kind === 'oracle'
      ? `It combines the prices of at least ${statement.fewestPublishers} publishers`
      : statement.parts === undefined
        ? 'It combines the data of other providers, and publishes no complete list of them'
        : `It combines the data of other providers. Of the providers on this page, it lists ${statement.parts.providers.join(', ')} (${statement.parts.url}, ${statement.parts.readOn})`;
  return `${about} (${url}, read on ${readOn}).`;
}
