import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outcomeOf } from '../outcome.ts';
import { verifySignedPrices } from './signed-prices.ts';

type Recorded = {
  readonly update: string;
  readonly guardians: { readonly index: number; readonly addresses: readonly string[] };
  readonly prices: readonly Readonly<Record<string, string | number>>[];
};

const { update, guardians, prices } = JSON.parse(
  readFileSync(new URL('../fixtures/signed-price/hermes-btc-eth.json', import.meta.url), 'utf8'),
) as Recorded;
const bytes = Buffer.from(update, 'hex');

function problemOf(data: Uint8Array, set = guardians): string {
  const outcome = outcomeOf(() => verifySignedPrices(data, set));
  return outcome.kind === 'problem' ? `${outcome.problem.code}: ${outcome.problem.message}` : 'no problem';
}

test('the prices of a recorded update are under a root that 13 of 19 guardians signed', () => {
  const read = verifySignedPrices(bytes, guardians).map(({ price, confidence, publishedAtSeconds, ...rest }) => ({
    ...rest,
    price: String(price),
    confidence: String(confidence),
    publishedAtSeconds: String(publishedAtSeconds),
  }));
  expect(read).toEqual(prices);
});

test('a change of any one byte that carries meaning makes the update invalid', () => {
  // The body of the signed message and its signatures, and the prices with their paths.
  const firstAt = 11;
  fc.assert(
    fc.property(fc.integer({ min: firstAt, max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ flip;
      expect(problemOf(changed)).not.toBe('no problem');
    }),
    { numRuns: 60 },
  );
});

test('a cut or extended update is malformed', () => {
  expect(problemOf(bytes.subarray(0, bytes.length - 1))).toMatch(/^malformed: price update: \d+ bytes end before/);
  expect(problemOf(Buffer.concat([bytes, Buffer.of(0)]))).toBe('malformed: price update: 1 bytes follow its prices');
  expect(problemOf(new Uint8Array(0))).toMatch(/^malformed/);
});

test('a message of another set, of unknown guardians or below the quorum is not trusted', () => {
  expect(problemOf(bytes, { ...guardians, index: 5 })).toBe(
    'untrusted_price: guardian set 4 signed it, and the pinned one is 5',
  );
  const others = guardians.addresses.toReversed();
  expect(problemOf(bytes, { ...guardians, addresses: others })).toMatch(/^untrusted_price: the signature of guardian/);
  const larger = [...guardians.addresses, '00'.repeat(20)];
  expect(problemOf(bytes, { ...guardians, addresses: larger })).toBe(
    'untrusted_price: 13 guardians signed it, and 14 must',
  );
});

test('one guardian who signs thirteen times is no quorum', () => {
  const vaaAt = 10;
  const repeated = Buffer.from(bytes);
  const signature = bytes.subarray(vaaAt + 6, vaaAt + 6 + 66);
  for (let index = 0; index < 13; index += 1) {
    repeated.set(signature, vaaAt + 6 + index * 66);
  }
  expect(problemOf(repeated)).toBe('untrusted_price: the guardians of its signatures are not in ascending order');
});
