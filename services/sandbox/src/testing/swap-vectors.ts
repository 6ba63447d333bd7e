import { readFileSync } from 'node:fs';
import type { ChainAccount } from '../chain/account.ts';
import { namedAddress } from '../chain/address.ts';
import { setU64 } from '../chain/bytes.ts';
import { programIds, sysvarIds } from '../chain/program-ids.ts';
import {
  emptyTokenAccount,
  extensionBytes,
  extensionKinds,
  tokenBytes,
  tokenStates,
} from '../chain/programs/token-layout.ts';

/** An account as a swap vector (a recorded swap) contains it. */
export type SwapVectorAccount = { readonly address: string; readonly owner: string; readonly dataBase64: string };

/** A recorded swap: the accounts before it, the input, and the outcome that the real program gave. */
export type SwapVector = {
  readonly id: string;
  readonly name: string;
  readonly accounts: Readonly<Record<string, SwapVectorAccount>>;
  readonly observation?: string;
  readonly clock: { readonly unix: string; readonly slot: string; readonly epoch: string };
  readonly input: {
    readonly mint: string;
    readonly direction: string;
    readonly amountIn: string;
    readonly hasReferral?: boolean;
    readonly instructionsSysvarPassed?: boolean;
    readonly instruction?: string;
    readonly payer?: string;
  };
  readonly expected: Readonly<Record<string, unknown>> & { readonly ok: boolean };
};

/**
 * Reads a file of swap vectors. The files belong to the tests of the package `solana`. The sandbox uses only their
 * data, and no code of that package.
 */
export function loadSwapVectors(name: string): readonly SwapVector[] {
  const file = new URL(`../../../../packages/solana/src/fixtures/${name}`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly vectors: readonly SwapVector[] }).vectors;
}

/** Returns an account with an owner and data. */
export function accountOf(owner: string, data: Uint8Array = new Uint8Array(), lamports = 1_000_000_000n): ChainAccount {
  return { lamports, owner, executable: false, data };
}

/** Returns the account of the Clock sysvar at a time. */
export function clockOf(clock: SwapVector['clock']): ChainAccount {
  const data = new Uint8Array(40);
  setU64(data, 0, BigInt(clock.slot));
  setU64(data, 16, BigInt(clock.epoch));
  setU64(data, 32, BigInt(clock.unix));
  return accountOf(sysvarIds.owner, data);
}

/** Returns the data of a mint without authorities. */
export function plainMint(decimals = 6): Uint8Array {
  const data = new Uint8Array(tokenBytes.mint);
  setU64(data, 36, 10n ** 18n);
  data.set([decimals, 1], 44);
  return data;
}

/** Returns the data of a token account that holds an amount. `withholds` adds the transfer-fee extension. */
export function holding(
  mint: string,
  owner: string,
  amount: bigint,
  tokenProgram: string,
  withholds = false,
): ChainAccount {
  const data = emptyTokenAccount(
    mint,
    owner,
    tokenStates.initialized,
    withholds ? extensionBytes(extensionKinds.transferFeeAmount, new Uint8Array(8)) : new Uint8Array(),
  );
  setU64(data, 64, amount);
  return accountOf(tokenProgram, data);
}

/** Returns the address that belongs to a name. The same name gives the same address in every test. */
export function named(name: string): string {
  return namedAddress('testing', name);
}

/** Returns the accounts of a vector and the account of the Clock sysvar, by address. */
export function ledgerOf(vector: SwapVector): Map<string, ChainAccount> {
  const accounts = new Map<string, ChainAccount>([[sysvarIds.clock, clockOf(vector.clock)]]);
  for (const { address, owner, dataBase64 } of Object.values(vector.accounts)) {
    accounts.set(address, accountOf(owner, new Uint8Array(Buffer.from(dataBase64, 'base64'))));
  }
  return accounts;
}

/** Returns whether a mint charges a transfer fee. In the vectors, every mint with extensions does. */
export function hasFee(mint: ChainAccount | undefined): boolean {
  return mint !== undefined && mint.owner === programIds.token2022 && mint.data.length > tokenBytes.account;
}
