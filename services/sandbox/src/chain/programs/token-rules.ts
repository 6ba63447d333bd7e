import { programIds } from '../program-ids.ts';
import { customError } from '../runtime/instruction-failure.ts';
import type { Invocation } from '../runtime/invocation.ts';
import { addressIn } from '../bytes.ts';
import { extension, extensionKinds } from './token-layout.ts';

const nonTransferable = 37;
const mintPaused = 67;
const pausedAt = 32;
const hookProgramAt = 32;

/** Throws when a transfer would move tokens that are not transferable. */
export function checkSourceMoves(accountData: Uint8Array): void {
  if (extension(accountData, extensionKinds.nonTransferableAccount) !== undefined) {
    throw customError(nonTransferable);
  }
}

/** Returns whether an instruction that transfers from this account must name the mint. */
export function needsMint(accountData: Uint8Array): boolean {
  const { transferFeeAmount, transferHookAccount, pausableAccount } = extensionKinds;
  return [transferFeeAmount, transferHookAccount, pausableAccount].some(
    (kind) => extension(accountData, kind) !== undefined,
  );
}

/** Throws when the mint of a transfer is paused. */
export function checkNotPaused(mintData: Uint8Array): void {
  if (extension(mintData, extensionKinds.pausable)?.[pausedAt] === 1) {
    throw customError(mintPaused);
  }
}

/** Runs the mint's transfer hook. The transfer fails when the sandbox does not know the hook's program. */
export function checkHook(invocation: Invocation, mintData: Uint8Array): void {
  const hook = extension(mintData, extensionKinds.transferHook);
  if (hook === undefined) {
    return;
  }
  const program = addressIn(hook, hookProgramAt);
  if (program !== programIds.system) {
    invocation.invoke({ program, accounts: [], data: new Uint8Array() });
  }
}
