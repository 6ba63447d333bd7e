import type { AccountSnapshot } from '@assay/solana/account';
import { isOnCurve } from '@assay/solana/addresses/on-curve';
import { addressBytes } from '@assay/solana/addresses/program-address';
import { numberedAddress, splTokenAccount } from '@assay/solana/testing/chain-accounts';
import { account, clockAccount, loadFixture, type FixtureAccount } from '@assay/solana/testing/chain-fixtures';

type Vector = {
  readonly id: string;
  readonly name: string;
  readonly accounts: Readonly<Record<'pool' | 'ammConfig' | 'vault0' | 'vault1' | 'mint0' | 'mint1', FixtureAccount>>;
  readonly clock: { readonly unix: string; readonly slot: string; readonly epoch: string };
  readonly input: { readonly direction: '0to1' | '1to0'; readonly amountIn: string };
  readonly expected: { readonly ok: boolean; readonly amountOut?: string };
};

/** A recorded swap, the trader's accounts, and the parameters of the question about the swap. */
export type SwapScene = {
  readonly accounts: readonly AccountSnapshot[];
  readonly params: {
    readonly pool: string;
    readonly payer: string;
    readonly inputTokenAccount: string;
    readonly outputTokenAccount: string;
    readonly amountIn: string;
  };
  /** The amount that the program pays out, in the token's smallest unit. */
  readonly amountOut: bigint;
  readonly inputMint: string;
  readonly outputMint: string;
  /** The address of the pool's vault of the input token. */
  readonly inputVault: string;
  /** The address of the pool's vault of the output token. */
  readonly outputVault: string;
};

/** The address of a wallet. Such an address must be a point on the ed25519 curve. */
export const payer = [...Array(50).keys()].map(numberedAddress).find((each) => isOnCurve(addressBytes(each))) ?? '';

const { vectors } = loadFixture<{ readonly vectors: readonly Vector[] }>('cpmm.json');

/** Returns the first recorded CPMM swap that succeeds, with a payer who has the accounts for it. */
export function swapScene(): SwapScene {
  const vector = vectors.find(({ expected }) => expected.ok);
  if (vector === undefined) {
    throw new Error('no recorded swap succeeds');
  }
  const { mint0, mint1, vault0, vault1, pool } = vector.accounts;
  const forward = vector.input.direction === '0to1';
  const [inputMint, outputMint] = forward ? [mint0, mint1] : [mint1, mint0];
  const { amountIn } = vector.input;
  const held = (address: string, mint: FixtureAccount, amount: bigint): AccountSnapshot => ({
    ...splTokenAccount({ address, mint: mint.address, owner: payer, amount }),
    owner: mint.owner,
  });
  const [inputTokenAccount, outputTokenAccount] = [numberedAddress(9_001), numberedAddress(9_002)];
  return {
    accounts: [
      ...Object.values(vector.accounts).map(account),
      held(inputTokenAccount, inputMint, BigInt(amountIn)),
      held(outputTokenAccount, outputMint, 7n),
      clockAccount(vector.clock),
    ],
    params: { pool: pool.address, payer, inputTokenAccount, outputTokenAccount, amountIn },
    amountOut: BigInt(vector.expected.amountOut ?? '0'),
    inputMint: inputMint.address,
    outputMint: outputMint.address,
    inputVault: (forward ? vault0 : vault1).address,
    outputVault: (forward ? vault1 : vault0).address,
  };
}

/** Returns a token account whose balance is higher by `by` base units. */
export function withBalanceChange(account: AccountSnapshot, by: bigint): AccountSnapshot {
  const data = Uint8Array.from(account.data);
  const view = new DataView(data.buffer);
  view.setBigUint64(64, view.getBigUint64(64, true) + by, true);
  return { ...account, data };
}
