import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.ts';

type Vectors = {
  readonly secret: string;
  readonly values: readonly {
    readonly name: string;
    readonly inputJson: string;
    readonly canonical: string;
    readonly canonicalUtf8Hex: string;
    readonly hmacSha256Hex: string;
    readonly canonicalIfCodePointOrder?: string;
    readonly refused?: boolean;
  }[];
  readonly mustReject: readonly { readonly name: string }[];
};

const vectors = JSON.parse(
  readFileSync(new URL('testing/canonical-json-vectors.json', import.meta.url), 'utf8'),
) as Vectors;

/** Returns a value that is nested `levels` deep. */
function nested(levels: number): unknown {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels));
}

function cycle(): object {
  const itself: { self?: object } = {};
  itself.self = itself;
  return itself;
}

const written = vectors.values.filter(({ refused }) => refused !== true);
const refused = vectors.values.filter(({ refused: isRefused }) => isRefused === true);

test('the file holds 58 vectors to write and 2 with lone surrogates to refuse', () => {
  expect([written.length, refused.length]).toEqual([58, 2]);
});

test.each(written)('$name has the published canonical form, bytes and HMAC', (vector) => {
  const text = canonicalJson(JSON.parse(vector.inputJson));
  expect(text).toBe(vector.canonical);
  expect(Buffer.from(text, 'utf8').toString('hex')).toBe(vector.canonicalUtf8Hex);
  expect(createHmac('sha256', vectors.secret).update(text).digest('hex')).toBe(vector.hmacSha256Hex);
});

test.each(refused)('$name is refused, as RFC 8785 demands', ({ inputJson }) => {
  expect(() => canonicalJson(JSON.parse(inputJson))).toThrow('half of a surrogate pair');
});

test('the vectors detect an implementation that sorts keys by code points', () => {
  const telling = vectors.values.filter(({ canonicalIfCodePointOrder }) => canonicalIfCodePointOrder !== undefined);
  expect(telling.length).toBeGreaterThan(0);
  for (const { inputJson, canonicalIfCodePointOrder } of telling) {
    expect(canonicalJson(JSON.parse(inputJson))).not.toBe(canonicalIfCodePointOrder);
  }
});

const withHole = Object.assign([1], { 2: 3 });

const rejected: Readonly<Record<string, unknown>> = {
  nan: Number.NaN,
  infinity: Number.POSITIVE_INFINITY,
  'undefined-value': { a: undefined },
  'undefined-in-array': [undefined],
  bigint: { a: 1n },
  date: { a: new Date(0) },
  map: { a: new Map([[1, 2]]) },
  cycle: cycle(),
  'sparse-array': withHole,
  'lone-surrogate': '\ud800',
  'too-deep': nested(10_000),
};

test.each(vectors.mustReject.map(({ name }) => name))('%s is refused and not converted', (name) => {
  expect(rejected).toHaveProperty(name);
  expect(() => canonicalJson(rejected[name])).toThrow(TypeError);
});

test.each([
  ['negative infinity', Number.NEGATIVE_INFINITY],
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['a key that is a symbol', { [Symbol('s')]: 1 }],
  ['a class instance', new URL('https://example.com/')],
  ['a boxed number', Object(1)],
  ['an object that inherits', Object.create({ inherited: 1 })],
  ['bytes', new Uint8Array(2)],
  ['an array with a named member', Object.assign([1], { named: 2 })],
  ['an array whose named member makes up for a hole', Object.assign([1], { 2: 3, named: 2 })],
  ['a key with half of a surrogate pair', { '\udead': 1 }],
])('%s is refused', (_title, value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
});

test('the error names the path of the value that is refused', () => {
  expect(() => canonicalJson({ value: { prices: [1, Number.NaN] } })).toThrow('$.value.prices[1] is NaN');
});

test('64 levels of nesting are written and 65 are refused', () => {
  expect(canonicalJson(nested(64))).toBe('['.repeat(64) + ']'.repeat(64));
  expect(() => canonicalJson(nested(65))).toThrow('deeper than 64');
});

test('a __proto__ key is written like any other key, and an object without a prototype is plain', () => {
  expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"x":2}}'))).toBe('{"__proto__":{"x":2},"b":1}');
  expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}');
});

// -0 is excluded, because JSON writes it as 0 and the value would not survive the round trip.
const jsonValue = fc
  .jsonValue({ depthSize: 'small', stringUnit: 'binary' })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

test('canonical text parses to the same value and is a fixed point of the function', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(value);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test('every double is written as ECMAScript writes it and parses to the same bits', () => {
  const double = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((bits) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, bits);
    return view.getFloat64(0);
  });
  fc.assert(
    fc.property(double.filter(Number.isFinite), (number) => {
      const text = canonicalJson(number);
      expect(text).toBe(String(number));
      expect(Object.is(Number(text), number === 0 ? 0 : number)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('keys come out in UTF-16 order, whatever order they were set in', () => {
  const key = fc.string({ unit: 'binary', maxLength: 3 });
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 8 }), fc.nat(), (keys, seed) => {
      const shuffled = keys.toSorted((left, right) => hash(left, seed) - hash(right, seed));
      const text = canonicalJson(Object.fromEntries(keys.map((name) => [name, 1])));
      expect(canonicalJson(Object.fromEntries(shuffled.map((name) => [name, 1])))).toBe(text);
      expect(text).toBe(
        `{${[...keys]
          .sort()
          .map((name) => `${JSON.stringify(name)}:1`)
          .join(',')}}`,
      );
    }),
  );
});

function hash(text: string, seed: number): number {
  return Buffer.from(text).reduce((sum, byte) => (sum * 31 + byte) % 65_521, seed);
}
