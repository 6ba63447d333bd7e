import fc from 'fast-check';

/** The API keys with which the test sends requests. */
export type FuzzKeys = {
  /** A key with credits for real answers. */
  readonly funded: string;
  /** A key without credits. */
  readonly unfunded: string;
  /** A key that reaches its rate limit quickly. */
  readonly limited: string;
  /** A well-formed key that billing does not know. */
  readonly unknown: string;
};

/** Returns an alternative for fc.oneof that has a weight. */
export const weightedAlternative = <Value>(
  weight: number,
  arbitrary: fc.Arbitrary<Value>,
): fc.WeightedArbitrary<Value> => ({
  weight,
  arbitrary,
});

const headerNames = [
  'accept',
  'accept-encoding',
  'accept-signature',
  'access-control-request-method',
  'connection',
  'content-encoding',
  'cookie',
  'expect',
  'idempotency-key',
  'if-none-match',
  'origin',
  'range',
  'te',
  'traceparent',
  'tracestate',
  'upgrade',
  'x-api-key',
  'x-forwarded-for',
  'x-http-method-override',
  '__proto__',
];

/**
 * Returns header lines with or without a key. Most of the keys have no credits, because answers to them cost the system
 * least.
 */
export function credentialsOf(keys: FuzzKeys): fc.Arbitrary<readonly string[]> {
  const bearer = (key: string): string => `authorization: Bearer ${key}`;
  return fc.oneof(
    weightedAlternative(75, fc.constantFrom([bearer(keys.unfunded)], [`x-api-key: ${keys.unfunded}`])),
    weightedAlternative(9, fc.constant([bearer(keys.funded)])),
    weightedAlternative(7, fc.constant([bearer(keys.limited)])),
    weightedAlternative(3, fc.constantFrom([bearer(keys.unknown)], [])),
    weightedAlternative(
      3,
      fc.constantFrom([`Authorization: bearer  ${keys.unfunded}  `, 'x-api-key: x'], [bearer('asy_')]),
    ),
    weightedAlternative(
      3,
      validHeaderValues.map((value) => [`authorization: ${value}`]),
    ),
  );
}

/** Generates single characters for the bytes from `min` to 255, without DEL. */
export const bytesAsText = (min: number): fc.Arbitrary<string> =>
  fc.integer({ min, max: 255 }).map((code) => String.fromCharCode(code === 127 ? 33 : code));

/** Header values that Node.js accepts. */
const validHeaderValues = fc.oneof(
  fc.constantFrom('', '*', '*/*', 'null', 'gzip', '0', '-1', '"', ',,,', 'bytes=0-', 'W/"x"', 'https://evil.example'),
  fc.constantFrom('100-continue', 'sig1=();created;keyid;alg="ed25519"', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`),
  fc.string({ unit: bytesAsText(32), maxLength: 300 }),
);

/** Header values of any kind. Node.js refuses those with control characters and those over 16 KiB. */
const headerValues = fc.oneof(
  weightedAlternative(6, validHeaderValues),
  weightedAlternative(
    1,
    fc.string({ unit: bytesAsText(0), maxLength: 40 }).map((text) => text.replaceAll(/[\r\n]/g, '')),
  ),
  weightedAlternative(
    1,
    fc.constantFrom(300, 15_000, 17_000).map((length) => 'h'.repeat(length)),
  ),
);

/** Generates up to three header lines. */
export const headerLines = fc.array(
  fc.tuple(fc.constantFrom(...headerNames), headerValues).map(([name, value]) => `${name}: ${value}`),
  { maxLength: 3 },
);
