import { Pool } from 'undici';
import { readAccounts } from './node-response.ts';
import type { Node, ReadNode } from './node-pool.ts';

/** Connections to nodes of the chain. */
export type NodeConnections = {
  readonly open: (name: string, url: string) => Node;
  readonly close: () => Promise<void>;
};

/** Accounts of this size at most are kept by the chain, so one of them always fits into an answer. */
const maxAnswerBytes = 32 * 1_024 * 1_024;

class TooLarge extends Error {}

/**
 * Opens connections to nodes, kept alive between calls. Redirects are not followed; errors name no host.
 * @param timeoutMs for one call, from connecting to the end of its answer.
 * @param connections of each node at most.
 */
export function createNodeConnections(options: {
  readonly timeoutMs: number;
  readonly connections: number;
}): NodeConnections {
  const pools: Pool[] = [];
  return {
    open: (name, url) => {
      const { origin, pathname, search } = new URL(url);
      const pool = new Pool(origin, {
        connections: options.connections,
        pipelining: 1,
        connect: { timeout: options.timeoutMs },
        headersTimeout: options.timeoutMs,
        bodyTimeout: options.timeoutMs,
        maxHeaderSize: 16_384,
      });
      pools.push(pool);
      const ask = async (addresses: readonly string[]): Promise<string> => {
        const response = await pool.request({
          method: 'POST',
          path: pathname + search,
          headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'assay/0.1' },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'getMultipleAccounts',
            params: [addresses, { encoding: 'base64', commitment: 'confirmed' }],
          }),
          signal: AbortSignal.timeout(options.timeoutMs),
        });
        if (response.statusCode !== 200) {
          await response.body.dump({ limit: 16_384 }).catch(() => undefined);
          throw new Error(`HTTP ${response.statusCode}`);
        }
        return bodyText(response.body);
      };
      return { name, read: (addresses) => readSplitting((some) => ask(some).catch(rethrow), addresses) };
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

/** Only the class of a failure is kept: an error's own text names hosts. */
function rethrow(error: unknown): never {
  const { code, name } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') {
    throw new Error(`the node cannot be reached: ${code}`);
  }
  if (name === 'TimeoutError') {
    throw new Error('the node did not answer in time');
  }
  throw error;
}

async function bodyText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) {
      throw new TooLarge(`the node answered with more than ${maxAnswerBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Accounts may be large; those that do not fit into one answer are asked for in halves, and count as of the older slot. */
async function readSplitting(
  ask: (addresses: readonly string[]) => Promise<string>,
  addresses: readonly string[],
): Promise<Awaited<ReturnType<ReadNode>>> {
  let text: string;
  try {
    text = await ask(addresses);
  } catch (error) {
    if (!(error instanceof TooLarge) || addresses.length < 2) {
      throw error;
    }
    const middle = Math.ceil(addresses.length / 2);
    const first = await readSplitting(ask, addresses.slice(0, middle));
    const second = await readSplitting(ask, addresses.slice(middle));
    return {
      slot: first.slot < second.slot ? first.slot : second.slot,
      accounts: new Map([...first.accounts, ...second.accounts]),
    };
  }
  return readAccounts(text, addresses);
}
