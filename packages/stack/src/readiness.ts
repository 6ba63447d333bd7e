import { loadCatalog } from '@assay/catalog/catalog';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { waitUntil } from './service-process.ts';

const questionTimeoutMs = 5_000;
const measuredTimeoutMs = 40_000;
const listingAttempts = 5;
const listingPauseMs = 600;

/**
 * Waits until the engine can serve every type of this build's catalog.
 * @returns how many it serves, and which it does not when the time is up.
 */
export async function waitForTypes(
  engineAddress: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly served: number; readonly missing: readonly string[] }> {
  const wanted = [...(await loadCatalog()).keys()];
  const engine = connect(services.engine, engineAddress);
  let missing = wanted;
  try {
    await waitUntil(
      async () => {
        const { types } = await engine.methods.ListTypes({}, rootContext(questionTimeoutMs));
        const served = new Set(types.map(({ type }) => type));
        missing = wanted.filter((type) => !served.has(type));
        return missing.length === 0;
      },
      { timeoutMs: measuredTimeoutMs, otherwise: () => `not served: ${missing.join(', ')}`, signal },
    );
  } catch (error) {
    if (missing.length === 0 || signal?.aborted === true) {
      throw error;
    }
  } finally {
    engine.close();
  }
  return { served: wanted.length - missing.length, missing };
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
