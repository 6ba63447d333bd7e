import { chainSnapshot, type AccountSnapshot, type ChainSnapshot } from '@assay/solana/account';
import type { Derivation } from '@assay/solana/outcome';
import { clockAddress } from '@assay/solana/programs';
import type { RpcReply } from '../../../services/sandbox/src/testing/test-chain.ts';

/** An account in the JSON form of a node's response. */
export type WrittenAccount = {
  readonly lamports: number;
  readonly data: readonly [string, string];
  readonly owner: string;
  readonly executable: boolean;
};

type Read = { readonly context: { readonly slot: number }; readonly value: readonly (null | WrittenAccount)[] };

/** Sends a JSON-RPC request to a node of the sandbox, without a server. */
export type Ask = (node: string, method: string, ...params: readonly unknown[]) => RpcReply;

/** Reads accounts from a node of the sandbox as the engine does, in one request. */
export function snapshotFrom(ask: Ask, node: string, addresses: readonly string[]): ChainSnapshot {
  const { context, value } = ask(node, 'getMultipleAccounts', addresses).result as Read;
  const { slot } = context;
  return chainSnapshot(
    slot,
    addresses.map((address, index): [string, AccountSnapshot | null] => {
      const writtenAccount = value[index] ?? null;
      const snapshot =
        writtenAccount === null
          ? null
          : {
              address,
              owner: writtenAccount.owner,
              lamports: BigInt(writtenAccount.lamports),
              executable: writtenAccount.executable,
              data: new Uint8Array(Buffer.from(writtenAccount.data[0], 'base64')),
              slot,
            };
      return [address, snapshot];
    }),
  );
}

/** Runs a derivation on a node of the sandbox. Reads the accounts that the derivation asks for until it has a result. */
export function deriveFrom<Value>(
  ask: Ask,
  node: string,
  derivation: (snapshot: ChainSnapshot) => Derivation<Value>,
): Derivation<Value> {
  const addresses: string[] = [clockAddress];
  for (;;) {
    const derived = derivation(snapshotFrom(ask, node, addresses));
    if (derived.kind !== 'needs') {
      return derived;
    }
    addresses.push(...derived.addresses);
  }
}
