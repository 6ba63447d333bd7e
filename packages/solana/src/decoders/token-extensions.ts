import type { ByteReader } from '../byte-reader.ts';

/** One Token-2022 extension as it stands in the account. */
export type RawExtension = { readonly type: number; readonly at: number; readonly length: number };

/** Where the account type byte of a Token-2022 account with extensions stands, right after a token account's bytes. */
const accountTypeAt = 165;
const firstExtensionAt = 166;

/** The account type byte: what Token-2022 says that an account with extensions is. */
export const accountTypes = { mint: 1, account: 2 } as const;

/**
 * Walks the extensions of a Token-2022 account as the program does: a type of zero ends the list, and a length that leads
 * past the end is an error. The same type twice is an error as well, and so is a single byte after the last extension,
 * which the program never leaves but a cut account may have.
 * @param baseLength bytes of the plain mint or token account before the extensions.
 * @param accountType what the account type byte has to say.
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
    reader.fail(`${reader.length} bytes are neither ${baseLength} nor long enough for extensions`);
  }
  if (reader.u8(accountTypeAt) !== accountType) {
    reader.fail(`its account type byte is ${reader.u8(accountTypeAt)}, not ${accountType}`);
  }
  if (reader.bytes(baseLength, accountTypeAt - baseLength).some((byte) => byte !== 0)) {
    reader.fail(`the bytes between ${baseLength} and ${accountTypeAt} must be zero`);
  }
  const found: RawExtension[] = [];
  let at = firstExtensionAt;
  while (at < reader.length) {
    const type = reader.u16(at);
    if (type === 0) {
      break;
    }
    const length = reader.u16(at + 2);
    reader.bytes(at + 4, length);
    if (found.some((other) => other.type === type)) {
      reader.fail(`extension ${type} stands there twice`);
    }
    found.push({ type, at: at + 4, length });
    at += 4 + length;
  }
  return found;
}

/** The extension types that a rule here reads or names; the numbers are Token-2022's own. */
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

/** The name of an extension type, or undefined when no rule here knows it. */
export function extensionName(type: number): ExtensionName | undefined {
  return names.get(type);
}
