import type { Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import type { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { fromProtoLevel } from '@assay/rpc/levels';
import type { services } from '@assay/rpc/load';

/** What the engine states about a type that it serves. */
export type ServedType = {
  /**
   * The highest level that a call can reach now for any asset of the type. It depends on how far the engine has
   * measured the independence of the asset's sources.
   */
  readonly maxLevel: Level;
  /** The highest level that a call about the type's example can reach now. */
  readonly exampleLevel: Level;
  /** Whether more measurement can raise the level. */
  readonly isMeasuring: boolean;
  /** Number of pairs of sources with a verdict. */
  readonly decidedPairs: number;
  /** Number of pairs of sources that more evidence can still decide. */
  readonly openPairs: number;
};

/** The types that the engine serves, by name. */
export type ServedTypes = ReadonlyMap<string, ServedType>;

type Engine = Pick<ReturnType<typeof connect<typeof services.engine>>['methods'], 'ListTypes'>;

const requestTimeoutMs = 5_000;

/** Returns the types that the engine serves. Returns none while the engine is unavailable or still starting. */
export async function listServedTypes(engine: Engine): Promise<ServedTypes> {
  try {
    const { types } = await engine.ListTypes({}, rootContext(requestTimeoutMs));
    return new Map(
      types.map((entry) => [
        entry.type,
        {
          maxLevel: fromProtoLevel(entry.max_level) ?? 'single_source',
          exampleLevel: fromProtoLevel(entry.example_level) ?? 'single_source',
          isMeasuring: entry.measuring,
          decidedPairs: entry.decided_pairs,
          openPairs: entry.open_pairs,
        },
      ]),
    );
  } catch (error) {
    if (error instanceof Fault && (error.code === 'UNAVAILABLE' || error.code === 'DEADLINE_EXCEEDED')) {
      return new Map();
    }
    throw error;
  }
}
