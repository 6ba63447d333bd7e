import type { Mint } from '../decoders/mint.ts';
import type { TokenAccount } from '../decoders/token-account.ts';
import { activeTransferFee, type TransferFeeTier } from '../decoders/transfer-fee.ts';
import { ProblemError } from '../outcome.ts';

/** Returns the transfer fee of a token in an epoch. Null when transfers cost no fee. */
export function transferFeeOf(mint: Mint | null, epoch: bigint): TransferFeeTier | null {
  const config = mint?.extensions.transferFee ?? null;
  return config === null ? null : activeTransferFee(config, epoch);
}

/**
 * Throws ProblemError `inconsistent` when a vault withholds transfer fees although its mint shows no fee. A mint never
 * loses an extension, so the mint's bytes were truncated.
 */
export function checkSameFee(mint: Mint | null, vault: TokenAccount | null): void {
  const withholds = vault?.extensions.includes('transferFeeAmount') === true;
  if (mint !== null && withholds && mint.extensions.transferFee === null) {
    throw new ProblemError(
      'inconsistent',
      `mint ${mint.address} lacks the transfer fee that vault ${vault.address} has withheld`,
    );
  }
}

/** Returns why a swap cannot move this token; null when a swap can. */
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
  // A swap instruction lists no accounts for a transfer hook. So the token program rejects transfers of a mint with a
  // hook.
  return hook === null ? null : `mint ${mint.address} calls the program ${hook} on every transfer`;
}

/** Throws ProblemError `transfer_blocked` when a swap cannot move the token. */
export function checkTransferable(mint: Mint | null, vault: TokenAccount | null): void {
  const block = transferBlock(mint, vault);
  if (block !== null) {
    throw new ProblemError('transfer_blocked', `this pool cannot swap now: ${block}`);
  }
}
