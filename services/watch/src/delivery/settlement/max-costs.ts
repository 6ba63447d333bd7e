import type { CallContext } from '@assay/rpc/context';
import type { ListTypesResponse__Output } from '@assay/rpc/gen/assay/engine/v1/ListTypesResponse';

/** What one call of each type can cost at most, as the engine last told it. */
export type Prices = {
  /** Whether the engine has told any. */
  readonly known: () => boolean;
  /** In micro-credits, markup not included; undefined for a type that the engine never listed. */
  readonly maxCostMicros: (type: string) => bigint | undefined;
  /** Asks the engine. An engine that is away, or that cannot serve a type now, leaves what it told before. */
  readonly refresh: (context: CallContext) => Promise<void>;
};

/** Keeps the engine's prices in memory, so that no delivery waits for them. */
export function keepPrices(
  listTypes: (request: Record<string, never>, context: CallContext) => Promise<ListTypesResponse__Output>,
): Prices {
  const costs = new Map<string, bigint>();
  return {
    known: () => costs.size > 0,
    maxCostMicros: (type) => costs.get(type),
    refresh: async (context) => {
      const { types } = await listTypes({}, context);
      for (const { type, max_cost_micros } of types) {
        costs.set(type, BigInt(max_cost_micros));
      }
    },
  };
}
