/**
 * HMAC with SHA-256 (RFC 2104 and FIPS 180-4). The Web Crypto API is asynchronous, and only Node.js has a synchronous
 * one. `verifyNotification` is synchronous in every runtime, because a forgotten `await` would accept every body.
 */

const blockBytes = 64;
const digestBytes = 32;
const lengthBytes = 8;

/** The first 32 bits of the fractional parts of the square roots of the first 8 primes (FIPS 180-4, section 5.3.3). */
const initialState = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, section 4.2.2). */
const roundConstants = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);

/** Returns the HMAC-SHA256 of a message: 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(blockBytes);
  block.set(key.length > blockBytes ? sha256(key) : key);
  const inner = sha256(
    join(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    join(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** Returns whether two digests are equal. The time does not depend on where they differ. */
export function isEqualDigest(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) {
    difference |= at(a, index) ^ at(b, index);
  }
  return difference === 0;
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

function sha256(message: Uint8Array): Uint8Array {
  const padded = pad(message);
  const state = Int32Array.from(initialState);
  const words = new Int32Array(blockBytes);
  for (let offset = 0; offset < padded.byteLength; offset += blockBytes) {
    compress(state, padded, offset, words);
  }
  const digest = new DataView(new ArrayBuffer(digestBytes));
  state.forEach((word, index) => digest.setInt32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

/** Returns the message with the bit 1, zeros and its length in bits, so that its length is a multiple of the block's. */
function pad(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 1 + lengthBytes) / blockBytes);
  const padded = new Uint8Array(blocks * blockBytes);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - lengthBytes, BigInt(message.length) * 8n);
  return view;
}

/** Mixes one block into the state (FIPS 180-4, section 6.2.2). `words` is memory that every block uses again. */
function compress(state: Int32Array, padded: DataView, offset: number, words: Int32Array): void {
  for (let index = 0; index < words.length; index += 1) {
    words[index] = index < 16 ? padded.getInt32(offset + 4 * index) : nextWord(words, index);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < words.length; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + at(roundConstants, index) + at(words, index);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = at(state, index) + word));
}

function nextWord(words: Int32Array, index: number): number {
  const early = at(words, index - 15);
  const late = at(words, index - 2);
  const earlyMix = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
  const lateMix = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
  return at(words, index - 16) + earlyMix + at(words, index - 7) + lateMix;
}

/** Rotates 32 bits to the right. */
function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function at(values: Int32Array | Uint8Array, index: number): number {
  return values[index] ?? 0;
}
