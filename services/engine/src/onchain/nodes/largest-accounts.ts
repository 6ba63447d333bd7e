import type { Address } from '@solana/kit';
import { z } from 'zod';
import { decodeAddress } from '@assay/catalog/base58';
import { maxListedAccounts } from '@assay/solana/risk/holders';
import type { ChainNode } from './node.ts';
import { failedRequest, requestOf, type NodeFailure, type RequestPorts } from './request.ts';

/** The largest accounts of a mint as one node lists them, or the reason why there is no list. */
export type LargestRead = { readonly kind: 'list'; readonly addresses: readonly string[] } | NodeFailure;

const reply = z.object({
  value: z
    .array(z.object({ address: z.string().refine((text) => decodeAddress(text) !== undefined) }))
    .max(maxListedAccounts),
});

/** Asks one node for the largest accounts of a mint. Many nodes refuse this method. Never rejects. */
export async function readLargestOf(
  node: ChainNode,
  mint: string,
  timeoutMs: number,
  ports: RequestPorts,
): Promise<LargestRead> {
  const answer = await requestOf(
    node,
    {
      method: 'getTokenLargestAccounts',
      send: (rpc) => rpc.getTokenLargestAccounts(mint as Address, { commitment: 'confirmed' }).send(),
    },
    timeoutMs,
    ports,
  );
  if (answer.kind === 'failed') {
    return answer;
  }
  const parsed = reply.safeParse(answer.value);
  return parsed.success
    ? { kind: 'list', addresses: [...new Set(parsed.data.value.map(({ address }) => address))] }
    : failedRequest('malformed', 'the response does not have the documented shape', 200);
}
