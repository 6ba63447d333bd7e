import { programIds } from '../program-ids.ts';
import { isMintData, isTokenAccountData, mintOver, tokenAccountOver } from '../programs/token-layout.ts';
import { addressBytesOf } from '../address.ts';
import type { ChainAccount } from '../account.ts';
import { RpcError } from './rpc-error.ts';
import { inContext, type RpcMethod, type NodeContext } from './context.ts';
import { addressAt, contextSlot, optionsAt } from './params.ts';
import { tokenAmount } from './token-amount.ts';

const maxLargestAccounts = 20;

/** Returns the supply of a token. */
export const getTokenSupply: RpcMethod = (context, params) => {
  const mint = addressAt(params, 0);
  const slot = contextSlot(context.node, optionsAt(params, 1));
  const { supply, decimals } = mintAt(context, mint, slot);
  return inContext(slot, tokenAmount(supply, decimals));
};

/** Returns the twenty accounts with the largest amounts of a token. */
export const getTokenLargestAccounts: RpcMethod = (context, params) => {
  const { node } = context;
  const mint = addressAt(params, 0);
  const slot = contextSlot(node, optionsAt(params, 1));
  const { decimals } = mintAt(context, mint, slot);
  const mintBytes = addressBytesOf(mint);
  const held = node.addresses().flatMap((address) => {
    const account = node.read(address, slot);
    return account !== undefined && holds(account, mintBytes)
      ? [{ address, amount: tokenAccountOver(account.data).amount() }]
      : [];
  });
  const largest = held.toSorted((a, b) =>
    a.amount === b.amount ? (a.address < b.address ? -1 : 1) : a.amount > b.amount ? -1 : 1,
  );
  return inContext(
    slot,
    largest.slice(0, maxLargestAccounts).map(({ address, amount }) => ({ address, ...tokenAmount(amount, decimals) })),
  );
};

function mintAt({ node }: NodeContext, mint: string, slot: number): { supply: bigint; decimals: number } {
  const account = node.read(mint, slot);
  if (account === undefined) {
    throw new RpcError(-32_602, 'Invalid param: could not find account');
  }
  if (!isOfTokenProgram(account) || !isMintData(account.data) || !mintOver(account.data).isInitialized()) {
    throw new RpcError(-32_602, 'Invalid param: not a Token mint');
  }
  return { supply: mintOver(account.data).supply(), decimals: mintOver(account.data).decimals() };
}

function holds(account: ChainAccount, mint: Uint8Array): boolean {
  return (
    isOfTokenProgram(account) &&
    isTokenAccountData(account.data) &&
    mint.every((byte, index) => account.data[index] === byte)
  );
}

function isOfTokenProgram({ owner }: ChainAccount): boolean {
  return owner === programIds.token || owner === programIds.token2022;
}
