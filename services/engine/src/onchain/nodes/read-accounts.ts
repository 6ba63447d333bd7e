import type { Address } from '@solana/kit';
import { z } from 'zod';
import { decodeAddress } from '@assay/catalog/base58';
import { chainSnapshot, type AccountSnapshot, type ChainSnapshot } from '@assay/solana/account';
import { failed, requestOf, type NodeFailure, type RequestPorts } from './request.ts';
import type { ChainNode } from './node.ts';

/** What reading accounts of one node led to. */
export type AccountsRead = { readonly kind: 'snapshot'; readonly snapshot: ChainSnapshot } | NodeFailure;

/** How accounts are read. */
export type ReadOptions = {
  readonly timeoutMs: number;
  /** A slot that the node must have reached; one that has not says so rather than answer out of its past. */
  readonly minContextSlot?: number;
};

/** So many addresses one read may name, by the nodes' own rule. */
export const mostAddresses = 100;

/**
 * Of an account so many bytes are read: more than any layout that is decoded here, and a program's code, which may be ten
 * megabytes, stays where it is.
 */
const mostAccountBytes = 32_768;

const account = z.object({
  data: z.tuple([z.base64(), z.literal('base64')]),
  owner: z.string().refine((text) => decodeAddress(text) !== undefined),
  lamports: z.bigint().nonnegative(),
  executable: z.boolean(),
  space: z.bigint().nonnegative().optional(),
});
const reply = z.object({
  context: z.object({ slot: z.bigint().positive().max(BigInt(Number.MAX_SAFE_INTEGER)) }),
  value: z.array(account.nullable()),
});

/** Reads accounts of one node as one snapshot, so that all are of the same slot. Never rejects. */
export async function readAccountsOf(
  node: ChainNode,
  addresses: readonly string[],
  { timeoutMs, minContextSlot }: ReadOptions,
  ports: RequestPorts,
): Promise<AccountsRead> {
  const answer = await requestOf(
    node,
    {
      method: 'getMultipleAccounts',
      send: (rpc) =>
        rpc
          .getMultipleAccounts(addresses as readonly Address[], {
            encoding: 'base64',
            commitment: 'confirmed',
            dataSlice: { offset: 0, length: mostAccountBytes },
            ...(minContextSlot === undefined ? {} : { minContextSlot: BigInt(minContextSlot) }),
          })
          .send(),
    },
    timeoutMs,
    ports,
  );
  if (answer.kind === 'failed') {
    return answer;
  }
  const read = snapshotOf(addresses, answer.value, minContextSlot ?? 0);
  if (read.kind === 'failed') {
    node.breaker.record('failure');
  }
  return read;
}

function snapshotOf(addresses: readonly string[], answer: unknown, minContextSlot: number): AccountsRead {
  const parsed = reply.safeParse(answer);
  if (!parsed.success) {
    return failed('malformed', 'the node did not answer in the documented shape', 200);
  }
  const { context, value } = parsed.data;
  const slot = Number(context.slot);
  if (value.length !== addresses.length) {
    return failed('malformed', 'the node answered about another number of accounts than it was asked for', 200);
  }
  if (slot < minContextSlot) {
    return failed('malformed', 'the node answered out of an older slot than it was asked for', 200);
  }
  const entries: (readonly [string, AccountSnapshot | null])[] = [];
  for (const [index, address] of addresses.entries()) {
    const found = value[index] ?? null;
    const data = found === null ? new Uint8Array() : new Uint8Array(Buffer.from(found.data[0], 'base64'));
    if (found?.space !== undefined && data.length !== Math.min(Number(found.space), mostAccountBytes)) {
      return failed('malformed', 'the node gave another number of bytes than it says an account has', 200);
    }
    const { owner = '', lamports = 0n, executable = false } = found ?? {};
    entries.push([address, found && { address, owner, lamports, executable, data, slot }]);
  }
  return { kind: 'snapshot', snapshot: chainSnapshot(slot, entries) };
}
