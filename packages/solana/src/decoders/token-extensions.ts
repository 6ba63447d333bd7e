import type { ByteReader } from '../byte-reader.ts';

/** The type, offset and length of one Token-2022 extension. */
export type RawExtension = { readonly type: number; readonly at: number; readonly length: number };

/** Offset of the account type byte in a Token-2022 account with extensions, right after a token account's 165 bytes. */
const accountTypeAt = 165;
const firstExtensionAt = 166;

/** Values of the account type byte. */
export const accountTypes = { mint: 1, account: 2 } as const;

/**
 * Returns the extensions of a Token-2022 account, found in the same way as the program finds them. A type of zero ends
 * the list. Throws ProblemError `malformed` when an extension extends past the end, when a type occurs twice, or when a
 * single byte follows the last extension. The program never writes such a byte, but a truncated account may end with
 * it.
 * @param baseLength length in bytes of the plain mint or token account, which precedes the extensions.
 * @param accountType the expected account type byte.
 */
export function readExtensions(
  reader: ByteReader,
  baseLength: number,
  accountType: (typeof accountTypes)[keyof typeof accountTypes],
): readonly RawExtension[] {
  if (reader.length === baseLength) {
    return [];
  }
  if (reader.length <= firstExtensionAt) {
    reader.fail(
      `it has ${reader.length} bytes; it needs ${baseLength} without extensions, and more than ${firstExtensionAt} with them`,
    );
  }
  if (reader.u8(accountTypeAt) !== accountType) {
    reader.fail(`its account type byte is ${reader.u8(accountTypeAt)}, not ${accountType}`);
  }
  if (reader.bytes(baseLength, accountTypeAt - baseLength).some((byte) => byte !== 0)) {
    reader.fail(`the bytes between ${baseLength} and ${accountTypeAt} must be zero`);
  }
  const extensions: RawExtension[] = [];
  let at = firstExtensionAt;
  while (at < reader.length) {
    const type = reader.u16(at);
    if (type === 0) {
      break;
    }
    const length = reader.u16(at + 2);
    reader.bytes(at + 4, length);
    if (extensions.some((other) => other.type === type)) {
      reader.fail(`extension ${type} occurs twice`);
    }
    extensions.push({ type, at: at + 4, length });
    at += 4 + length;
  }
  return extensions;
}

/** The number of each extension type, as Token-2022 defines it. */
export const extensionTypes = {
  transferFeeConfig: 1,
  transferFeeAmount: 2,
  mintCloseAuthority: 3,
  confidentialTransferMint: 4,
  confidentialTransferAccount: 5,
  defaultAccountState: 6,
  immutableOwner: 7,
  memoTransfer: 8,
  nonTransferable: 9,
  interestBearingConfig: 10,
  cpiGuard: 11,
  permanentDelegate: 12,
  nonTransferableAccount: 13,
  transferHook: 14,
  transferHookAccount: 15,
  confidentialTransferFeeConfig: 16,
  confidentialTransferFeeAmount: 17,
  metadataPointer: 18,
  tokenMetadata: 19,
  groupPointer: 20,
  tokenGroup: 21,
  groupMemberPointer: 22,
  tokenGroupMember: 23,
  confidentialMintBurn: 24,
  scaledUiAmountConfig: 25,
  pausableConfig: 26,
  pausableAccount: 27,
  permissionedBurn: 28,
} as const;

/** The name of a known extension type. */
export type ExtensionName = keyof typeof extensionTypes;

const names = new Map<number, ExtensionName>(
  Object.entries(extensionTypes).map(([name, type]) => [type, name as ExtensionName]),
);

/** Returns the name of an extension type. Undefined for an unknown type. */
export function extensionName(type: number): ExtensionName | undefined {
  return names.get(type);
}
