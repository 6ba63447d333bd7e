import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outcomeOf } from '../outcome.ts';
import { signedUpdate, testSigners, type PriceToSign } from '../testing/signed-update.ts';
import { SignatureRefusal } from './signature-refusal.ts';
import { verifySignedPrices } from './signed-prices.ts';
import { pythSigners, signerRules, type SignerSet } from './signer-sets.ts';

type Recorded = {
  readonly update: string;
  readonly guardians: { readonly index: number; readonly addresses: readonly string[] };
  readonly prices: readonly Readonly<Record<string, string | number>>[];
};

const {
  update,
  guardians: recordedSet,
  prices,
} = JSON.parse(
  readFileSync(new URL('../fixtures/signed-price/hermes-btc-eth.json', import.meta.url), 'utf8'),
) as Recorded;
const bytes = Buffer.from(update, 'hex');
const guardians: SignerSet = { kind: 'guardians', ...recordedSet };

function problemOf(data: Uint8Array, ...sets: readonly SignerSet[]): string {
  const outcome = outcomeOf(() => verifySignedPrices(data, sets.length === 0 ? [guardians] : sets));
  return outcome.kind === 'problem' ? `${outcome.problem.code}: ${outcome.problem.message}` : 'no problem';
}

test('the prices of a recorded update are under a root that 13 of 19 guardians signed', () => {
  const verifiedPrices = verifySignedPrices(bytes, [guardians]).prices.map(
    ({ price, confidence, publishedAtSeconds, ...rest }) => ({
      ...rest,
      price: String(price),
      confidence: String(confidence),
      publishedAtSeconds: String(publishedAtSeconds),
    }),
  );
  expect(verifiedPrices).toEqual(prices);
});

test('a change of any one byte that carries meaning makes the update invalid', () => {
  // The byte ranges whose change must be detected: the body of the signed message, its signatures, and the prices with
  // their paths.
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
    'untrusted_price: set 4 of the guardians signed it, and only set 5 is accepted',
  );
  const otherGuardians = guardians.addresses.toReversed();
  expect(problemOf(bytes, { ...guardians, addresses: otherGuardians })).toMatch(
    /^untrusted_price: the signature of number/,
  );
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

const upgraded: PriceToSign = {
  feedId: 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
  price: 10_180_555_000n,
  confidence: 4_000_000n,
  exponent: -8,
  publishedAtSeconds: Date.UTC(2026, 10, 27) / 1_000,
};
const routers = testSigners('routers', 1, 5);

/** Returns the cause for which the verification refuses an update. */
function refusalOf(data: Uint8Array, ...sets: readonly SignerSet[]): string {
  try {
    verifySignedPrices(data, sets);
    return 'none';
  } catch (error) {
    return error instanceof SignatureRefusal ? error.refusal : String(error);
  }
}

test('three of five routers sign a price since the upgrade of 2026-08-26', () => {
  const data = signedUpdate(routers, upgraded, { signedBy: [1, 3, 4] });
  const { prices: read, signers } = verifySignedPrices(data, [guardians, routers.set]);
  expect(signers).toBe(routers.set);
  const { publishedAtSeconds, ...rest } = upgraded;
  expect(read).toEqual([{ ...rest, publishedAtSeconds: BigInt(publishedAtSeconds) }]);
});

test('each cause for which a signed price is refused has a name', () => {
  const sound = signedUpdate(routers, upgraded, { signedBy: [0, 1, 2] });
  const next = testSigners('routers', 2, 5, 101);
  const { untilSeconds: _none, ...open } = routers.set;
  expect(refusalOf(sound, routers.set)).toBe('none');
  expect(refusalOf(signedUpdate(routers, upgraded, { signedBy: [0, 1] }), routers.set)).toBe('too_few_signatures');
  expect(refusalOf(signedUpdate(routers, upgraded, { signedBy: [0, 1, 1] }), routers.set)).toBe('wrong_signature');
  expect(refusalOf(signedUpdate(next, upgraded, { signedBy: [0, 1, 2] }), routers.set)).toBe('unknown_signers');
  const renumbered = { ...next, set: { ...next.set, index: 1 } };
  expect(refusalOf(signedUpdate(renumbered, upgraded, { signedBy: [0, 1, 2] }), routers.set)).toBe('wrong_signature');
  const stranger = { signedBy: [0, 1, 2], emitter: 'ab'.repeat(32) };
  expect(refusalOf(signedUpdate(routers, upgraded, stranger), routers.set)).toBe('unknown_sender');
  const ended = { ...open, untilSeconds: upgraded.publishedAtSeconds };
  expect(refusalOf(sound, ended)).toBe('wrong_time');
  expect(refusalOf(sound, { ...ended, untilSeconds: upgraded.publishedAtSeconds + 1 })).toBe('none');
  expect(refusalOf(sound, { ...open, fromSeconds: upgraded.publishedAtSeconds + 1 })).toBe('wrong_time');
});

test('routers who name the sender of the guardians sign nothing, and the other way round', () => {
  const guardianSet = testSigners('guardians', 5, 19, 31);
  const asGuardians = { signedBy: [0, 1, 2], emitter: signerRules.guardians.emitter };
  expect(refusalOf(signedUpdate(routers, upgraded, asGuardians), routers.set, guardianSet.set)).toBe('unknown_signers');
  const allSigners = guardianSet.keys.map((_key, number) => number);
  const asRouters = { signedBy: allSigners.slice(0, 13), emitter: signerRules.routers.emitter };
  expect(refusalOf(signedUpdate(guardianSet, upgraded, asRouters), routers.set, guardianSet.set)).toBe(
    'unknown_signers',
  );
});

test('the pinned guardians sign no price after the upgrade, whatever their signatures', () => {
  const guardianSet = testSigners('guardians', 5, 19, 31);
  const signedBy = Array.from({ length: 13 }, (_each, number) => number);
  const { addresses } = guardianSet.set;
  const [pinned] = pythSigners;
  const knownSet = { ...(pinned as SignerSet), addresses };
  const before = { ...upgraded, publishedAtSeconds: Date.UTC(2026, 7, 26, 15, 59) / 1_000 };
  expect(refusalOf(signedUpdate(guardianSet, before, { signedBy }), knownSet)).toBe('none');
  expect(refusalOf(signedUpdate(guardianSet, upgraded, { signedBy }), knownSet)).toBe('wrong_time');
});
