import type { ByteReader } from '../byte-reader.ts';
import { extensionName, extensionTypes, type ExtensionName, type RawExtension } from './token-extensions.ts';
import { readTokenMetadata, type TokenMetadata } from './token-metadata.ts';
import { readTransferFeeConfig, type TransferFeeConfig } from './transfer-fee.ts';

/** The extensions of a Token-2022 mint. For an SPL Token mint every field is null, false or empty. */
export type MintExtensions = {
  readonly names: readonly ExtensionName[];
  /** Extensions that this package does not know, so that their effect on holders is unknown. */
  readonly unknown: readonly { readonly type: number; readonly length: number }[];
  readonly transferFee: TransferFeeConfig | null;
  readonly closeAuthority: string | null;
  /** The address that may move or burn any holder's tokens. Null when there is none. */
  readonly permanentDelegate: string | null;
  readonly transferHook: { readonly authority: string | null; readonly program: string | null } | null;
  readonly defaultFrozen: boolean;
  readonly nonTransferable: boolean;
  readonly pausable: { readonly authority: string | null; readonly paused: boolean } | null;
  readonly metadataPointer: { readonly authority: string | null; readonly address: string | null } | null;
  readonly metadata: TokenMetadata | null;
};

/** Lengths of extensions in bytes, for those that the program always writes with the same length. */
const fixedLengths: Partial<Record<ExtensionName, number>> = {
  mintCloseAuthority: 32,
  defaultAccountState: 1,
  nonTransferable: 0,
  permanentDelegate: 32,
  transferHook: 64,
  metadataPointer: 64,
  pausableConfig: 33,
};

const frozenState = 2;

/**
 * Decodes the extensions of a mint. Throws ProblemError `malformed` when an extension has another length than the
 * program writes.
 */
export function readMintExtensions(reader: ByteReader, raw: readonly RawExtension[]): MintExtensions {
  for (const { type, length } of raw) {
    const name = extensionName(type);
    const fixed = name === undefined ? undefined : fixedLengths[name];
    if (fixed !== undefined && fixed !== length) {
      reader.fail(`its extension ${name} has ${length} bytes, not ${fixed}`);
    }
  }
  const read = <T>(name: ExtensionName, take: (extension: RawExtension) => T): T | null => {
    const extension = raw.find(({ type }) => type === extensionTypes[name]);
    return extension === undefined ? null : take(extension);
  };
  return {
    names: raw.flatMap(({ type }) => extensionName(type) ?? []),
    unknown: raw.filter(({ type }) => extensionName(type) === undefined).map(({ type, length }) => ({ type, length })),
    transferFee: read('transferFeeConfig', (extension) => readTransferFeeConfig(reader, extension)),
    closeAuthority: read('mintCloseAuthority', ({ at }) => reader.addressUnlessZero(at)),
    permanentDelegate: read('permanentDelegate', ({ at }) => reader.addressUnlessZero(at)),
    transferHook: read('transferHook', ({ at }) => ({
      authority: reader.addressUnlessZero(at),
      program: reader.addressUnlessZero(at + 32),
    })),
    defaultFrozen: read('defaultAccountState', ({ at }) => reader.u8(at) === frozenState) ?? false,
    nonTransferable: read('nonTransferable', () => true) ?? false,
    pausable: read('pausableConfig', ({ at }) => ({
      authority: reader.addressUnlessZero(at),
      paused: reader.flag(at + 32),
    })),
    metadataPointer: read('metadataPointer', ({ at }) => ({
      authority: reader.addressUnlessZero(at),
      address: reader.addressUnlessZero(at + 32),
    })),
    metadata: read('tokenMetadata', (extension) => readTokenMetadata(reader, extension)),
  };
}
