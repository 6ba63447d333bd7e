import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { pythnetChain, signerRules, type SignerKind, type SignerSet } from '../signed-price/signer-sets.ts';

/** A set of invented signers, with their private keys. */
export type TestSigners = { readonly set: SignerSet; readonly keys: readonly Uint8Array[] };

/** A price to sign, in whole multiples of 10^exponent dollars. */
export type PriceToSign = {
  readonly feedId: string;
  readonly price: bigint;
  readonly confidence: bigint;
  readonly exponent: number;
  readonly publishedAtSeconds: number;
};

/** Returns a set of invented signers. The same `firstByte` gives the same keys. */
export function testSigners(kind: SignerKind, index: number, count: number, firstByte = 1): TestSigners {
  const keys = Array.from({ length: count }, (_each, at) => new Uint8Array(32).fill(firstByte + at));
  return { keys, set: { kind, index, addresses: keys.map(addressOf) } };
}

function addressOf(key: Uint8Array): string {
  return Buffer.from(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(-20)).toString('hex');
}

/**
 * Returns an update with one price in the form that Hermes serves.
 * @param options.signedBy the numbers of the signers, in ascending order.
 * @param options.emitter the sender's address, when it differs from the usual sender of this kind of signers.
 */
export function signedUpdate(
  { set, keys }: TestSigners,
  price: PriceToSign,
  options: { readonly signedBy: readonly number[]; readonly emitter?: string },
): Uint8Array {
  const message = priceMessage(price);
  const root = keccak_256(Buffer.concat([Uint8Array.of(0), message])).subarray(0, 20);
  const payload = Buffer.concat([Buffer.from('4155575600', 'hex'), Buffer.alloc(12), root]);
  const head = Buffer.alloc(51);
  head.writeUInt32BE(price.publishedAtSeconds, 0);
  head.writeUInt16BE(pythnetChain, 8);
  head.write(options.emitter ?? signerRules[set.kind].emitter, 10, 'hex');
  const body = Buffer.concat([head, payload]);
  const digest = keccak_256(keccak_256(body));
  const signatures = options.signedBy.map((number) => {
    const [recovery = 0, ...compact] = secp256k1.sign(digest, keys[number] ?? new Uint8Array(32), {
      prehash: false,
      format: 'recovered',
    });
    return Buffer.from([number, ...compact, recovery]);
  });
  const header = Buffer.alloc(6);
  header.writeUInt8(1, 0);
  header.writeUInt32BE(set.index, 1);
  header.writeUInt8(signatures.length, 5);
  const vaa = Buffer.concat([header, ...signatures, body]);
  return Buffer.concat([
    Buffer.from('504e41550100', 'hex'),
    Uint8Array.of(0, 0),
    lengthOf(vaa),
    vaa,
    Uint8Array.of(1),
    lengthOf(message),
    message,
    // The path to the root is empty, because the tree has only one price, whose leaf is the root.
    Uint8Array.of(0),
  ]);
}

function lengthOf(bytes: Uint8Array): Uint8Array {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return length;
}

function priceMessage({ feedId, price, confidence, exponent, publishedAtSeconds }: PriceToSign): Uint8Array {
  const message = Buffer.alloc(85);
  message.write(feedId, 1, 'hex');
  message.writeBigInt64BE(price, 33);
  message.writeBigUInt64BE(confidence, 41);
  message.writeInt32BE(exponent, 49);
  message.writeBigInt64BE(BigInt(publishedAtSeconds), 53);
  message.writeBigInt64BE(BigInt(publishedAtSeconds - 1), 61);
  message.writeBigInt64BE(price, 69);
  message.writeBigUInt64BE(confidence, 77);
  return message;
}
