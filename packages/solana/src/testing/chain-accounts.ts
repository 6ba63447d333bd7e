import { base58 } from '@scure/base';
import type { AccountSnapshot } from '../account.ts';
import { addressBytes, metadataAddress } from '../addresses/program-address.ts';
import { programs } from '../programs.ts';
import { vectorSlot } from './chain-fixtures.ts';

/** Returns an address derived from a number. The address may be on or off the curve. */
export function numberedAddress(number: number): string {
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(0, number, true);
  return base58.encode(bytes);
}

function entry(address: string, owner: string, data: Uint8Array): AccountSnapshot {
  return { address, owner, lamports: 1n, executable: false, data, slot: vectorSlot };
}

/** Returns a mint of SPL Token with six decimals. */
export function splMint(mint: {
  readonly address: string;
  readonly supply: bigint;
  readonly mintAuthority?: string;
  readonly freezeAuthority?: string;
}): AccountSnapshot {
  const data = new Uint8Array(82);
  const values = new DataView(data.buffer);
  const authority = (at: number, address: string | undefined): void => {
    if (address !== undefined) {
      values.setUint32(at, 1, true);
      data.set(addressBytes(address), at + 4);
    }
  };
  authority(0, mint.mintAuthority);
  values.setBigUint64(36, mint.supply, true);
  data[44] = 6;
  data[45] = 1;
  authority(46, mint.freezeAuthority);
  return entry(mint.address, programs.token, data);
}

/** Returns a token account of SPL Token. */
export function splTokenAccount(tokenAccount: {
  readonly address: string;
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
}): AccountSnapshot {
  const data = new Uint8Array(165);
  data.set(addressBytes(tokenAccount.mint), 0);
  data.set(addressBytes(tokenAccount.owner), 32);
  new DataView(data.buffer).setBigUint64(64, tokenAccount.amount, true);
  data[108] = 1;
  return entry(tokenAccount.address, programs.token, data);
}

/** Returns a Metaplex metadata account at its standard address. */
export function metaplexMetadata(mint: string, updateAuthority: string, mutable: boolean): AccountSnapshot {
  const text = (value: string): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(value.length);
    return Buffer.concat([length, Buffer.from(value)]);
  };
  const data = Buffer.concat([
    Buffer.from([4]),
    addressBytes(updateAuthority),
    addressBytes(mint),
    ...['Vector Coin\0\0\0', 'VEC', 'https://example.com/v.json'].map(text),
    Buffer.from([0, 0]),
    // The metadata has one creator, so that the list of creators shifts the offset of the flags after it.
    Buffer.from([1, 1, 0, 0, 0]),
    Buffer.alloc(34, 5),
    Buffer.from([0, mutable ? 1 : 0]),
    Buffer.alloc(100),
  ]);
  return entry(metadataAddress(mint), programs.tokenMetadata, data);
}
