import { bodyText } from '@assay/faults/body-text';
import { Pool } from 'undici';
import type { AccountsSnapshot } from './accounts.ts';
import type { RpcNode } from './node-pool.ts';
import { parseAccounts } from './node-response.ts';

/** HTTP connections to nodes of the chain. */
export type NodeConnections = {
  readonly open: (name: string, url: string) => RpcNode;
  readonly close: () => Promise<void>;
};

/** Maximum size of a response. The chain limits the size of an account, so one account always fits. */
const maxResponseBytes = 32 * 1_024 * 1_024;

class ResponseTooLarge extends Error {}

function tooLarge(): ResponseTooLarge {
  return new ResponseTooLarge(`the node answered with more than ${maxResponseBytes} bytes`);
}

/**
 * Creates connections that stay open between calls. They follow no redirects, and their errors contain no host names.
 * @param options.timeoutMs maximum time of one call, from connecting to the end of the response.
 * @param options.connections maximum number of connections to each node.
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
      const request = async (addresses: readonly string[]): Promise<string> => {
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
        return readText(response.body, response.headers['content-encoding']);
      };
      return { name, read: (addresses) => readInParts((part) => request(part).catch(rethrow), addresses) };
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

/** Throws an error without host names, because the message of a network error contains one. */
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

async function readText(
  body: AsyncIterable<Uint8Array>,
  coding: string | readonly string[] | undefined,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxResponseBytes) {
      throw tooLarge();
    }
    chunks.push(chunk);
  }
  const read = bodyText(Buffer.concat(chunks), coding, maxResponseBytes);
  if (read.kind === 'too_large') {
    throw tooLarge();
  }
  return read.text;
}

/** Reads accounts. If they do not fit into one response, reads two halves and returns them with the older slot. */
async function readInParts(
  request: (addresses: readonly string[]) => Promise<string>,
  addresses: readonly string[],
): Promise<AccountsSnapshot> {
  let text: string;
  try {
    text = await request(addresses);
  } catch (error) {
    if (!(error instanceof ResponseTooLarge) || addresses.length < 2) {
      throw error;
    }
    const middle = Math.ceil(addresses.length / 2);
    const first = await readInParts(request, addresses.slice(0, middle));
    const second = await readInParts(request, addresses.slice(middle));
    return {
      slot: first.slot < second.slot ? first.slot : second.slot,
      accounts: new Map([...first.accounts, ...second.accounts]),
    };
  }
  return parseAccounts(text, addresses);
}
