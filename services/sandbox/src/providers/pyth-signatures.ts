import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { SignerSetName } from '../control/signers.ts';
import type { OraclePrice } from '../market/oracle.ts';

type SignerSet = {
  readonly index: number;
  /** The indexes of the members of the set that sign, in ascending order. */
  readonly signers: readonly number[];
  /** The address of the program that sends the prices, in hexadecimal digits. */
  readonly emitter: string;
  /** The number of the sandbox key that the member with index 0 has. The following members have the following keys. */
  readonly firstKey: number;
};

const pythnetChain = 26;
const senderOfRouters = Buffer.from('Pythnet'.repeat(5)).subarray(0, 32).toString('hex');
const senderOfGuardians = 'e101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71';

/**
 * Signer sets with the structure of Pyth's real sets, but with keys that anybody can compute. Since the upgrade of
 * 2026-08-26, three of five routers sign, and since September they are set 1. Before the upgrade, 13 of 19 guardians of
 * Wormhole (set 5) signed. Source: https://docs.pyth.network/price-feeds/core/upgrade/how-it-works, read 2026-11-27.
 */
const sets: Readonly<Record<SignerSetName, SignerSet>> = {
  routers: { index: 1, signers: [0, 1, 3], emitter: senderOfRouters, firstKey: 0 },
  guardians: {
    index: 5,
    signers: Array.from({ length: 13 }, (_each, number) => number),
    emitter: senderOfGuardians,
    firstKey: 0,
  },
  // A set that no consumer of the prices has pinned yet, as after the next rotation of the signers.
  next_routers: { index: 2, signers: [0, 1, 3], emitter: senderOfRouters, firstKey: 100 },
  too_few_routers: { index: 1, signers: [0, 3], emitter: senderOfRouters, firstKey: 0 },
};

/**
 * Returns the private key of a signer of the sandbox: the SHA-256 hash of "assay sandbox signer" and the signer's
 * number.
 */
function keyOf(number: number): Uint8Array {
  return createHash('sha256').update(`assay sandbox signer ${number}`).digest();
}

/** A price to sign, with the id of its feed. */
export type FeedPrice = OraclePrice & { readonly feedId: string };

/**
 * Returns a price as a signed update of Hermes, in hexadecimal digits. The Merkle tree of the update has a single leaf.
 * Source: https://github.com/pyth-network/pyth-crosschain/blob/main/pythnet/pythnet_sdk/src/wire.rs
 */
export function signedUpdate(price: FeedPrice, name: SignerSetName): string {
  const message = priceMessage(price);
  const root = keccak_256(Buffer.concat([Uint8Array.of(0), message])).subarray(0, 20);
  const body = Buffer.concat([
    bodyHead(price.atMs, sets[name].emitter),
    Buffer.from('4155575600', 'hex'),
    slotAndRing,
    root,
  ]);
  const vaa = signed(body, sets[name]);
  return Buffer.concat([
    Buffer.from('504e4155010000', 'hex'),
    Uint8Array.of(0),
    lengthOf(vaa),
    vaa,
    Uint8Array.of(1),
    lengthOf(message),
    message,
    Uint8Array.of(0),
  ]).toString('hex');
}

const slotAndRing = Buffer.alloc(12);

function bodyHead(atMs: number, emitter: string): Uint8Array {
  const head = Buffer.alloc(51);
  head.writeUInt32BE(Math.floor(atMs / 1_000), 0);
  head.writeUInt16BE(pythnetChain, 8);
  head.write(emitter, 10, 'hex');
  return head;
}

function signed(body: Uint8Array, { index, signers, firstKey }: SignerSet): Uint8Array {
  const digest = keccak_256(keccak_256(body));
  const signatures = signers.map((number) => {
    const [recovery = 0, ...compact] = secp256k1.sign(digest, keyOf(firstKey + number), {
      prehash: false,
      format: 'recovered',
    });
    return Buffer.from([number, ...compact, recovery]);
  });
  const header = Buffer.alloc(6);
  header.writeUInt8(1, 0);
  header.writeUInt32BE(index, 1);
  header.writeUInt8(signatures.length, 5);
  return Buffer.concat([header, ...signatures, body]);
}

function priceMessage({ feedId, ticks, decimals, confidenceTicks, atMs }: FeedPrice): Uint8Array {
  const message = Buffer.alloc(85);
  const seconds = BigInt(Math.floor(atMs / 1_000));
  message.write(feedId, 1, 'hex');
  message.writeBigInt64BE(BigInt(ticks), 33);
  message.writeBigUInt64BE(BigInt(confidenceTicks), 41);
  message.writeInt32BE(-decimals, 49);
  message.writeBigInt64BE(seconds, 53);
  message.writeBigInt64BE(seconds - 1n, 61);
  message.writeBigInt64BE(BigInt(ticks), 69);
  message.writeBigUInt64BE(BigInt(confidenceTicks), 77);
  return message;
}

function lengthOf(bytes: Uint8Array): Uint8Array {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return length;
}
