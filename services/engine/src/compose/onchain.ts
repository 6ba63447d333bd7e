import type { Catalog } from '@assay/catalog/catalog';
import { marketKey } from '@assay/catalog/market';
import type { PriceMovement } from '@assay/independence/price-movement';
import { systemClock } from '@assay/runtime/clock';
import { repeat } from '@assay/runtime/repeat';
import type { ServiceTools } from '@assay/runtime/run';
import { paceOf, type EngineConfig } from '../config.ts';
import { parseChainJson } from '../onchain/nodes/chain-json.ts';
import { openNodes, type OpenNodes } from '../onchain/open-onchain.ts';
import { createProviderHttp } from '@assay/providers/fetch';
import type { MeasuredNodes } from '../onchain/reads/plan-nodes.ts';
import { createReferenceHealth, type ReferenceHealth } from '../references/health.ts';
import { priceAccountReference } from '../references/price-account.ts';
import { priceAccounts } from '../references/pyth-accounts.ts';
import type { SharedBudgets } from '../replicas/shared-budgets.ts';
import type { SignedPriceReader } from '../references/signed-price.ts';
import type { References } from '../verification/reference.ts';
import type { EngineMetrics } from './metrics.ts';

/** Maximum size of a node's response: one hundred accounts of the largest size that the engine reads, in base64. */
const maxNodeBytes = 6 * 1_048_576;
/** Interval, in milliseconds, at which the engine checks whether a poll or a read is due. */
const tickMs = { live: 250, sandbox: 50 } as const;
const referenceEveryMs = { live: 10_000, sandbox: 700 } as const;

/**
 * Opens the configured nodes. They use a separate HTTP client, which accepts larger answers and integers beyond 2^53.
 */
export function composeNodes(
  config: EngineConfig,
  { metrics, budgets }: { readonly metrics: EngineMetrics; readonly budgets: Pick<SharedBudgets, 'add'> },
  tools: ServiceTools,
): OpenNodes {
  const http = createProviderHttp({ parse: parseChainJson, maxBytes: maxNodeBytes });
  tools.defer('connections to nodes', http.close);
  const nodes = openNodes(
    { mode: config.ASSAY_MODE, urls: config.ASSAY_RPC_URLS, budgets: config.ASSAY_PROVIDER_BUDGETS },
    {
      clock: systemClock,
      fetch: http.fetch,
      onObservation: metrics.nodeRead,
      onUnexpected: metrics.onUnexpected,
    },
    paceOf(config),
  );
  for (const { id, budget } of nodes.nodes) {
    const limit = config.ASSAY_PROVIDER_BUDGETS[id];
    if (limit !== undefined) {
      budgets.add(`node ${id}`, limit, budget);
    }
  }
  const onFailure = (error: unknown): void => tools.log.error({ err: error }, 'could not poll the nodes');
  repeat(nodes.poller.tick, { name: 'poll of the nodes', everyMs: tickMs[paceOf(config)], onFailure }, tools);
  return nodes;
}

/** The references of this process, and the function that tells whether each can be read now. */
export type ComposedReferences = { readonly references: References; readonly referenceHealth: ReferenceHealth };

/** Opens the references. There are none when no node is configured. */
export function composeReferences(
  { nodes, reader, slots }: OpenNodes,
  measured: MeasuredNodes,
  catalog: Catalog,
  config: EngineConfig,
  signed: SignedPriceReader | undefined,
  movement: Pick<PriceMovement, 'plausibleBps'>,
  tools: ServiceTools,
): ComposedReferences {
  const pace = paceOf(config);
  const accountsOf = priceAccounts(config.ASSAY_PYTH_THIRD_PARTY_ACCOUNTS === 'on');
  const priced = catalog.get('token.price');
  const plausibleBps = (token: string, elapsedMs: number): number =>
    priced === undefined ? 0 : movement.plausibleBps(marketKey(priced, { token }), elapsedMs, systemClock.now());
  const references: References =
    nodes.length === 0
      ? new Map()
      : new Map([
          [
            'token.price',
            priceAccountReference({
              nodes,
              reader,
              slots,
              measured,
              accountsOf,
              plausibleBps,
              clock: systemClock,
              ...(signed === undefined ? {} : { signed }),
            }),
          ],
        ]);
  const referenceHealth = createReferenceHealth(references, catalog, systemClock.monotonic, referenceEveryMs[pace]);
  const onFailure = (error: unknown): void => tools.log.error({ err: error }, 'could not read the references');
  repeat(referenceHealth.tick, { name: 'read of the references', everyMs: tickMs[pace], onFailure }, tools);
  return { references, referenceHealth };
}
