import { keccak_256 } from '@noble/hashes/sha3.js';
import { bigEndianReader } from '../byte-reader.ts';
import { SignatureRefusal } from './signature-refusal.ts';
import { pythnetChain, signerRules, type SignerKind, type SignerSet } from './signer-sets.ts';
import { createSignedMessages } from './signed-messages.ts';
import { readVaa } from './wormhole-vaa.ts';

/** The price of one feed. Price and confidence are whole multiples of 10^exponent dollars. */
export type SignedPrice = {
  /** The feed's id as lower-case hex. */
  readonly feedId: string;
  readonly price: bigint;
  readonly confidence: bigint;
  readonly exponent: number;
  readonly publishedAtSeconds: bigint;
};

/** The prices that an update contains, and the set of signers that signed them. */
export type SignedPrices = { readonly prices: readonly SignedPrice[]; readonly signers: SignerSet };

/**
 * The messages that this process verified last. Hermes serves one message with the prices of all feeds, and serves it
 * until Pyth signs the next one, about every 400 ms.
 */
const signedMessages = createSignedMessages(256);

const updateMagic = '504e4155';
const rootMagic = '41555756';
const merkleKind = 0;
const priceKind = 0;
const hashLength = 20;

/**
 * Verifies a Pyth update, as Hermes serves it, against the signatures of a believed set, and returns its prices. The
 * caller need not trust the server. The signed message contains the root of a Merkle tree, and each price comes with
 * its path to that root. Throws ProblemError `malformed` for bytes of another layout. Throws SignatureRefusal when the
 * root, the sender, the signatures or the set's period do not cover a price. Source:
 * https://github.com/pyth-network/pyth-crosschain/blob/main/pythnet/pythnet_sdk/src/wire.rs
 */
export function verifySignedPrices(data: Uint8Array, believed: readonly SignerSet[]): SignedPrices {
  const bytes = bigEndianReader(data, 'price update');
  if (bytes.hex(0, 4) !== updateMagic || bytes.u8(4) !== 1) {
    return bytes.fail('it does not start as one');
  }
  const kindAt = 7 + bytes.u8(6);
  if (bytes.u8(kindAt) !== merkleKind) {
    return bytes.fail(`kind ${bytes.u8(kindAt)} of proof is not known`);
  }
  const vaaLength = bytes.u16(kindAt + 1);
  const { root, signers } = rootOf(bytes.bytes(kindAt + 3, vaaLength), believed);
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
      throw new SignatureRefusal('not_signed', 'a price of the update is not under its signed root');
    }
    prices.push(...priceOf(message));
    at = pathAt + steps * hashLength;
  }
  if (at !== data.length) {
    return bytes.fail(`${data.length - at} bytes follow its prices`);
  }
  prices.forEach((price) => checkTime(price, signers));
  return { prices, signers };
}

function rootOf(
  vaa: Uint8Array,
  believed: readonly SignerSet[],
): { readonly root: Uint8Array; readonly signers: SignerSet } {
  const { message, setIndex, verifySignatures } = readVaa(vaa);
  const kind = kindOf(message);
  const signers = setOf(kind, setIndex, believed);
  const quorum = signerRules[kind].quorumOf(signers.addresses.length);
  signedMessages.verify(vaa, signers.addresses, () => verifySignatures(signers.addresses, quorum, kind));
  const bytes = bigEndianReader(message.payload, 'price root');
  return bytes.hex(0, 4) === rootMagic && bytes.u8(4) === merkleKind
    ? { root: bytes.bytes(17, hashLength), signers }
    : bytes.fail('the signed message holds none');
}

/** Returns the kind of signers to which a message's sender belongs. The signatures also cover the sender. */
function kindOf({ emitterChain, emitterAddress }: ReturnType<typeof readVaa>['message']): SignerKind {
  const kinds = Object.keys(signerRules) as SignerKind[];
  const kind = kinds.find((each) => signerRules[each].emitter === emitterAddress);
  if (kind === undefined || emitterChain !== pythnetChain) {
    throw new SignatureRefusal('unknown_sender', 'the signed message is not from a known sender of prices');
  }
  return kind;
}

function setOf(kind: SignerKind, index: number, believed: readonly SignerSet[]): SignerSet {
  const ofKind = believed.filter((set) => set.kind === kind);
  const signers = ofKind.find((set) => set.index === index);
  if (signers === undefined) {
    const accepted = ofKind.map((set) => set.index).join(' and ');
    const which =
      accepted === '' ? 'none is' : ofKind.length === 1 ? `only set ${accepted} is` : `only sets ${accepted} are`;
    throw new SignatureRefusal('unknown_signers', `set ${index} of the ${kind} signed it, and ${which} accepted`);
  }
  return signers;
}

/**
 * Throws for a price whose time is outside the period in which its set was in force. Otherwise the former signers of a
 * replaced set could sign false prices.
 */
function checkTime({ publishedAtSeconds }: SignedPrice, { kind, index, fromSeconds, untilSeconds }: SignerSet): void {
  const published = Number(publishedAtSeconds);
  if (published < (fromSeconds ?? 0) || published >= (untilSeconds ?? Number.POSITIVE_INFINITY)) {
    const limits = [
      ...(fromSeconds === undefined ? [] : [`from ${dateOf(fromSeconds)}`]),
      ...(untilSeconds === undefined ? [] : [`until ${dateOf(untilSeconds)}`]),
    ];
    throw new SignatureRefusal(
      'wrong_time',
      `set ${index} of the ${kind} signed a price of ${dateOf(published)}, and it signs ${limits.join(' ')}`,
    );
  }
}

/** Returns a time as text. A signed price can contain any number of seconds, even one that is not a valid date. */
function dateOf(seconds: number): string {
  return Math.abs(seconds) < 8.64e12 ? new Date(seconds * 1_000).toISOString() : `${seconds} s`;
}

/** Leaves and inner nodes of the tree have different prefixes. So an inner node cannot be passed off as a price. */
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

/** Returns the price that a message contains. Returns an empty list for a message of another kind. */
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
