import type { AccountSnapshot } from '../account.ts';
import { byteReader } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { isTokenProgram } from '../programs.ts';

/** A token program's multisig: `threshold` of `signers` have to sign together. */
export type Multisig = {
  readonly address: string;
  readonly threshold: number;
  readonly signers: readonly string[];
};

const multisigLength = 355;
const maxSigners = 11;

/** Returns whether both token programs would treat the account as a multisig, judged by its length and owner. */
export function isMultisig(account: AccountSnapshot): boolean {
  return isTokenProgram(account.owner) && account.data.length === multisigLength;
}

/** Decodes a multisig. Throws ProblemError `wrong_kind`, `uninitialized`, or `malformed` for impossible counts. */
export function decodeMultisig(account: AccountSnapshot): Multisig {
  if (!isMultisig(account)) {
    throw new ProblemError('wrong_kind', `${account.address} is not a multisig of a token program`);
  }
  const reader = byteReader(account.data, `multisig ${account.address}`);
  const threshold = reader.u8(0);
  const count = reader.u8(1);
  if (!reader.flag(2)) {
    throw new ProblemError('uninitialized', `multisig ${account.address} was never initialized`);
  }
  if (count < 1 || count > maxSigners || threshold < 1 || threshold > count) {
    reader.fail(`${threshold} of ${count} signers is impossible`);
  }
  const signers = Array.from({ length: count }, (_, index) => reader.address(3 + 32 * index));
  return { address: account.address, threshold, signers };
}
