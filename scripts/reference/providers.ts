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
      answer.peer === true ? `${answer.type} (contradicts only)` : answer.type,
      String(answer.costMicros),
      `${budget.requests} in ${budget.perMs / 1_000} s`,
      budget.documentedAt,
    ]),
  );
  return page(
    'Providers',
    '`packages/providers/src/providers`',
    `For callers who ask where an answer comes from, and for operators who plan its cost. After this page you know every
provider, the price of one call, the limit that the provider states, and what it states that it is.

${table(['provider', 'type', 'cost of a call, micro-credits', 'limit', 'documented at'], rows)}

## What each provider states that it is

A [statement](../glossary.md#statement) can lower a verdict on independence and never raise one.

${table(['provider', 'states', 'details'], statements)}`,
  );
}

function detailsOf(statement: ProviderStatement): string {
  if (statement.kind === 'venue') {
    return 'its own order book or counter';
  }
  const { url, readOn } = statement.statedAt;
  const about =
    statement.kind === 'oracle'
      ? `combines at least ${statement.fewestPublishers} publishers`
      : statement.parts === undefined
        ? 'made from others; no complete list of parts is published'
        : `made from others; of the providers here it lists ${statement.parts.providers.join(', ')} (${statement.parts.url}, ${statement.parts.readOn})`;
  return `${about} (${url}, read on ${readOn})`;
}
