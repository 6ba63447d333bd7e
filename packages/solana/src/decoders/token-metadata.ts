import type { AccountSnapshot } from '../account.ts';
import { byteReader, type ByteReader } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { programs } from '../programs.ts';
import type { RawExtension } from './token-extensions.ts';

/** The name of a token, and the address that may change it. */
export type TokenMetadata = {
  /** The address that may change name, symbol and link. Null when nobody can. */
  readonly updateAuthority: string | null;
  /** The mint to which the metadata itself claims to belong. */
  readonly mint: string;
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
};

type Text = { readonly text: string; readonly end: number };

function readText(reader: ByteReader, at: number): Text {
  const length = reader.u32(at);
  const bytes = reader.bytes(at + 4, length);
  // Metaplex pads its texts with zero bytes to a fixed width.
  return { text: Buffer.from(bytes).toString('utf8').replace(/\0+$/u, ''), end: at + 4 + length };
}

/**
 * Decodes the metadata extension of a Token-2022 mint. Throws ProblemError `malformed` when a text extends past the end
 * of the extension.
 */
export function readTokenMetadata(reader: ByteReader, extension: RawExtension): TokenMetadata {
  const name = readText(reader, extension.at + 64);
  const symbol = readText(reader, name.end);
  const uri = readText(reader, symbol.end);
  if (uri.end > extension.at + extension.length) {
    reader.fail('its metadata leads past the end of its extension');
  }
  return {
    updateAuthority: reader.addressUnlessZero(extension.at),
    mint: reader.address(extension.at + 32),
    name: name.text,
    symbol: symbol.text,
    uri: uri.text,
  };
}

const metaplexKey = 4;

/**
 * Decodes a Metaplex metadata account. The update authority is null when the account is immutable. Throws ProblemError
 * `wrong_kind` for another owner or record, `malformed` for truncated bytes.
 */
export function decodeMetaplexMetadata(account: AccountSnapshot): TokenMetadata {
  const reader = byteReader(account.data, `metadata ${account.address}`);
  if (account.owner !== programs.tokenMetadata || reader.u8(0) !== metaplexKey) {
    throw new ProblemError('wrong_kind', `${account.address} is not a metadata account`);
  }
  const name = readText(reader, 65);
  const symbol = readText(reader, name.end);
  const uri = readText(reader, symbol.end);
  const creatorsAt = uri.end + 2;
  const afterCreators = reader.flag(creatorsAt) ? creatorsAt + 5 + reader.u32(creatorsAt + 1) * 34 : creatorsAt + 1;
  const mutable = reader.flag(afterCreators + 1);
  return {
    updateAuthority: mutable ? reader.addressUnlessZero(1) : null,
    mint: reader.address(33),
    name: name.text,
    symbol: symbol.text,
    uri: uri.text,
  };
}
