import type { Address } from '@solana/kit';
import { z } from 'zod';
import { decodeAddress } from '@assay/catalog/base58';
import { chainSnapshot, type AccountSnapshot, type ChainSnapshot } from '@assay/solana/account';
import { maxSlot } from '@assay/solana/nodes/chain-tip';
import { failedRequest, requestOf, type NodeFailure, type RequestPorts } from './request.ts';
import type { ChainNode } from './node.ts';

/** The accounts of one node, or the reason why the read failed. */
export type AccountsRead = { readonly kind: 'snapshot'; readonly snapshot: ChainSnapshot } | NodeFailure;

/** Options of one read. */
export type ReadOptions = {
  readonly timeoutMs: number;
  /** The minimum slot of the answer. A node that has not reached this slot answers with an error. */
  readonly minContextSlot?: number;
};

/** Maximum number of addresses that nodes accept in one request. */
export const maxAddresses = 100;

/**
 * Maximum number of bytes that the engine reads of each account. Every account layout that the engine decodes is
 * shorter. The limit mainly excludes accounts with program code, which can have ten megabytes.
 */
const maxAccountBytes = 32_768;

const maxU64 = 2n ** 64n - 1n;

const account = z.object({
  data: z.tuple([z.base64(), z.literal('base64')]),
  owner: z.string().refine((text) => decodeAddress(text) !== undefined),
  lamports: z.bigint().nonnegative().max(maxU64),
  executable: z.boolean(),
  space: z.bigint().nonnegative().max(maxU64).nullish(),
});
const reply = z.object({
  context: z.object({ slot: z.bigint().positive().max(BigInt(maxSlot)) }),
  value: z.array(account.nullable()),
});

/** Reads accounts of one node in one request, so that all of them are from the same slot. Never rejects. */
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
            dataSlice: { offset: 0, length: maxAccountBytes },
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
    return failedRequest('malformed', 'the response does not have the documented shape', 200);
  }
  const { context, value } = parsed.data;
  const slot = Number(context.slot);
  if (value.length !== addresses.length) {
    return failedRequest('malformed', 'the node returned another number of accounts than was requested', 200);
  }
  if (slot < minContextSlot) {
    return failedRequest('malformed', 'the node answered at an older slot than was requested', 200);
  }
  const entries: (readonly [string, AccountSnapshot | null])[] = [];
  for (const [index, address] of addresses.entries()) {
    const accountJson = value[index] ?? null;
    const data = accountJson === null ? new Uint8Array() : new Uint8Array(Buffer.from(accountJson.data[0], 'base64'));
    if (
      accountJson?.space !== undefined &&
      accountJson.space !== null &&
      data.length !== Math.min(Number(accountJson.space), maxAccountBytes)
    ) {
      return failedRequest(
        'malformed',
        'the node returned another number of bytes than it states for the account',
        200,
      );
    }
    const { owner = '', lamports = 0n, executable = false } = accountJson ?? {};
    entries.push([address, accountJson && { address, owner, lamports, executable, data, slot }]);
  }
  return { kind: 'snapshot', snapshot: chainSnapshot(slot, entries) };
}
