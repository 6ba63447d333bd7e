import type { CallContext } from '@assay/rpc/context';
import type { ListTypesResponse__Output } from '@assay/rpc/gen/assay/engine/v1/ListTypesResponse';

/** The maximum cost of one call of each type, as the engine last listed it. */
export type MaxCosts = {
  /** Returns whether the engine has listed any type. */
  readonly isKnown: () => boolean;
  /** Returns the maximum cost in micro-credits, without markup. Undefined for a type that the engine never listed. */
  readonly maxCostMicros: (type: string) => bigint | undefined;
  /**
   * Reads the costs from the engine. A type that the engine does not list now keeps its last cost. Rejects when the
   * engine fails.
   */
  readonly refresh: (context: CallContext) => Promise<void>;
};

/** Creates an empty list of costs. The list stays in memory, so that no delivery waits for the engine's prices. */
export function createMaxCosts(
  listTypes: (request: Record<string, never>, context: CallContext) => Promise<ListTypesResponse__Output>,
): MaxCosts {
  const costs = new Map<string, bigint>();
  return {
    isKnown: () => costs.size > 0,
    maxCostMicros: (type) => costs.get(type),
    refresh: async (context) => {
      const { types } = await listTypes({}, context);
      for (const { type, max_cost_micros } of types) {
        costs.set(type, BigInt(max_cost_micros));
      }
    },
  };
}
