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
  /**
   * The number of the sandbox key of the member with index 0. The member with index n has the key with this number plus
   * n.
   */
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
  // A set that no consumer of the prices accepts yet, as directly after the next rotation of the signers.
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

/** Signs the prices of one moment. */
export type UpdateSigner = {
  /**
   * Returns the price of one feed as a signed update of Hermes, in hexadecimal digits. Throws for a feed without a price.
   * @param prices all prices of the moment. One signed message covers all of them.
   */
  readonly updateOf: (feedId: string, prices: readonly FeedPrice[], name: SignerSetName) => string;
};

/**
 * Creates a signer that signs each moment once, as Pyth does: all updates of a moment contain the same message. The
 * message contains the root of a Merkle tree, and each price comes with its path to the root.
 * Source: https://github.com/pyth-network/pyth-crosschain/blob/main/pythnet/pythnet_sdk/src/wire.rs
 */
export function createUpdateSigner(): UpdateSigner {
  let last: (SignedMoment & { readonly key: string }) | undefined;
  return {
    updateOf: (feedId, prices, name) => {
      const key = [name, ...prices.map((price) => `${price.feedId} ${price.atMs} ${price.ticks}`)].join();
      last = last?.key === key ? last : { ...signedMoment(prices, name), key };
      const index = prices.findIndex((price) => price.feedId === feedId);
      const message = last.messages[index];
      if (message === undefined) {
        throw new Error(`no price of the feed ${feedId} to sign`);
      }
      const path = pathTo(index, last.levels);
      return Buffer.concat([
        Buffer.from('504e4155010000', 'hex'),
        Uint8Array.of(0),
        lengthOf(last.vaa),
        last.vaa,
        Uint8Array.of(1),
        lengthOf(message),
        message,
        Uint8Array.of(path.length),
        ...path,
      ]).toString('hex');
    },
  };
}

type SignedMoment = {
  readonly vaa: Uint8Array;
  readonly messages: readonly Uint8Array[];
  /** The levels of the Merkle tree, from the leaves to the root. */
  readonly levels: readonly (readonly Uint8Array[])[];
};

function signedMoment(prices: readonly FeedPrice[], name: SignerSetName): SignedMoment {
  const messages = prices.map(priceMessage);
  const levels = merkleLevels(messages);
  const body = Buffer.concat([
    bodyHead(Math.max(...prices.map(({ atMs }) => atMs)), sets[name].emitter),
    Buffer.from('4155575600', 'hex'),
    slotAndRing,
    ...(levels.at(-1) ?? []),
  ]);
  return { vaa: signed(body, sets[name]), messages, levels };
}

/** Returns the levels of the Merkle tree of Pyth. Empty leaves fill the first level up to a power of two. */
function merkleLevels(messages: readonly Uint8Array[]): SignedMoment['levels'] {
  const width = 2 ** Math.ceil(Math.log2(messages.length));
  const emptyLeaf = treeHash(2);
  const leaves = Array.from({ length: width }, (_each, index) => {
    const message = messages[index];
    return message === undefined ? emptyLeaf : treeHash(0, message);
  });
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_each, index) =>
      treeHash(1, ...below.slice(2 * index, 2 * index + 2).toSorted((a, b) => Buffer.compare(a, b))),
    );
  }
  return levels;
}

/** Returns the sibling of each node between a leaf and the root. */
function pathTo(index: number, levels: SignedMoment['levels']): readonly Uint8Array[] {
  return levels.slice(0, -1).flatMap((nodes, level) => nodes[(index >> level) ^ 1] ?? []);
}

/** Returns the hash of a node. Leaves, inner nodes and empty leaves have different prefixes. */
function treeHash(prefix: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return keccak_256(Buffer.concat([Uint8Array.of(prefix), ...parts])).subarray(0, 20);
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
