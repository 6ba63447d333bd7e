import { addressBytesOf, programAddress, readAddress } from '../chain/address.ts';
import { addressIn, u16At, u32At, u64At, u8At } from '../chain/bytes.ts';
import type { ChainAccount } from '../chain/account.ts';
import { programIds } from '../chain/program-ids.ts';
import { extension, extensionKinds, isMintData, isTokenProgram } from '../chain/programs/token-layout.ts';

/** Gives the mocks of token reports access to the chain, in its newest slot. */
export type TokenReportContext = {
  readonly read: (address: string) => ChainAccount | undefined;
  /** Returns the skew of a provider. A provider with a skew reports a false mint authority. */
  readonly skewOf: (provider: string) => number;
};

/**
 * The facts about a mint that providers report. An undefined field means that the mint has no such authority or
 * extension.
 */
export type TokenFacts = {
  readonly mint: string;
  readonly program: string;
  readonly supply: bigint;
  readonly decimals: number;
  readonly mintAuthority: string | undefined;
  readonly freezeAuthority: string | undefined;
  readonly closeAuthority: string | undefined;
  readonly permanentDelegate: string | undefined;
  readonly hook: { readonly program: string | undefined; readonly authority: string | undefined } | undefined;
  readonly fee:
    | {
        readonly nowBps: number;
        readonly laterBps: number;
        readonly laterEpoch: bigint;
        readonly authority: string | undefined;
      }
    | undefined;
  readonly startsFrozen: boolean | undefined;
  readonly nonTransferable: boolean;
  readonly metadata: { readonly mutable: boolean; readonly authority: string | undefined } | undefined;
};

/**
 * The mint authority that a provider with a skew reports when a mint has none. When a mint has an authority, such a
 * provider reports none.
 */
const falseAuthority = programIds.memo;

/** Reads the facts about a mint from the chain. Returns undefined for an address without a mint. */
export function tokenFacts(context: TokenReportContext, provider: string, mint: string): TokenFacts | undefined {
  const account = readAddress(mint) === undefined ? undefined : context.read(mint);
  if (account === undefined || !isTokenProgram(account.owner) || !isMintData(account.data)) {
    return undefined;
  }
  const { data } = account;
  const actual = optionAt(data, 0);
  const isSkewed = context.skewOf(provider) !== 0;
  return {
    mint,
    program: account.owner,
    supply: u64At(data, 36),
    decimals: u8At(data, 44),
    mintAuthority: isSkewed ? (actual === undefined ? falseAuthority : undefined) : actual,
    freezeAuthority: optionAt(data, 46),
    closeAuthority: addressOf(extension(data, extensionKinds.mintCloseAuthority), 0),
    permanentDelegate: addressOf(extension(data, extensionKinds.permanentDelegate), 0),
    hook: hookOf(extension(data, extensionKinds.transferHook)),
    fee: feeOf(extension(data, extensionKinds.transferFeeConfig)),
    startsFrozen: stateOf(extension(data, extensionKinds.defaultAccountState)),
    nonTransferable: extension(data, extensionKinds.nonTransferable) !== undefined,
    metadata: metadataOf(context, mint, data),
  };
}

function optionAt(data: Uint8Array, offset: number): string | undefined {
  return u32At(data, offset) === 1 ? addressIn(data, offset + 4) : undefined;
}

/**
 * Returns an address that an extension contains. Returns undefined when the extension is absent, or when the address
 * bytes are zeros.
 */
function addressOf(value: Uint8Array | undefined, offset: number): string | undefined {
  if (value === undefined || value.subarray(offset, offset + 32).every((byte) => byte === 0)) {
    return undefined;
  }
  return addressIn(value, offset);
}

function hookOf(value: Uint8Array | undefined): TokenFacts['hook'] {
  return value && { authority: addressOf(value, 0), program: addressOf(value, 32) };
}

function feeOf(value: Uint8Array | undefined): TokenFacts['fee'] {
  return (
    value && {
      authority: addressOf(value, 0),
      nowBps: u16At(value, 88),
      laterBps: u16At(value, 106),
      laterEpoch: u64At(value, 90),
    }
  );
}

function stateOf(value: Uint8Array | undefined): boolean | undefined {
  return value && u8At(value, 0) === 2;
}

function metadataOf(context: TokenReportContext, mint: string, data: Uint8Array): TokenFacts['metadata'] {
  const inMint = extension(data, extensionKinds.tokenMetadata);
  if (inMint !== undefined) {
    const authority = addressOf(inMint, 0);
    return { mutable: authority !== undefined, authority };
  }
  const account = context.read(metadataAddress(mint));
  return account && { mutable: isMutable(account.data), authority: addressIn(account.data, 1) };
}

/** Caches derived addresses, because the derivation of an address takes half a millisecond. */
const metadataAddresses = new Map<string, string>();

function metadataAddress(mint: string): string {
  const known = metadataAddresses.get(mint);
  if (known !== undefined) {
    return known;
  }
  const program = programIds.metaplexMetadata;
  const { address } = programAddress([Buffer.from('metadata'), addressBytesOf(program), addressBytesOf(mint)], program);
  metadataAddresses.set(mint, address);
  return address;
}

/**
 * Returns whether Metaplex metadata is mutable. The flag is stored after three texts, the seller fee, the creators and
 * the primary-sale flag.
 */
function isMutable(data: Uint8Array): boolean {
  let at = 65;
  for (let text = 0; text < 3; text += 1) {
    at += 4 + u32At(data, at);
  }
  at += 2;
  at += u8At(data, at) === 1 ? 1 + 4 + 34 * u32At(data, at + 1) : 1;
  return u8At(data, at + 1) === 1;
}
