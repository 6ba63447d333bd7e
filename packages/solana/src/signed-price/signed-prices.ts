import { keccak_256 } from '@noble/hashes/sha3.js';
import { ProblemError } from '../outcome.ts';
import { bigEndianReader } from '../byte-reader.ts';
import { verifyVaa, type GuardianSet } from './wormhole-vaa.ts';

/** A price of one feed. Price and confidence are whole numbers of 10^exponent dollars. */
export type SignedPrice = {
  /** The feed's id as lower-case hex. */
  readonly feedId: string;
  readonly price: bigint;
  readonly confidence: bigint;
  readonly exponent: number;
  readonly publishedAtSeconds: bigint;
};

/** The sender of price roots: Pyth's program on its own chain, which has number 26 at Wormhole. */
const priceEmitter = {
  chain: 26,
  address: 'e101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71',
} as const;

const updateMagic = '504e4155';
const rootMagic = '41555756';
const merkleKind = 0;
const priceKind = 0;
const hashLength = 20;

/**
 * Returns the prices of an update of Pyth's, as Hermes serves it, after checking it to the guardians' signatures. The
 * signed message holds the root of a Merkle tree, and each price comes with its path to that root. No server is trusted.
 * Throws ProblemError `malformed` for bytes of another layout and `untrusted_price` for a price that the root, the sender or
 * the signatures do not cover.
 * Source: https://github.com/pyth-network/pyth-crosschain/blob/main/pythnet/pythnet_sdk/src/wire.rs
 */
export function verifySignedPrices(data: Uint8Array, guardians: GuardianSet): readonly SignedPrice[] {
  const bytes = bigEndianReader(data, 'price update');
  if (bytes.hex(0, 4) !== updateMagic || bytes.u8(4) !== 1) {
    return bytes.fail('it does not start as one');
  }
  const kindAt = 7 + bytes.u8(6);
  if (bytes.u8(kindAt) !== merkleKind) {
    return bytes.fail(`kind ${bytes.u8(kindAt)} of proof is not known`);
  }
  const vaaLength = bytes.u16(kindAt + 1);
  const root = rootOf(bytes.bytes(kindAt + 3, vaaLength), guardians);
  let at = kindAt + 3 + vaaLength;
  const count = bytes.u8(at);
  at += 1;
  const prices: SignedPrice[] = [];
  for (let index = 0; index < count; index += 1) {
    const length = bytes.u16(at);
    const message = bytes.bytes(at + 2, length);
    const steps = bytes.u8(at + 2 + length);
    const pathAt = at + 3 + length;
    const path = Array.from({ length: steps }, (_each, step) => bytes.bytes(pathAt + step * hashLength, hashLength));
    if (!isUnder(root, message, path)) {
      throw new ProblemError('untrusted_price', 'a price of the update is not under its signed root');
    }
    prices.push(...priceOf(message));
    at = pathAt + steps * hashLength;
  }
  return at === data.length ? prices : bytes.fail(`${data.length - at} bytes follow its prices`);
}

function rootOf(vaa: Uint8Array, guardians: GuardianSet): Uint8Array {
  const { emitterChain, emitterAddress, payload } = verifyVaa(vaa, guardians);
  if (emitterChain !== priceEmitter.chain || emitterAddress !== priceEmitter.address) {
    throw new ProblemError('untrusted_price', 'the signed message is not from the sender of prices');
  }
  const bytes = bigEndianReader(payload, 'price root');
  return bytes.hex(0, 4) === rootMagic && bytes.u8(4) === merkleKind
    ? bytes.bytes(17, hashLength)
    : bytes.fail('the signed message holds none');
}

/** Leaves and inner nodes have different prefixes, so that an inner node cannot pass as a price. */
const leafPrefix = Uint8Array.of(0);
const innerPrefix = Uint8Array.of(1);

function isUnder(root: Uint8Array, message: Uint8Array, path: readonly Uint8Array[]): boolean {
  const top = path.reduce(
    (node, sibling) => {
      const [low, high] = Buffer.compare(node, sibling) <= 0 ? [node, sibling] : [sibling, node];
      return hashed(innerPrefix, low, high);
    },
    hashed(leafPrefix, message),
  );
  return Buffer.compare(top, root) === 0;
}

function hashed(...parts: readonly Uint8Array[]): Uint8Array {
  return keccak_256(Buffer.concat(parts)).subarray(0, hashLength);
}

/** Returns the price of a message. Empty for a message of another kind. */
function priceOf(message: Uint8Array): SignedPrice[] {
  const bytes = bigEndianReader(message, 'price message');
  return bytes.u8(0) === priceKind
    ? [
        {
          feedId: bytes.hex(1, 32),
          price: bytes.i64(33),
          confidence: bytes.u64(41),
          exponent: bytes.i32(49),
          publishedAtSeconds: bytes.i64(53),
        },
      ]
    : [];
}
