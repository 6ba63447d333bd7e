import type { AccountSnapshot } from '../account.ts';
import { byteReader } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { isTokenProgram, programs } from '../programs.ts';
import { readMintExtensions, type MintExtensions } from './mint-extensions.ts';
import { accountTypes, readExtensions } from './token-extensions.ts';

/** A token's mint, of either token program. */
export type Mint = {
  readonly address: string;
  readonly program: string;
  /** Who may create more of it; null when nobody can. */
  readonly mintAuthority: string | null;
  /** Who may freeze holders; null when nobody can. */
  readonly freezeAuthority: string | null;
  /** In base units. */
  readonly supply: bigint;
  readonly decimals: number;
  readonly extensions: MintExtensions;
};

const mintLength = 82;
/** An account of this length is a multisig for both token programs, whatever its bytes say. */
const multisigLength = 355;

/**
 * Reads a mint. Stops with `wrong_kind` when no token program owns the account, `uninitialized` for one that was
 * reserved only, `malformed` for bytes that are no mint.
 */
export function decodeMint(account: AccountSnapshot): Mint {
  if (!isTokenProgram(account.owner)) {
    throw new ProblemError('wrong_kind', `${account.address} belongs to ${account.owner}, so it is no mint`);
  }
  const reader = byteReader(account.data, `mint ${account.address}`);
  const extensible = account.owner === programs.token2022 && reader.length !== multisigLength;
  if (reader.length !== mintLength && !extensible) {
    reader.fail(`${reader.length} bytes are not a mint's ${mintLength}`);
  }
  const raw = readExtensions(reader, mintLength, accountTypes.mint);
  const mintAuthority = reader.taggedAddress(0);
  const freezeAuthority = reader.taggedAddress(46);
  if (!reader.flag(45)) {
    throw new ProblemError('uninitialized', `mint ${account.address} was reserved but never initialized`);
  }
  return {
    address: account.address,
    program: account.owner,
    mintAuthority,
    freezeAuthority,
    supply: reader.u64(36),
    decimals: reader.u8(44),
    extensions: readMintExtensions(reader, raw),
  };
}
