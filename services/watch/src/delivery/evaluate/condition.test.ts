import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { WatchCondition } from '@assay/catalog/bodies/new-watch';
import { evaluateCondition } from './condition.ts';

const below = { field: 'risk', crosses: 40, direction: 'below' } as const;
const above = { field: 'risk', crosses: 40, direction: 'above' } as const;
const changes = { field: 'risk', changes: true } as const;

function fires(condition: WatchCondition | undefined, before: unknown, now: unknown): boolean {
  return evaluateCondition(condition, { value: before }, { risk: now }).fires;
}

test('without a condition every datum fires, the first included, and no value is compared', () => {
  expect(evaluateCondition(undefined, undefined, { risk: 1 })).toEqual({ fires: true, compared: undefined });
  expect(evaluateCondition(undefined, { value: 1 }, { risk: 1 })).toEqual({ fires: true, compared: undefined });
});

test.each([below, above, changes])(
  'the first verification is silent, and the next one compares with it: %p',
  (condition) => {
    expect(evaluateCondition(condition, undefined, { risk: 12 })).toEqual({ fires: false, compared: { value: 12 } });
    expect(evaluateCondition(condition, undefined, { risk: 99 })).toEqual({ fires: false, compared: { value: 99 } });
  },
);

test.each([
  [below, 41, 39, true],
  [below, 40, 39, true],
  [below, 41, 40, false],
  [below, 40, 40, false],
  [below, 39, 38, false],
  [below, 39, 41, false],
  [below, 41, 42, false],
  [above, 39, 41, true],
  [above, 40, 41, true],
  [above, 39, 40, false],
  [above, 40, 40, false],
  [above, 41, 42, false],
  [above, 41, 39, false],
  [changes, 40, 41, true],
  [changes, 40, 40, false],
])('%p from %p to %p fires: %p', (condition, before, now, expected) => {
  expect(fires(condition, before, now)).toBe(expected);
});

test.each([
  ['18446744073709551616', '18446744073709551615', false],
  ['18446744073709551615', '18446744073709551616', false],
  ['0.1', '0.10000000000000000001', true],
  ['0.1', '0.1000', false],
  ['-0.2', '0.3', true],
  [0.1, 0.30000000000000004, true],
])('decimals are compared exactly: from %p to %p above 0.1 fires: %p', (before, now, expected) => {
  expect(fires({ field: 'risk', crosses: 0.1, direction: 'above' }, before, now)).toBe(expected);
});

test('a threshold separates two large amounts that are equal as floating-point numbers', () => {
  const threshold = 9_007_199_254_740_992;
  const condition = { field: 'risk', crosses: threshold, direction: 'above' } as const;
  expect(fires(condition, '9007199254740992', '9007199254740993')).toBe(true);
});

test.each([null, undefined, '', 'n/a', true, {}, [], '1e3', ' 1'])(
  'a field that is no number (%p) fires nothing and keeps the compared value',
  (value) => {
    expect(evaluateCondition(above, { value: 12 }, { risk: value })).toEqual({ fires: false, compared: undefined });
  },
);

test('a previous value that is no number counts as no value', () => {
  expect(evaluateCondition(above, { value: null }, { risk: 99 })).toEqual({ fires: false, compared: { value: 99 } });
});

test.each([
  [null, null, false],
  [null, 0, true],
  [undefined, null, false],
  ['1', 1, true],
  [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, false],
  [{ a: 1, b: [1, 2] }, { b: [2, 1], a: 1 }, true],
  [-0, 0, false],
])('changes compares as JSON: from %p to %p fires: %p', (before, now, expected) => {
  expect(fires(changes, before ?? null, now)).toBe(expected);
});

test('an inherited name is no field', () => {
  expect(evaluateCondition({ field: 'toString', changes: true }, { value: null }, {})).toMatchObject({ fires: false });
});

const cents = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
const thresholds = fc.integer({ min: -(2 ** 50), max: 2 ** 50 });

/** Returns a number of hundredths as an exact decimal string. */
function text(hundredths: bigint): string {
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

test('crosses agrees with exact arithmetic in both directions', () => {
  const near = fc.oneof(cents, fc.bigInt({ min: -3n, max: 3n }));
  fc.assert(
    fc.property(near, near, thresholds, fc.boolean(), (a, b, threshold, isClose) => {
      const [before, now] = isClose ? [a + BigInt(threshold) * 100n, b + BigInt(threshold) * 100n] : [a, b];
      const at = BigInt(threshold) * 100n;
      const condition = { field: 'risk', crosses: threshold } as const;
      expect(fires({ ...condition, direction: 'below' }, text(before), text(now))).toBe(before >= at && now < at);
      expect(fires({ ...condition, direction: 'above' }, text(before), text(now))).toBe(before <= at && now > at);
    }),
  );
});

test('a watch fires again only after the value was on the other side of the threshold', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 30, max: 50 }), { minLength: 2, maxLength: 60 }), (values) => {
      let previous: { readonly value: unknown } | undefined;
      let mayFire = false;
      for (const value of values) {
        const result = evaluateCondition(above, previous, { risk: value });
        expect(result.fires && !mayFire).toBe(false);
        mayFire = value <= 40;
        previous = result.compared;
      }
    }),
  );
});

test('changes fires exactly when the field is a different JSON value', () => {
  const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;
  fc.assert(
    fc.property(value, value, (before, now) => {
      const parsed = (anyValue: unknown): unknown => JSON.parse(JSON.stringify(anyValue));
      expect(fires(changes, parsed(before), parsed(before))).toBe(false);
      const differs = !Object.is(sorted(before), sorted(now));
      expect(fires(changes, parsed(before), parsed(now))).toBe(differs);
    }),
  );
});

/** Returns JSON text with sorted keys, independently of the code under test. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(sorted).join()}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${sorted(member)}`);
    return `{${members.toSorted().join()}}`;
  }
  return JSON.stringify(value);
}
