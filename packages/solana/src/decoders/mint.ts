import type { AccountSnapshot } from '../account.ts';
import { byteReader } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { isTokenProgram, programs } from '../programs.ts';
import { readMintExtensions, type MintExtensions } from './mint-extensions.ts';
import { accountTypes, readExtensions } from './token-extensions.ts';

/** A mint of either token program. */
export type Mint = {
  readonly address: string;
  readonly program: string;
  /** The address that may create more of the token. Null when nobody can. */
  readonly mintAuthority: string | null;
  /** The address that may freeze accounts of holders. Null when nobody can. */
  readonly freezeAuthority: string | null;
  /** Number of tokens that exist, in base units. */
  readonly supply: bigint;
  readonly decimals: number;
  readonly extensions: MintExtensions;
};

const mintLength = 82;
/**
 * Length of a multisig in bytes. Both token programs treat an account of this length as a multisig, whatever its bytes
 * contain.
 */
const multisigLength = 355;

/**
 * Decodes a mint. Throws ProblemError: `wrong_kind` when no token program owns the account, `uninitialized` when the
 * account was created but never initialized, `malformed` for other bytes.
 */
export function decodeMint(account: AccountSnapshot): Mint {
  if (!isTokenProgram(account.owner)) {
    throw new ProblemError('wrong_kind', `${account.address} belongs to ${account.owner}, so it is not a mint`);
  }
  const reader = byteReader(account.data, `mint ${account.address}`);
  const extensible = account.owner === programs.token2022 && reader.length !== multisigLength;
  if (reader.length !== mintLength && !extensible) {
    reader.fail(`it has ${reader.length} bytes, and a mint has ${mintLength}`);
  }
  const raw = readExtensions(reader, mintLength, accountTypes.mint);
  const mintAuthority = reader.taggedAddress(0);
  const freezeAuthority = reader.taggedAddress(46);
  if (!reader.flag(45)) {
    throw new ProblemError('uninitialized', `mint ${account.address} was never initialized`);
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
