import { addressBytesOf } from '../address.ts';
import { addressIn, setU64, u16At, u32At, u64At, u8At } from '../bytes.ts';
import { programIds } from '../program-ids.ts';

/** Lengths, in bytes, of the accounts of the token programs without extensions. */
export const tokenBytes = { mint: 82, account: 165, multisig: 355 } as const;

/** The numbers with which Token-2022 identifies its extensions, for the extensions that the sandbox knows. */
export const extensionKinds = {
  transferFeeConfig: 1,
  transferFeeAmount: 2,
  mintCloseAuthority: 3,
  defaultAccountState: 6,
  immutableOwner: 7,
  memoTransfer: 8,
  nonTransferable: 9,
  permanentDelegate: 12,
  nonTransferableAccount: 13,
  transferHook: 14,
  transferHookAccount: 15,
  metadataPointer: 18,
  tokenMetadata: 19,
  pausable: 26,
  pausableAccount: 27,
} as const;

const typeAt = 165;
const firstExtensionAt = 166;
const mintType = 1;
const accountType = 2;

/** The states of a token account, by their numbers. */
export const tokenStates = { uninitialized: 0, initialized: 1, frozen: 2 } as const;

/** Returns whether an address is one of the two token programs. */
export function isTokenProgram(address: string): boolean {
  return address === programIds.token || address === programIds.token2022;
}

/** Returns whether data has the length and the type of a token account. */
export function isTokenAccountData(data: Uint8Array): boolean {
  return data.length === tokenBytes.account || (hasExtensions(data) && data[typeAt] === accountType);
}

/** Returns whether data has the length and the type of a mint. */
export function isMintData(data: Uint8Array): boolean {
  return data.length === tokenBytes.mint || (hasExtensions(data) && data[typeAt] === mintType);
}

function hasExtensions(data: Uint8Array): boolean {
  return data.length > firstExtensionAt && data.length !== tokenBytes.multisig;
}

/**
 * Returns the bytes of an extension as a view into the account's data. Returns undefined when the account lacks the
 * extension.
 */
export function extension(data: Uint8Array, kind: number): Uint8Array | undefined {
  for (const [found, value] of extensionsOf(data)) {
    if (found === kind) {
      return value;
    }
  }
  return undefined;
}

/** Returns all extensions of a mint or token account, in their order. */
export function extensionsOf(data: Uint8Array): readonly (readonly [kind: number, value: Uint8Array])[] {
  const extensions: [number, Uint8Array][] = [];
  if (!hasExtensions(data)) {
    return extensions;
  }
  for (let at = firstExtensionAt; at + 4 <= data.length;) {
    const kind = u16At(data, at);
    const length = u16At(data, at + 2);
    if (kind === 0 || at + 4 + length > data.length) {
      break;
    }
    extensions.push([kind, data.subarray(at + 4, at + 4 + length)]);
    at += 4 + length;
  }
  return extensions;
}

/** Returns accessors for the fields of a token account. A setter writes to the bytes of `data`. */
export function tokenAccountOver(data: Uint8Array) {
  return {
    mint: () => addressIn(data, 0),
    owner: () => addressIn(data, 32),
    amount: () => u64At(data, 64),
    setAmount: (amount: bigint) => setU64(data, 64, amount),
    delegate: () => (u32At(data, 72) === 1 ? addressIn(data, 76) : undefined),
    state: () => u8At(data, 108),
    isNative: () => u32At(data, 109) === 1,
    nativeReserve: () => u64At(data, 113),
    delegatedAmount: () => u64At(data, 121),
    setDelegatedAmount: (amount: bigint) => setU64(data, 121, amount),
    /** Removes the delegate. With `forgets`, also clears the delegate's address, as Token-2022 does. */
    clearDelegate: (forgets: boolean) => {
      data.fill(0, 72, forgets ? 108 : 76);
    },
    closeAuthority: () => (u32At(data, 129) === 1 ? addressIn(data, 133) : undefined),
  };
}

/** Returns accessors for the fields of a mint. */
export function mintOver(data: Uint8Array) {
  return {
    decimals: () => u8At(data, 44),
    isInitialized: () => u8At(data, 45) === 1,
    supply: () => u64At(data, 36),
  };
}

/**
 * Returns the transfer fee on an amount, by the mint's rule for an epoch. The fee is zero for a mint without transfer
 * fees.
 */
export function transferFee(mintData: Uint8Array, amount: bigint, epoch: bigint): bigint {
  const config = extension(mintData, extensionKinds.transferFeeConfig);
  if (config === undefined) {
    return 0n;
  }
  const older = 72;
  const newer = 90;
  const tier = epoch >= u64At(config, newer) ? newer : older;
  const basisPoints = BigInt(u16At(config, tier + 16));
  const maxFee = u64At(config, tier + 8);
  const fee = (amount * basisPoints + 9_999n) / 10_000n;
  return fee > maxFee ? maxFee : fee;
}

/** Returns the data of an empty token account. */
export function emptyTokenAccount(mint: string, owner: string, state: number, extensions: Uint8Array): Uint8Array {
  const data = new Uint8Array(extensions.length === 0 ? tokenBytes.account : firstExtensionAt + extensions.length);
  data.set(addressBytesOf(mint), 0);
  data.set(addressBytesOf(owner), 32);
  data[108] = state;
  if (extensions.length > 0) {
    data[typeAt] = accountType;
    data.set(extensions, firstExtensionAt);
  }
  return data;
}

/**
 * For each extension of a mint: the extension that its token accounts need, and the number of bytes of that extension.
 */
const accountExtensions: Readonly<Record<number, readonly [kind: number, bytes: number]>> = {
  [extensionKinds.transferFeeConfig]: [extensionKinds.transferFeeAmount, 8],
  [extensionKinds.nonTransferable]: [extensionKinds.nonTransferableAccount, 0],
  [extensionKinds.transferHook]: [extensionKinds.transferHookAccount, 1],
  [extensionKinds.pausable]: [extensionKinds.pausableAccount, 0],
};

/** Returns the extensions of a new associated token account. Accounts of SPL Token have no extensions. */
export function associatedExtensions(mintData: Uint8Array, tokenProgram: string): Uint8Array {
  if (tokenProgram === programIds.token) {
    return new Uint8Array();
  }
  const needed = extensionsOf(mintData).flatMap(([kind]) =>
    accountExtensions[kind] === undefined ? [] : [accountExtensions[kind]],
  );
  return new Uint8Array(
    Buffer.concat(
      [[extensionKinds.immutableOwner, 0] as const, ...needed].map(([kind, bytes]) =>
        extensionBytes(kind, new Uint8Array(bytes)),
      ),
    ),
  );
}

/** Returns an extension in its stored form: its kind, its length and its bytes. */
export function extensionBytes(kind: number, value: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + value.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, kind, true);
  view.setUint16(2, value.length, true);
  bytes.set(value, 4);
  return bytes;
}
