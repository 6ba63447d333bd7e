import type { AccountSnapshot } from '../account.ts';
import { byteReader, type ByteReader } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { isTokenProgram, programs } from '../programs.ts';
import { accountTypes, extensionName, readExtensions, type ExtensionName } from './token-extensions.ts';

/** An account of either token program that holds tokens of one mint. */
export type TokenAccount = {
  readonly address: string;
  readonly program: string;
  readonly mint: string;
  readonly owner: string;
  /** The balance, in base units. */
  readonly amount: bigint;
  readonly delegate: string | null;
  /** The amount that the delegate may still move, in base units. */
  readonly delegatedAmount: bigint;
  readonly state: 'initialized' | 'frozen';
  /** For wrapped SOL, the lamports that are reserved for rent. Null for any other token. */
  readonly nativeReserve: bigint | null;
  readonly closeAuthority: string | null;
  readonly extensions: readonly ExtensionName[];
};

const tokenAccountLength = 165;
const multisigLength = 355;

/**
 * Decodes a token account. Throws ProblemError: `wrong_kind` when no token program owns it, `uninitialized` when it was
 * created but never initialized, `malformed` for other bytes.
 */
export function decodeTokenAccount(account: AccountSnapshot): TokenAccount {
  if (!isTokenProgram(account.owner)) {
    throw new ProblemError('wrong_kind', `${account.address} belongs to ${account.owner}, so it holds no tokens`);
  }
  const reader = byteReader(account.data, `token account ${account.address}`);
  const extensible = account.owner === programs.token2022 && reader.length !== multisigLength;
  if (reader.length !== tokenAccountLength && !extensible) {
    reader.fail(`it has ${reader.length} bytes, and a token account has ${tokenAccountLength}`);
  }
  const raw = readExtensions(reader, tokenAccountLength, accountTypes.account);
  return {
    address: account.address,
    program: account.owner,
    state: readState(reader, account.address),
    mint: reader.address(0),
    owner: reader.address(32),
    amount: reader.u64(64),
    delegate: reader.taggedAddress(72),
    nativeReserve: readNativeReserve(reader),
    delegatedAmount: reader.u64(121),
    closeAuthority: reader.taggedAddress(129),
    extensions: raw.flatMap(({ type }) => extensionName(type) ?? []),
  };
}

function readState(reader: ByteReader, address: string): TokenAccount['state'] {
  const state = reader.u8(108);
  if (state === 0) {
    throw new ProblemError('uninitialized', `token account ${address} was never initialized`);
  }
  return state === 1 ? 'initialized' : state === 2 ? 'frozen' : reader.fail(`its state is ${state}, not 1 or 2`);
}

function readNativeReserve(reader: ByteReader): bigint | null {
  const tag = reader.u32(109);
  return tag === 0 ? null : tag === 1 ? reader.u64(113) : reader.fail(`the tag at byte 109 must be 0 or 1`);
}
