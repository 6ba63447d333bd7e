import { maxU64, setU64, u64At, u8At } from '../bytes.ts';
import { programIds } from '../program-ids.ts';
import { customError, InstructionFailure } from '../runtime/instruction-failure.ts';
import type { Invocation, Program, WorkingAccount } from '../runtime/invocation.ts';
import {
  extension,
  extensionKinds,
  isMintData,
  isTokenAccountData,
  mintOver,
  tokenAccountOver,
  tokenBytes,
  tokenStates,
  transferFee,
} from './token-layout.ts';
import { checkHook, checkNotPaused, checkSourceMoves, needsMint } from './token-rules.ts';

/** Error numbers of the token programs, by name. */
export const tokenErrors = {
  insufficientFunds: 1,
  mintMismatch: 3,
  ownerMismatch: 4,
  uninitializedState: 9,
  nonNativeHasBalance: 11,
  invalidInstruction: 12,
  overflow: 14,
  accountFrozen: 17,
  decimalsMismatch: 18,
  mintRequired: 31,
  feeMismatch: 32,
} as const;

const tags = { transfer: 3, closeAccount: 9, transferChecked: 12, syncNative: 17, transferFee: 26 } as const;
const transferCheckedWithFee = 1;
const transferUnits = { [programIds.token]: 6_200, [programIds.token2022]: 7_900 } as Readonly<Record<string, number>>;

/**
 * SPL Token and Token-2022. The sandbox supports the transfer of tokens, closing accounts and syncing native balances.
 * Other instructions fail with a line in the log.
 */
export const tokenProgram: Program = (invocation) => {
  const { data } = invocation;
  if (data.length === 0) {
    throw customError(tokenErrors.invalidInstruction);
  }
  invocation.spend(transferUnits[invocation.program] ?? 0);
  switch (u8At(data, 0)) {
    case tags.transfer:
      invocation.log('Instruction: Transfer');
      transfer(invocation, { source: 0, destination: 1, authority: 2, amount: amountIn(data, 1) });
      return;
    case tags.transferChecked:
      invocation.log('Instruction: TransferChecked');
      transfer(invocation, checkedParts(data, 1));
      return;
    case tags.transferFee:
      if (invocation.program === programIds.token2022 && data[1] === transferCheckedWithFee) {
        invocation.log('TransferFeeInstruction: TransferCheckedWithFee');
        transfer(invocation, { ...checkedParts(data, 2), expectedFee: amountIn(data, 11) });
        return;
      }
      break;
    case tags.syncNative:
      invocation.log('Instruction: SyncNative');
      syncNative(invocation);
      return;
    case tags.closeAccount:
      invocation.log('Instruction: CloseAccount');
      closeAccount(invocation);
      return;
    default:
      break;
  }
  invocation.log('the sandbox does not simulate this instruction');
  throw customError(tokenErrors.invalidInstruction);
};

type Transfer = {
  readonly source: number;
  readonly destination: number;
  readonly authority: number;
  readonly amount: bigint;
  readonly mint?: number;
  readonly decimals?: number;
  readonly expectedFee?: bigint;
};

function amountIn(data: Uint8Array, offset: number): bigint {
  if (data.length < offset + 8) {
    throw customError(tokenErrors.invalidInstruction);
  }
  return u64At(data, offset);
}

function checkedParts(data: Uint8Array, offset: number): Transfer {
  const amount = amountIn(data, offset);
  if (data.length < offset + 9) {
    throw customError(tokenErrors.invalidInstruction);
  }
  return { source: 0, mint: 1, destination: 2, authority: 3, amount, decimals: u8At(data, offset + 8) };
}

function transfer(invocation: Invocation, parts: Transfer): void {
  const { amount } = parts;
  // SPL Token checks the destination account first, and Token-2022 checks it last.
  const looksLate = invocation.program === programIds.token2022;
  const source = tokenAccountAt(invocation, parts.source);
  const early = looksLate ? undefined : tokenAccountAt(invocation, parts.destination);
  if (isFrozen(source) || (early !== undefined && isFrozen(early))) {
    throw customError(tokenErrors.accountFrozen);
  }
  if (source.amount() < amount) {
    throw customError(tokenErrors.insufficientFunds);
  }
  if (early !== undefined && early.mint() !== source.mint()) {
    throw customError(tokenErrors.mintMismatch);
  }
  const fee = feeByMint(invocation, parts, source.mint());
  const toItself = invocation.meta(parts.source).address === invocation.meta(parts.destination).address;
  authorize(invocation, parts, toItself);
  const destination = early ?? tokenAccountAt(invocation, parts.destination);
  if (isFrozen(destination)) {
    throw customError(tokenErrors.accountFrozen);
  }
  if (destination.mint() !== source.mint()) {
    throw customError(tokenErrors.mintMismatch);
  }
  invocation.change(parts.source);
  invocation.change(parts.destination);
  if (toItself || amount === 0n) {
    return;
  }
  source.setAmount(source.amount() - amount);
  const credited = destination.amount() + amount - fee;
  // Token-2022 fails when the new balance overflows. SPL Token lets the balance wrap around, because the limited supply
  // of a real mint rules out an overflow.
  if (credited > maxU64 && invocation.program === programIds.token2022) {
    throw customError(tokenErrors.overflow);
  }
  destination.setAmount(credited & maxU64);
  if (fee > 0n) {
    withhold(invocation.change(parts.destination), fee);
  }
  if (source.isNative()) {
    invocation.change(parts.source).lamports -= amount;
    invocation.change(parts.destination).lamports += amount;
  }
}

function isFrozen(account: ReturnType<typeof tokenAccountOver>): boolean {
  return account.state() === tokenStates.frozen;
}

/** Checks a transfer against its mint, if the instruction names the mint. Returns the transfer fee that is withheld. */
function feeByMint(invocation: Invocation, parts: Transfer, sourceMint: string): bigint {
  const { source, mint, amount, expectedFee } = parts;
  checkSourceMoves(invocation.read(source).data);
  if (mint === undefined) {
    if (needsMint(invocation.read(source).data)) {
      throw customError(tokenErrors.mintRequired);
    }
    return 0n;
  }
  const { owner, data } = invocation.read(mint);
  if (invocation.meta(mint).address !== sourceMint) {
    throw customError(tokenErrors.mintMismatch);
  }
  if (owner !== invocation.program) {
    throw new InstructionFailure('IncorrectProgramId');
  }
  if (!isMintData(data)) {
    throw new InstructionFailure('InvalidAccountData');
  }
  if (mintOver(data).decimals() !== parts.decimals) {
    throw customError(tokenErrors.decimalsMismatch);
  }
  checkNotPaused(data);
  checkHook(invocation, data);
  const fee = transferFee(data, amount, invocation.clock.epoch);
  if (expectedFee !== undefined && expectedFee !== fee) {
    throw customError(tokenErrors.feeMismatch);
  }
  return fee;
}

function authorize(invocation: Invocation, parts: Transfer, toItself: boolean): void {
  const { source, authority, amount, mint } = parts;
  const account = tokenAccountAt(invocation, source);
  const signer = invocation.meta(authority).address;
  const permanent = mint === undefined ? undefined : permanentDelegate(invocation.read(mint).data);
  // When an owner is also the delegate, a transfer uses up the delegate's allowance. A transfer by a permanent delegate
  // never does.
  if (account.delegate() === signer && permanent !== signer) {
    requireSigner(invocation, authority);
    if (account.delegatedAmount() < amount) {
      throw customError(tokenErrors.insufficientFunds);
    }
    if (!toItself) {
      account.setDelegatedAmount(account.delegatedAmount() - amount);
      if (account.delegatedAmount() === 0n) {
        account.clearDelegate(invocation.program === programIds.token2022);
      }
    }
    return;
  }
  if (account.owner() !== signer && permanent !== signer) {
    throw customError(tokenErrors.ownerMismatch);
  }
  requireSigner(invocation, authority);
}

function permanentDelegate(mintData: Uint8Array): string | undefined {
  const value = extension(mintData, extensionKinds.permanentDelegate);
  return value === undefined ? undefined : tokenAccountOver(value).mint();
}

/** Checks that the authority signs, or that enough members of a multisig sign. */
function requireSigner(invocation: Invocation, index: number): void {
  const { owner, data } = invocation.read(index);
  if (owner !== invocation.program || data.length !== tokenBytes.multisig) {
    if (!invocation.meta(index).signer) {
      throw new InstructionFailure('MissingRequiredSignature');
    }
    return;
  }
  const [needed = 0, members = 0] = data;
  const signed = new Set(
    invocation.accounts.slice(index + 1).flatMap(({ address, signer }) => (signer ? [address] : [])),
  );
  const present = Array.from({ length: members }, (_, member) =>
    tokenAccountOver(data.subarray(3 + member * 32)).mint(),
  ).filter((member) => signed.has(member));
  if (present.length < needed) {
    throw new InstructionFailure('MissingRequiredSignature');
  }
}

/** Returns accessors for the token account at an index. */
function tokenAccountAt(invocation: Invocation, index: number): ReturnType<typeof tokenAccountOver> {
  const { owner, data } = invocation.read(index);
  if (!isTokenAccountData(data)) {
    throw new InstructionFailure('InvalidAccountData');
  }
  if (owner !== invocation.program) {
    throw new InstructionFailure('IncorrectProgramId');
  }
  const account = tokenAccountOver(data);
  if (account.state() === tokenStates.uninitialized) {
    throw customError(tokenErrors.uninitializedState);
  }
  return account;
}

function withhold(account: WorkingAccount, fee: bigint): void {
  const withheld = extension(account.data, extensionKinds.transferFeeAmount);
  if (withheld === undefined) {
    throw new InstructionFailure('InvalidAccountData');
  }
  setU64(withheld, 0, u64At(withheld, 0) + fee);
}

function syncNative(invocation: Invocation): void {
  const account = tokenAccountAt(invocation, 0);
  if (!account.isNative()) {
    throw customError(19);
  }
  const { lamports } = invocation.change(0);
  account.setAmount(lamports - account.nativeReserve());
}

function closeAccount(invocation: Invocation): void {
  const account = tokenAccountAt(invocation, 0);
  if (invocation.meta(0).address === invocation.meta(1).address) {
    throw new InstructionFailure('InvalidAccountData');
  }
  if (!account.isNative() && account.amount() !== 0n) {
    throw customError(tokenErrors.nonNativeHasBalance);
  }
  if (invocation.meta(2).address !== (account.closeAuthority() ?? account.owner())) {
    throw customError(tokenErrors.ownerMismatch);
  }
  requireSigner(invocation, 2);
  const closed = invocation.change(0);
  invocation.change(1).lamports += closed.lamports;
  Object.assign(closed, { lamports: 0n, owner: programIds.system, data: new Uint8Array() });
}
