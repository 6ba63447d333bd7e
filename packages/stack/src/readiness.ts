import { loadCatalog } from '@assay/catalog/catalog';
import { Fault } from '@assay/faults/faults';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';

const questionTimeoutMs = 5_000;
const pauseMs = 50;
const measuredPauseMs = 500;
const listingAttempts = 5;
const listingPauseMs = 600;

/**
 * Waits until the engine can serve every type of this build's catalog. It answers once it has asked every source, so
 * what is missing then comes back only when its sources do.
 * @param timeoutMs how long to wait for what is missing.
 * @returns how many it serves, which it does not when the time is up, and whose levels are capped while the independence
 * of their sources is still being measured.
 */
export async function waitForTypes(
  engineAddress: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly served: number; readonly missing: readonly string[]; readonly measuring: readonly string[] }> {
  const wanted = [...(await loadCatalog()).keys()];
  const missingOf = (served: Served): string[] => wanted.filter((type) => !served.has(type));
  const served = await servedWhen(engineAddress, (now) => missingOf(now).length === 0, { timeoutMs, pauseMs, signal });
  const missing = missingOf(served);
  const measuring = [...served].flatMap(([type, { measuring: open }]) => (open ? [type] : []));
  return { served: wanted.length - missing.length, missing, measuring };
}

/** How far the independence of a type's sources is measured. */
export type Measured = {
  readonly measuring: readonly string[];
  /** The types whose sources can be compared, with the level that can be had now. */
  readonly entries: readonly { readonly type: string; readonly maxLevel: string }[];
};

/**
 * Waits until no type is capped for want of measured independence, or until the time is up, which is no failure: what is
 * still being measured is said. @param timeoutMs how long to wait.
 */
export async function waitForMeasured(
  engineAddress: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Measured> {
  const wanted = [...(await loadCatalog()).values()].flatMap(({ id, levelCeiling }) =>
    levelCeiling === 'single_source' ? [] : [id],
  );
  const measuringOf = (served: Served): string[] => wanted.filter((type) => served.get(type)?.measuring !== false);
  const served = await servedWhen(engineAddress, (now) => measuringOf(now).length === 0, {
    timeoutMs,
    pauseMs: measuredPauseMs,
    signal,
  });
  return {
    measuring: measuringOf(served),
    entries: wanted.map((type) => ({ type, maxLevel: served.get(type)?.maxLevel ?? 'none' })),
  };
}

/** What the engine serves, by type. */
type Served = ReadonlyMap<string, { readonly measuring: boolean; readonly maxLevel: string }>;

/** What the engine serves once that is enough, or at the end of the time. */
async function servedWhen(
  engineAddress: string,
  enough: (served: Served) => boolean,
  wait: { readonly timeoutMs: number; readonly pauseMs: number; readonly signal: AbortSignal | undefined },
): Promise<Served> {
  const deadline = Date.now() + wait.timeoutMs;
  const engine = connect(services.engine, engineAddress);
  try {
    for (;;) {
      wait.signal?.throwIfAborted();
      const served = await servedTypes(engine.methods);
      if (enough(served) || Date.now() > deadline) {
        return served;
      }
      await new Promise((resolve) => setTimeout(resolve, wait.pauseMs));
    }
  } finally {
    engine.close();
  }
}

type Engine = ReturnType<typeof connect<typeof services.engine>>['methods'];

/** An engine that does not answer, since it is being started again or still measures, serves nothing at this moment. */
async function servedTypes(engine: Engine): Promise<Served> {
  try {
    const { types } = await engine.ListTypes({}, rootContext(questionTimeoutMs));
    return new Map(types.map(({ type, measuring, max_level }) => [type, { measuring, maxLevel: max_level }]));
  } catch (error) {
    if (error instanceof Fault && (error.code === 'UNAVAILABLE' || error.code === 'DEADLINE_EXCEEDED')) {
      return new Map();
    }
    throw error;
  }
}

/** What a gateway says to a key: whether it accepts it, and the types it lists (undefined when the key's limit is reached). */
export async function askGateway(
  gatewayUrl: string,
  key: string,
): Promise<{ accepted: boolean; types: ReadonlySet<string> | undefined }> {
  const response = await fetch(`${gatewayUrl}/v1/types`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(questionTimeoutMs),
  });
  const body = (await response.json()) as { types?: { type: string }[] };
  const listed = response.status === 200 ? new Set((body.types ?? []).map(({ type }) => type)) : undefined;
  return { accepted: response.status !== 401, types: listed };
}

/**
 * Waits until a gateway lists as many types as the engine serves. Few questions are asked, since each counts to the
 * key's limit. Rejects with the number listed when it stays behind.
 */
export async function waitForListing(gatewayUrl: string, key: string, count: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { accepted, types } = await askGateway(gatewayUrl, key);
    if (!accepted) {
      throw new Error('the gateway does not accept the demo key');
    }
    if (types === undefined || types.size >= count) {
      return;
    }
    if (attempt === listingAttempts) {
      throw new Error(`the gateway lists ${types.size} of the ${count} types that the engine serves`);
    }
    await new Promise((resolve) => setTimeout(resolve, listingPauseMs));
  }
}
