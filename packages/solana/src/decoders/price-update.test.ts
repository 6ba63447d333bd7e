import { expect, test } from '@jest/globals';
import { account, loadFixture, type FixtureAccount } from '../testing/chain-fixtures.ts';
import { outcomeOf } from '../outcome.ts';
import { programs } from '../programs.ts';
import { decodePriceUpdate, trustedPrice, type PriceRequirement } from './price-update.ts';

type PriceVector = FixtureAccount & {
  readonly decoded: {
    readonly feed_id: string;
    readonly price: string;
    readonly conf: string;
    readonly exponent: number;
    readonly publish_time: number;
    readonly posted_slot: number;
  };
};

const sol = loadFixture<PriceVector>('accounts/price-update-v2-sol-usd.json');
const usdc = loadFixture<PriceVector>('accounts/price-update-v2-usdc-usd.json');

const requirementOf = (vector: PriceVector, more: Partial<PriceRequirement> = {}): PriceRequirement => ({
  feedId: vector.decoded.feed_id,
  nowSeconds: BigInt(vector.decoded.publish_time) + 30n,
  receiver: programs.pythReceiver,
  maximumAgeSeconds: 60n,
  maximumLeadSeconds: 5n,
  maximumConfidenceBps: 50n,
  ...more,
});

test.each([
  ['SOL', sol],
  ['USDC', usdc],
])('a real price account of %s decodes to the values that its source states', (_, vector) => {
  const { decoded } = vector;
  expect(decodePriceUpdate(account(vector))).toEqual({
    fullyVerified: true,
    feedId: decoded.feed_id,
    mantissa: BigInt(decoded.price),
    confidence: BigInt(decoded.conf),
    exponent: decoded.exponent,
    publishedAtSeconds: BigInt(decoded.publish_time),
    postedSlot: BigInt(decoded.posted_slot),
  });
});

test('a trusted price has every digit of the account', () => {
  expect(trustedPrice(account(sol), requirementOf(sol))).toMatchObject({ value: { price: '215.68137069' } });
  expect(trustedPrice(account(usdc), requirementOf(usdc))).toMatchObject({
    value: { price: '0.99981550', confidence: '0.00055083' },
  });
});

test.each([
  ['another feed', account(sol), requirementOf(usdc, { nowSeconds: requirementOf(sol).nowSeconds })],
  ['too old', account(sol), requirementOf(sol, { nowSeconds: requirementOf(sol).nowSeconds + 31n })],
  ['from the future', account(sol), requirementOf(sol, { nowSeconds: requirementOf(sol).nowSeconds - 36n })],
  ['of the other receiver', account(sol), requirementOf(sol, { receiver: programs.pythUpgradedReceiver })],
  ['too uncertain', account(sol), requirementOf(sol, { maximumConfidenceBps: 9n })],
])('a price that is %s is not trusted', (_, entry, requirement) => {
  expect(trustedPrice(entry, requirement)).toMatchObject({ problem: { code: 'untrusted_price' } });
});

test('a partially verified price is not trusted, and its shifted fields are decoded', () => {
  const entry = account(sol);
  const data = new Uint8Array(134);
  data.set(entry.data.subarray(0, 40));
  data.set([0, 5], 40);
  data.set(entry.data.subarray(41, 133), 42);
  const partial = { ...entry, data };
  expect(decodePriceUpdate(partial)).toMatchObject({ fullyVerified: false, feedId: sol.decoded.feed_id });
  expect(trustedPrice(partial, requirementOf(sol))).toMatchObject({ problem: { code: 'untrusted_price' } });
});

test('an account of another program is not a price account', () => {
  const entry = { ...account(sol), owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' };
  expect(outcomeOf(() => decodePriceUpdate(entry))).toMatchObject({ problem: { code: 'wrong_kind' } });
});
