import { loadFolder } from '@assay/catalog/load-folder';
import type { Provider } from '@assay/providers/define';
import { page, table } from './table.ts';

/** Returns the page of providers with their types, costs per call and documented limits. */
export async function providersPage(): Promise<string> {
  const directory = new URL('../../packages/providers/src/providers/', import.meta.url);
  const providers = await loadFolder<Provider>(directory, 'provider', import.meta.url);
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
provider, the price of one call, and the limit that the provider states.

${table(['provider', 'type', 'cost of a call, micro-credits', 'limit', 'documented at'], rows)}`,
  );
}
