import type { Mint } from '../decoders/mint.ts';
import type { TokenAccount } from '../decoders/token-account.ts';
import { activeTransferFee, type TransferFeeTier } from '../decoders/transfer-fee.ts';
import { ProblemError } from '../outcome.ts';

/** The fee that a transfer of this token loses in an epoch; null when there is none to lose. */
export function transferFeeOf(mint: Mint | null, epoch: bigint): TransferFeeTier | null {
  const config = mint?.extensions.transferFee ?? null;
  return config === null ? null : activeTransferFee(config, epoch);
}

/**
 * Stops with `inconsistent` when a vault keeps count of withheld transfer fees for a mint that shows none: the mint's
 * bytes were then cut, since a mint never loses an extension.
 */
export function checkSameFee(mint: Mint | null, vault: TokenAccount | null): void {
  const withholds = vault?.extensions.includes('transferFeeAmount') === true;
  if (mint !== null && withholds && mint.extensions.transferFee === null) {
    throw new ProblemError(
      'inconsistent',
      `mint ${mint.address} lacks the transfer fee that vault ${vault.address} counts`,
    );
  }
}

/** Why a swap cannot move this token at all; null when it can. */
export function transferBlock(mint: Mint | null, vault: TokenAccount | null): string | null {
  if (vault?.state === 'frozen') {
    return `the pool's vault ${vault.address} is frozen`;
  }
  if (mint === null) {
    return null;
  }
  const { nonTransferable, pausable, transferHook } = mint.extensions;
  if (nonTransferable) {
    return `mint ${mint.address} does not let its tokens be transferred`;
  }
  if (pausable?.paused === true) {
    return `mint ${mint.address} is paused`;
  }
  const hook = transferHook?.program ?? null;
  // A pool's swap instruction carries no accounts for a hook, so the token program turns the transfer down.
  return hook === null ? null : `mint ${mint.address} calls the program ${hook} on every transfer`;
}

/** Stops with `transfer_blocked` when a swap cannot move the token. */
export function checkTransferable(mint: Mint | null, vault: TokenAccount | null): void {
  const block = transferBlock(mint, vault);
  if (block !== null) {
    throw new ProblemError('transfer_blocked', `this pool cannot swap now: ${block}`);
  }
}
