import { programIds } from '../chain/program-ids.ts';
import type { RpcReply } from './test-chain.ts';

/** An account with three bytes of data, in the form that account files have. */
export const smallAccount = {
  lamports: 5,
  data: ['AQID', 'base64'],
  owner: programIds.memo,
  executable: false,
  rentEpoch: 0,
  space: 3,
};

type AccountReply = {
  readonly context: { readonly slot: number };
  readonly value: { readonly data: [string, string] } | null;
};

/** Returns the account data in a reply to `getAccountInfo`, in base64. Returns undefined when there is no account. */
export function bytesOf(reply: RpcReply): string | undefined {
  return (reply.result as AccountReply).value?.data[0];
}

/** Returns the slot that a reply states in its context. */
export function slotOf(reply: RpcReply): number {
  return (reply.result as AccountReply).context.slot;
}
