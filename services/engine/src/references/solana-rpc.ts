import { z } from 'zod';
import { createBreaker, type Breaker } from '../attempts/breaker.ts';
import { chainSnapshot, type AccountSnapshot, type ChainSnapshot } from '../chain/account.ts';
import type { Fetched, FetchProvider } from '../providers/fetch.ts';

/** A node of the chain that this process reads. */
export type ChainNode = {
  readonly id: string;
  /** Where its JSON-RPC is reached. */
  readonly url: string;
  readonly breaker: Breaker;
};

/** What reading accounts of one node led to. */
export type AccountsRead =
  | { readonly kind: 'snapshot'; readonly snapshot: ChainSnapshot; readonly httpStatus: number }
  | {
      readonly kind: 'failed';
      readonly outcome: 'http_error' | 'malformed' | 'rate_limited' | 'timeout' | 'unreachable';
      readonly detail: string;
      readonly httpStatus: number;
    };

/** Opens the nodes that the operator configured, in the order of their names. */
export function openChainNodes(urls: Readonly<Record<string, string>>, now: () => number): ChainNode[] {
  return Object.entries(urls)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, url]) => ({ id, url, breaker: createBreaker(now) }));
}

const account = z.object({
  data: z.tuple([z.string(), z.literal('base64')]),
  owner: z.string(),
  lamports: z.string().regex(/^\d+$/),
  executable: z.boolean(),
});
const reply = z.object({
  result: z
    .object({
      context: z.object({ slot: z.string().regex(/^\d{1,15}$/) }),
      value: z.array(account.nullable()),
    })
    .optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

/** Reads accounts of one node as one snapshot, so that all are of the same slot. Never rejects. */
export async function readAccountsOf(
  node: ChainNode,
  addresses: readonly string[],
  fetch: FetchProvider,
  timeoutMs: number,
): Promise<AccountsRead> {
  const { origin, pathname, search } = new URL(node.url);
  const fetched = await fetch(
    origin,
    {
      method: 'POST',
      path: `${pathname}${search}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'getMultipleAccounts',
        params: [addresses, { encoding: 'base64', commitment: 'confirmed' }],
      }),
    },
    timeoutMs,
  );
  const read = readReply(addresses, fetched);
  node.breaker.tell(read.kind === 'snapshot' ? 'success' : 'failure');
  return read;
}

function readReply(addresses: readonly string[], fetched: Fetched): AccountsRead {
  if (fetched.kind !== 'answered') {
    return { kind: 'failed', outcome: fetched.kind, detail: fetched.detail, httpStatus: 0 };
  }
  const { status } = fetched;
  const fail = (outcome: 'http_error' | 'malformed' | 'rate_limited', detail: string): AccountsRead => ({
    kind: 'failed',
    outcome,
    detail,
    httpStatus: status,
  });
  if (status === 429) {
    return fail('rate_limited', 'HTTP 429');
  }
  if (status !== 200) {
    return fail('http_error', `HTTP ${status}`);
  }
  const parsed = reply.safeParse(fetched.body);
  if (!parsed.success) {
    return fail('malformed', 'the node did not answer in the form of JSON-RPC');
  }
  const { result, error } = parsed.data;
  if (result === undefined) {
    return fail('http_error', `the node answered with error ${error?.code.slice(0, 12) ?? 'unknown'}`);
  }
  if (result.value.length !== addresses.length) {
    return fail('malformed', 'the node answered about another number of accounts than it was asked for');
  }
  const slot = Number(result.context.slot);
  const entries = addresses.map((address, index): readonly [string, AccountSnapshot | null] => {
    const found = result.value[index] ?? null;
    return [
      address,
      found && {
        address,
        owner: found.owner,
        lamports: BigInt(found.lamports),
        executable: found.executable,
        data: new Uint8Array(Buffer.from(found.data[0], 'base64')),
        slot,
      },
    ];
  });
  return { kind: 'snapshot', snapshot: chainSnapshot(slot, entries), httpStatus: status };
}
