import { base58 } from '@scure/base';
import { createHash } from 'node:crypto';
import { seededRandom } from '../training/logistic-regression.ts';

const addressBytes = 32;
const signatureBytes = 64;
const tronPrefix = 0x41;
const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const placeholder = /\{([a-z0-9]+)\}/gi;
const shownLetters = 4;

/** Returns a random value for a placeholder such as `{a}`, or undefined for an unknown name. */
type Generator = (name: string) => string | undefined;

/** Replaces the placeholders of a text by random values. The same placeholder always becomes the same value. */
export type PlaceholderFiller = (text: string) => string;

/**
 * Returns a filler for the question and the label of one line. `{a}` to `{z}` become addresses, `{eth}`, `{btc}` and
 * `{tron}` addresses of other networks, `{short}` a shortened address, `{sig}` a signature and `{hash}` a hash. Other
 * text in braces stays unchanged, because a question may quote a template.
 * @param seed the same seed gives the same values on every machine.
 */
export function placeholderFiller(seed: number): PlaceholderFiller {
  const generate = generatorOf(seededRandom(seed));
  const known = new Map<string, string>();
  return (text) =>
    text.replace(placeholder, (written, given: string) => {
      const name = given.toLowerCase();
      const value = known.get(name) ?? generate(name);
      if (value === undefined) {
        return written;
      }
      known.set(name, value);
      return value;
    });
}

function generatorOf(random: () => number): Generator {
  const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => Math.floor(random() * 256));
  const hex = (count: number): string => Buffer.from(bytes(count)).toString('hex');
  const generators: Readonly<Record<string, () => string>> = {
    eth: () => `0x${hex(20)}`,
    btc: () => `bc1q${Array.from({ length: 38 }, () => bech32Letters.charAt(random() * 32)).join('')}`,
    tron: () => withChecksum(Uint8Array.of(tronPrefix, ...bytes(20))),
    short: () => shortened(base58.encode(bytes(addressBytes))),
    sig: () => base58.encode(bytes(signatureBytes)),
    hash: () => hex(32),
  };
  return (name) =>
    /^[a-z]\d?$/.test(name) ? base58.encode(bytes(addressBytes)) : generators[name.replace(/\d$/, '')]?.();
}

/** Appends the first four bytes of the payload's double hash, as Bitcoin and Tron addresses require. */
function withChecksum(payload: Uint8Array): string {
  const hash = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest();
  return base58.encode(Uint8Array.of(...payload, ...hash(hash(payload)).subarray(0, 4)));
}

function shortened(address: string): string {
  return `${address.slice(0, shownLetters)}...${address.slice(-shownLetters)}`;
}
