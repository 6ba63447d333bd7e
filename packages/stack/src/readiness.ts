import { loadCatalog } from '@assay/catalog/catalog';
import { connect } from '@assay/rpc/client';
import { plainIdentity, type Identity } from '@assay/rpc/identity';
import { services } from '@assay/rpc/load';
import { poll, type PollOptions } from './poll.ts';
import { listServedTypes, type ServedTypes } from './served-types.ts';

const requestTimeoutMs = 5_000;
const typesPauseMs = 50;
const measuredTimeoutMs = 90_000;
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
 * @returns the served types and the missing types.
 */
export async function waitForTypes(
  engineAddress: string,
  timeoutMs: number,
  { identity, signal }: EngineContext,
): Promise<Record<'served' | 'missing', readonly string[]>> {
  const catalogTypes = [...(await loadCatalog()).keys()];
  const missingOf = (served: ServedTypes): string[] => catalogTypes.filter((type) => !served.has(type));
  const served = await listTypesUntil(engineAddress, (now) => missingOf(now).length === 0, {
    timeoutMs,
    everyMs: typesPauseMs,
    identity,
    signal,
  });
  return { served: catalogTypes.filter((type) => served.has(type)), missing: missingOf(served) };
}

/**
 * Waits until the independence of every type's sources is measured, at most 90 seconds. Use it where a measurement needs
 * more than single_source. Resolves with the types that are still unmeasured then.
 */
export async function waitForMeasured(engineAddress: string): Promise<readonly string[]> {
  const measurableTypes = [...(await loadCatalog()).values()].flatMap(({ id, levelCeiling }) =>
    levelCeiling === 'single_source' ? [] : [id],
  );
  const measuringOf = (served: ServedTypes): string[] =>
    measurableTypes.filter((type) => served.get(type)?.isMeasuring !== false);
  return measuringOf(
    await listTypesUntil(engineAddress, (now) => measuringOf(now).length === 0, {
      timeoutMs: measuredTimeoutMs,
      everyMs: measuredPauseMs,
      identity: plainIdentity,
      signal: undefined,
    }),
  );
}

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
