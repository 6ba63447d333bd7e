import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bigEndianReader } from '../byte-reader.ts';
import { SignatureRefusal } from './signature-refusal.ts';

/** The content of a message that a quorum of signers signed. Wormhole calls it a "verified action approval" (VAA). */
export type SignedMessage = {
  readonly emitterChain: number;
  /** The sender's address on the chain `emitterChain`, as lower-case hex. */
  readonly emitterAddress: string;
  readonly payload: Uint8Array;
};

/** A VAA whose signatures have not been checked. */
export type UncheckedVaa = {
  /** The content of the message. It is not proven until `verifySignatures` has returned. */
  readonly message: SignedMessage;
  /** The number of the set that signed the message, as the message claims. */
  readonly setIndex: number;
  /**
   * Throws SignatureRefusal unless at least `quorum` of these addresses signed the message.
   * @param signersName the word for the signers in the error's message, such as "routers".
   */
  readonly verifySignatures: (addresses: readonly string[], quorum: number, signersName: string) => void;
};

const version = 1;
const signatureLength = 66;

/**
 * Parses a VAA without verifying it. Wormhole's guardians and Pyth's routers sign in the same format. Throws
 * ProblemError `malformed` for bytes of another layout. Source: https://wormhole.com/docs/protocol/infrastructure/vaas/
 */
export function readVaa(data: Uint8Array): UncheckedVaa {
  const bytes = bigEndianReader(data, 'signed message');
  if (bytes.u8(0) !== version) {
    return bytes.fail(`version ${bytes.u8(0)} is not known`);
  }
  const count = bytes.u8(5);
  const bodyAt = 6 + count * signatureLength;
  const body = bytes.bytes(bodyAt, data.length - bodyAt);
  const message = {
    emitterChain: bytes.u16(bodyAt + 8),
    emitterAddress: bytes.hex(bodyAt + 10, 32),
    payload: bytes.bytes(bodyAt + 51, data.length - bodyAt - 51),
  };
  return {
    message,
    setIndex: bytes.u32(1),
    verifySignatures: (addresses, quorum, signersName) => {
      if (count < quorum) {
        throw new SignatureRefusal('too_few_signatures', `${count} ${signersName} signed it, and ${quorum} must`);
      }
      const digest = keccak_256(keccak_256(body));
      let last = -1;
      for (let at = 6; at < bodyAt; at += signatureLength) {
        const signer = bytes.u8(at);
        // The indices of the signers must ascend, so that no signer counts twice.
        if (signer <= last || signer >= addresses.length) {
          throw new SignatureRefusal(
            'wrong_signature',
            `the ${signersName} of its signatures are not in ascending order`,
          );
        }
        last = signer;
        if (signerOf(bytes.bytes(at + 1, 64), bytes.u8(at + 65), digest) !== addresses[signer]) {
          throw new SignatureRefusal(
            'wrong_signature',
            `the signature of number ${signer} of the ${signersName} is wrong`,
          );
        }
      }
    },
  };
}

/** Returns the address of the key that made a signature. Undefined for a signature that no key can make. */
function signerOf(compact: Uint8Array, recovery: number, digest: Uint8Array): string | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery);
    const key = signature.recoverPublicKey(digest).toBytes(false);
    return Buffer.from(keccak_256(key.subarray(1)).subarray(-20)).toString('hex');
  } catch {
    // The library throws for numbers outside the curve's range.
    return undefined;
  }
}
