import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { ProblemError } from '../outcome.ts';
import { bigEndianReader } from '../byte-reader.ts';

/** A set of Wormhole's guardians, pinned by the operator. */
export type GuardianSet = {
  /** The number that Wormhole gave the set. A message names the set that signed it. */
  readonly index: number;
  /** The guardians' addresses in their order: the last 20 bytes of the Keccak-256 hash of a public key, as lower-case hex. */
  readonly addresses: readonly string[];
};

/** A message that a quorum of guardians signed: a "verified action approval" (VAA). */
export type SignedMessage = {
  readonly emitterChain: number;
  /** The sender on that chain, as lower-case hex. */
  readonly emitterAddress: string;
  readonly payload: Uint8Array;
};

const version = 1;
const signatureLength = 66;

/**
 * Returns the message of a VAA after checking its signatures. The set of the message must be the pinned one, and more than
 * two thirds of its guardians must have signed. Throws ProblemError `malformed` for bytes of another layout and
 * `untrusted_price` for signatures that do not suffice.
 * Source: https://wormhole.com/docs/protocol/infrastructure/vaas/
 */
export function verifyVaa(data: Uint8Array, guardians: GuardianSet): SignedMessage {
  const bytes = bigEndianReader(data, 'signed message');
  if (bytes.u8(0) !== version) {
    return bytes.fail(`version ${bytes.u8(0)} is not known`);
  }
  if (bytes.u32(1) !== guardians.index) {
    throw untrusted(`guardian set ${bytes.u32(1)} signed it, and the pinned one is ${guardians.index}`);
  }
  const count = bytes.u8(5);
  const bodyAt = 6 + count * signatureLength;
  const body = bytes.bytes(bodyAt, data.length - bodyAt);
  const digest = keccak_256(keccak_256(body));
  const quorum = Math.floor((guardians.addresses.length * 2) / 3) + 1;
  if (count < quorum) {
    throw untrusted(`${count} guardians signed it, and ${quorum} must`);
  }
  let last = -1;
  for (let at = 6; at < bodyAt; at += signatureLength) {
    const guardian = bytes.u8(at);
    // Ascending indices make sure that no guardian counts twice.
    if (guardian <= last || guardian >= guardians.addresses.length) {
      throw untrusted('the guardians of its signatures are not in ascending order');
    }
    last = guardian;
    if (signerOf(bytes.bytes(at + 1, 64), bytes.u8(at + 65), digest) !== guardians.addresses[guardian]) {
      throw untrusted(`the signature of guardian ${guardian} is wrong`);
    }
  }
  return {
    emitterChain: bytes.u16(bodyAt + 8),
    emitterAddress: bytes.hex(bodyAt + 10, 32),
    payload: bytes.bytes(bodyAt + 51, data.length - bodyAt - 51),
  };
}

/** Returns the address of the key that made a signature. Undefined for a signature that no key can have made. */
function signerOf(compact: Uint8Array, recovery: number, digest: Uint8Array): string | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery);
    const key = signature.recoverPublicKey(digest).toBytes(false);
    return Buffer.from(keccak_256(key.subarray(1)).subarray(-20)).toString('hex');
  } catch {
    // The library throws for numbers that are outside of the curve.
    return undefined;
  }
}

function untrusted(why: string): ProblemError {
  return new ProblemError('untrusted_price', why);
}
