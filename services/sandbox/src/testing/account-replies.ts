import { programIds } from '../chain/program-ids.ts';
import type { RpcReply } from './test-chain.ts';

/** An account with three bytes of data, in the form of an account file. */
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

/** Returns the data of a `getAccountInfo` reply in base64, or undefined when there is no account. */
export function bytesOf(reply: RpcReply): string | undefined {
  return (reply.result as AccountReply).value?.data[0];
}

/** Returns the slot of a reply with a context. */
export function slotOf(reply: RpcReply): number {
  return (reply.result as AccountReply).context.slot;
}
