import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { counterReading, fundingReading, instantMs, priceReading, statusFault, wholeNumber } from './readings.ts';

const pair = { base: 'BTC', quote: 'USD' };

test('a price that is zero, negative or not a number is malformed', () => {
  for (const literal of [
    '0',
    '0.000',
    '-1.5',
    '',
    'NaN',
    'Infinity',
    '1,5',
    '0x10',
    'null',
    '1e9999',
    '1e999',
    '1e-99',
    '9'.repeat(900_000),
  ]) {
    expect(priceReading({ symbol: 'BTC' }, pair, literal, 1).kind).toBe('malformed');
  }
});

test('a price of at most 40 digits keeps every digit, and one with more is malformed', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 40n), fc.integer({ min: -45, max: 10 }), (digits, exponent) => {
      const reading = priceReading({ symbol: 'BTC' }, pair, `${digits}e${exponent}`, 1);
      const before = Math.max(1, digits.toString().length + exponent);
      if (before + Math.max(0, -exponent) > 40) {
        expect(reading.kind).toBe('malformed');
        return;
      }
      const price = reading.kind === 'datum' ? String(reading.data['price']) : '';
      const [whole = '', decimals = ''] = price.split('.');
      expect(BigInt(whole + decimals) * 10n ** BigInt(40 - decimals.length)).toBe(
        digits * 10n ** BigInt(40 + exponent),
      );
    }),
  );
});

test('a missing source time makes a datum malformed', () => {
  expect(priceReading({ symbol: 'BTC' }, pair, '1', undefined).kind).toBe('malformed');
});

test('a count is of the time at which the platform answered, and one out of a cache is stale', () => {
  const read = (servedAtMs: number | undefined): unknown => {
    const served = servedAtMs === undefined ? {} : { servedAtMs };
    return counterReading({ status: 200, body: {}, receivedAtMs: 100_000, ...served }, '7', (count) => ({ count }));
  };
  expect(read(99_000)).toEqual({ kind: 'datum', data: { count: 7 }, sourceAtMs: 99_000 });
  expect(read(40_000)).toMatchObject({ kind: 'datum' });
  expect(read(102_000)).toMatchObject({ sourceAtMs: 100_000 });
  expect(read(39_999)).toEqual({ kind: 'stale', detail: 'a cache has held it for 60 seconds' });
  expect(read(undefined)).toEqual({ kind: 'stale', detail: 'the platform does not say when it answered' });
});

test('a next payment beyond the last date is malformed', () => {
  const funding = { rate: '0.0001', intervalHours: 8, nextFundingAtMs: 8_640_000_000_000_001 };
  expect(fundingReading({ symbol: 'BTC', venue: 'okx' }, funding, 1)).toEqual({
    kind: 'malformed',
    detail: 'no next funding time',
  });
});

test('a next payment that is past shows an old answer', () => {
  const payment = { rate: '0.1', intervalHours: 8, nextFundingAtMs: 5 };
  expect(fundingReading({ symbol: 'BTC', venue: 'x' }, payment, 6)).toEqual({
    kind: 'stale',
    detail: 'its next payment is past',
  });
});

test('a next payment that is further away than the interval shows a change of the interval', () => {
  const readAt = (atMs: number, intervalHours: number): string =>
    fundingReading({ symbol: 'BTC', venue: 'x' }, { rate: '0.1', intervalHours, nextFundingAtMs: 28_800_000 }, atMs)
      .kind;
  expect([readAt(1, 4), readAt(14_400_000, 4), readAt(14_399_000, 4), readAt(1, 8)]).toEqual([
    'stale',
    'datum',
    'datum',
    'datum',
  ]);
});

test('a funding rate keeps its digits and its sign, and zero is a valid rate', () => {
  const good = { intervalHours: 8, nextFundingAtMs: 3_600_000 };
  const rate = (text: string): unknown => {
    const reading = fundingReading({ symbol: 'BTC', venue: 'x' }, { rate: text, ...good }, 1);
    return reading.kind === 'datum' ? reading.data['rate'] : reading.kind;
  };
  expect(['-0.00000143181818181818', '0', '1e-7', ''].map(rate)).toEqual([
    '-0.00000143181818181818',
    '0',
    '0.0000001',
    'malformed',
  ]);
});

test('a funding interval that is not in whole hours, or a missing next time, is malformed', () => {
  const read = (intervalHours: number | undefined, nextFundingAtMs: number | undefined): string =>
    fundingReading({ symbol: 'BTC', venue: 'x' }, { rate: '0.1', intervalHours, nextFundingAtMs }, 1).kind;
  expect([read(0, 1), read(-8, 1), read(7.5, 1), read(undefined, 1), read(8, undefined), read(8, 0)]).toEqual(
    Array.from({ length: 6 }, () => 'malformed'),
  );
  expect(read(8, 1)).toBe('datum');
});

test('counts and times are read exactly or not at all', () => {
  expect([wholeNumber('9007199254740991'), wholeNumber('9007199254740993'), wholeNumber('1.0')]).toEqual([
    9_007_199_254_740_991,
    undefined,
    undefined,
  ]);
  expect([instantMs('2026-01-01T00:00:00Z'), instantMs('2026'), instantMs('soon')]).toEqual([
    1_767_225_600_000,
    undefined,
    undefined,
  ]);
  const response = { status: 200, body: {}, receivedAtMs: 1, servedAtMs: 1 };
  expect(counterReading(response, '-1', (count) => ({ count })).kind).toBe('malformed');
});

test('an error that names a used-up quota differs from a rate limit', () => {
  const kindOf = (status: number, body: unknown): unknown => statusFault({ status, body, receivedAtMs: 0 })?.kind;
  const monthly = { status: { error_message: "You've reached your monthly API limit" } };
  expect([429, 403, 402, 500].map((status) => kindOf(status, monthly))).toEqual([
    'exhausted',
    'exhausted',
    'exhausted',
    'http_error',
  ]);
  expect(kindOf(429, { title: 'UsageCapExceeded', detail: 'Usage cap exceeded: Monthly product cap' })).toBe(
    'exhausted',
  );
  expect(kindOf(429, 'Credit balance exhausted')).toBe('exhausted');
  const limit =
    "You've exceeded the Rate Limit. Please visit https://example.com/api/pricing to subscribe to our plans.";
  expect([kindOf(429, { status: { error_message: limit } }), kindOf(403, { msg: 'region' })]).toEqual([
    'rate_limited',
    'access_denied',
  ]);
});
