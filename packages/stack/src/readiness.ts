import { loadCatalog } from '@assay/catalog/catalog';
import { Fault } from '@assay/faults/faults';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import type { Identity } from '@assay/rpc/identity';
import { services } from '@assay/rpc/load';
import { poll, type PollOptions } from './poll.ts';

const requestTimeoutMs = 5_000;
const typesPauseMs = 50;
const measuredPauseMs = 500;
const listingTimeoutMs = 2_400;
const listingPauseMs = 600;

/** The credentials with which to call the engine, and the signal that stops the wait. */
type EngineContext = {
  readonly identity: Pick<Identity, 'client'>;
  readonly signal: AbortSignal | undefined;
};

/**
 * Waits until the engine serves every type of this build's catalog. The engine lists types only after it has probed
 * every source once, so a type that is still missing has no source that answers.
 * @param timeoutMs maximum time to wait for missing types.
 * @returns the served types, the missing types, and the types whose independence is not measured yet.
 */
export async function waitForTypes(
  engineAddress: string,
  timeoutMs: number,
  { identity, signal }: EngineContext,
): Promise<Record<'served' | 'missing' | 'measuring', readonly string[]>> {
  const catalogTypes = [...(await loadCatalog()).keys()];
  const missingOf = (served: ServedTypes): string[] => catalogTypes.filter((type) => !served.has(type));
  const served = await listTypesUntil(engineAddress, (now) => missingOf(now).length === 0, {
    timeoutMs,
    everyMs: typesPauseMs,
    identity,
    signal,
  });
  const missing = missingOf(served);
  const measuring = [...served].flatMap(([type, { measuring: open }]) => (open ? [type] : []));
  return { served: catalogTypes.filter((type) => served.has(type)), missing, measuring };
}

/** The progress of measuring the independence of sources. */
export type IndependenceProgress = {
  readonly measuring: readonly string[];
  /** The types that have several sources, each with the level that its answers can reach now. */
  readonly entries: readonly { readonly type: string; readonly maxLevel: string }[];
};

/**
 * Waits until the independence of every type's sources is measured, or until the timeout. A timeout is not a failure: the
 * result lists the unmeasured types.
 */
export async function waitForMeasured(
  engineAddress: string,
  timeoutMs: number,
  { identity, signal }: EngineContext,
): Promise<IndependenceProgress> {
  const measurableTypes = [...(await loadCatalog()).values()].flatMap(({ id, levelCeiling }) =>
    levelCeiling === 'single_source' ? [] : [id],
  );
  const measuringOf = (served: ServedTypes): string[] =>
    measurableTypes.filter((type) => served.get(type)?.measuring !== false);
  const served = await listTypesUntil(engineAddress, (now) => measuringOf(now).length === 0, {
    timeoutMs,
    everyMs: measuredPauseMs,
    identity,
    signal,
  });
  return {
    measuring: measuringOf(served),
    entries: measurableTypes.map((type) => ({ type, maxLevel: served.get(type)?.maxLevel ?? 'none' })),
  };
}

/** The types that the engine serves, by name. */
type ServedTypes = ReadonlyMap<string, { readonly measuring: boolean; readonly maxLevel: string }>;

/** Lists the served types repeatedly until `isEnough` accepts a list, or until the timeout. Returns the last list. */
async function listTypesUntil(
  engineAddress: string,
  isEnough: (served: ServedTypes) => boolean,
  limits: Pick<PollOptions<ServedTypes>, 'timeoutMs' | 'everyMs'> & EngineContext,
): Promise<ServedTypes> {
  const engine = connect(services.engine, engineAddress, { identity: limits.identity });
  let served: ServedTypes = new Map();
  const attempt = async (): Promise<ServedTypes | undefined> => {
    served = await listServedTypes(engine.methods);
    return isEnough(served) ? served : undefined;
  };
  try {
    return await poll(attempt, { ...limits, onTimeout: () => served });
  } finally {
    engine.close();
  }
}

type Engine = ReturnType<typeof connect<typeof services.engine>>['methods'];

/** Returns the types that the engine serves. Returns none while the engine is unavailable or still starting. */
async function listServedTypes(engine: Engine): Promise<ServedTypes> {
  try {
    const { types } = await engine.ListTypes({}, rootContext(requestTimeoutMs));
    return new Map(types.map(({ type, measuring, max_level }) => [type, { measuring, maxLevel: max_level }]));
  } catch (error) {
    if (error instanceof Fault && (error.code === 'UNAVAILABLE' || error.code === 'DEADLINE_EXCEEDED')) {
      return new Map();
    }
    throw error;
  }
}

/**
 * Asks a gateway for its list of types, with a key. Returns whether the gateway accepts the key, and the types. The
 * types are undefined when the key has reached its rate limit.
 */
export async function fetchTypes(
  gatewayUrl: string,
  key: string,
): Promise<{ accepted: boolean; types: ReadonlySet<string> | undefined }> {
  const response = await fetch(`${gatewayUrl}/v1/types`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const body = (await response.json()) as { types?: { type: string }[] };
  const listed = response.status === 200 ? new Set((body.types ?? []).map(({ type }) => type)) : undefined;
  return { accepted: response.status !== 401, types: listed };
}

/**
 * Waits until a gateway lists `count` types. It asks only a few times, because each request counts towards the key's
 * rate limit. Rejects when the gateway still lists fewer types at the end; the error states how many.
 */
export async function waitForListing(gatewayUrl: string, key: string, count: number): Promise<void> {
  let listed = 0;
  const attempt = async (): Promise<true | undefined> => {
    const { accepted, types } = await fetchTypes(gatewayUrl, key);
    if (!accepted) {
      throw new Error('the gateway does not accept the demo key');
    }
    listed = types?.size ?? count;
    return listed >= count ? true : undefined;
  };
  await poll(attempt, {
    timeoutMs: listingTimeoutMs,
    everyMs: listingPauseMs,
    onTimeout: () => {
      throw new Error(`the gateway lists ${listed} of the ${count} types that the engine serves`);
    },
  });
}
