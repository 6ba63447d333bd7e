import type { AccountSnapshot } from '../account.ts';
import { byteReader } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { programs } from '../programs.ts';

/** An account of the upgradeable loader. */
export type LoaderAccount =
  | { readonly kind: 'program'; readonly programData: string }
  /** The account with a program's code. When `authority` is null, nobody can ever change the program. */
  | { readonly kind: 'program_data'; readonly authority: string | null; readonly deployedAtSlot: bigint }
  | { readonly kind: 'buffer'; readonly authority: string | null };

const programLength = 36;

/** Decodes an account of the upgradeable loader. Throws ProblemError `wrong_kind`, `uninitialized` or `malformed`. */
export function decodeLoaderAccount(account: AccountSnapshot): LoaderAccount {
  if (account.owner !== programs.upgradeableLoader) {
    throw new ProblemError(
      'wrong_kind',
      `${account.address} belongs to ${account.owner}, not to the upgradeable loader`,
    );
  }
  const reader = byteReader(account.data, `loader account ${account.address}`);
  const authority = (at: number): string | null => {
    const key = reader.bytes(at, 33);
    return reader.flag(at) && key.length === 33 ? reader.address(at + 1) : null;
  };
  switch (reader.u32(0)) {
    case 0:
      throw new ProblemError('uninitialized', `loader account ${account.address} was never initialized`);
    case 1:
      return { kind: 'buffer', authority: authority(4) };
    case 2:
      return reader.length === programLength
        ? { kind: 'program', programData: reader.address(4) }
        : reader.fail(`it has ${reader.length} bytes, and a program has ${programLength}`);
    case 3:
      return { kind: 'program_data', deployedAtSlot: reader.u64(4), authority: authority(12) };
    default:
      return reader.fail(`its tag is ${reader.u32(0)}, not 1, 2 or 3`);
  }
}

/**
 * Returns the authority of an address lookup table; null when the table is frozen. Throws ProblemError `wrong_kind` or
 * `malformed`.
 */
export function decodeLookupTable(account: AccountSnapshot): { readonly authority: string | null } {
  if (account.owner !== programs.lookupTable) {
    throw new ProblemError('wrong_kind', `${account.address} is not an address lookup table`);
  }
  const reader = byteReader(account.data, `lookup table ${account.address}`);
  if (reader.u32(0) !== 1) {
    reader.fail(`its tag is ${reader.u32(0)}, not 1`);
  }
  // The list of addresses starts at byte 56, so an account with fewer bytes was truncated.
  reader.bytes(0, 56);
  return { authority: reader.flag(21) ? reader.address(22) : null };
}
