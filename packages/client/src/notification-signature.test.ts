import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.ts';
import type { JsonObject } from './notification.ts';
import { signNotification, verifyNotification } from './notification-signature.ts';

type Vectors = {
  readonly secret: string;
  readonly signedBodies: readonly {
    readonly name: string;
    readonly unsignedCanonical: string;
    readonly signature: string;
    readonly signedBody: string;
  }[];
};

const { secret, signedBodies } = JSON.parse(
  readFileSync(new URL('testing/canonical-json-vectors.json', import.meta.url), 'utf8'),
) as Vectors;

const fired: JsonObject = {
  event: 'watch.fired',
  watchId: 'w_0000000000000000000001',
  type: 'chain.token_risk',
  params: { address: 'So11111111111111111111111111111111111111112' },
  value: { overallRisk: 41, factors: [{ id: 'mint_authority', points: 25, detail: 'é 😀 "quoted"' }], slot: 1 },
  traceId: 'tr_0af7651916cd43dd8448eb211c80319c',
  firedAt: '2026-11-20T12:00:00.000Z',
};
const signedBody = signNotification(fired, secret);
const signature = String((JSON.parse(signedBody) as JsonObject)['signature']);

test.each(signedBodies)('$name is signed byte for byte as published, and verifies raw and parsed', (vector) => {
  expect(signNotification(JSON.parse(vector.unsignedCanonical), secret)).toBe(vector.signedBody);
  expect(verifyNotification(vector.signedBody, secret)).toMatchObject({ signature: vector.signature });
  expect(verifyNotification(JSON.parse(vector.signedBody), secret)).toMatchObject({ signature: vector.signature });
});

test('the signed text is canonical JSON with a signature of 64 lowercase hex digits', () => {
  expect(signedBody).toBe(canonicalJson({ ...fired, signature }));
  expect(signature).toMatch(/^[0-9a-f]{64}$/);
});

test('bytes, text and the parsed object verify, and the result is what was signed', () => {
  const expected = { ...fired, signature };
  expect(verifyNotification(Buffer.from(signedBody, 'utf8'), secret)).toEqual(expected);
  expect(verifyNotification(signedBody, secret)).toEqual(expected);
  expect(verifyNotification(JSON.parse(signedBody), secret)).toEqual(expected);
});

test('a parsed body verifies in any order of its keys', () => {
  const turned = Object.fromEntries(Object.entries(JSON.parse(signedBody) as JsonObject).toReversed());
  expect(verifyNotification(turned, secret)).toBeDefined();
});

const otherSecret = 'whsec_another_secret';

test.each<[string, Parameters<typeof verifyNotification>[0], string]>([
  ['another secret', signedBody, otherSecret],
  ['the secret without its prefix', signedBody, secret.slice('whsec_'.length)],
  ['a changed value', signedBody.replace('"overallRisk":41', '"overallRisk":40'), secret],
  ['an added key', signedBody.replace('{', '{"a":1,'), secret],
  ['a key put in twice, so that parsers disagree', signedBody.replace('{', '{"event":"other",'), secret],
  ['whitespace in the raw body', ` ${signedBody}`, secret],
  ['a byte order mark', Buffer.from(`\ufeff${signedBody}`, 'utf8'), secret],
  ['a signature in capitals', signedBody.replace(signature, signature.toUpperCase()), secret],
  ['a signature cut short', signedBody.replace(signature, signature.slice(1)), secret],
  ['a signature with a line break', { ...fired, signature: `${signature}\n` }, secret],
  ['a signature that is no string', { ...fired, signature: [signature] }, secret],
  ['no signature', canonicalJson(fired), secret],
  ['a signature made with another secret', signNotification(fired, otherSecret), secret],
  ['text that is no JSON', '{"event"', secret],
  ['nothing', '', secret],
  ['an array', '[1]', secret],
  ['null', 'null', secret],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), secret],
  ['half of a surrogate pair', '{"a":"\\ud800"}', secret],
  ['an object with a date', { ...fired, firedAt: new Date(0), signature }, secret],
  ['an endless nesting', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, secret],
])('%s is not verified', (_title, body, key) => {
  expect(verifyNotification(body, key)).toBeUndefined();
});

test('a change of any byte fails the verification', () => {
  const bytes = Buffer.from(signedBody, 'utf8');
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ mask;
      expect(verifyNotification(changed, secret)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

test('every signed object verifies, and the signature covers __proto__ keys', () => {
  const bodies = fc
    .dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ depthSize: 'small' }))
    .map((body) => JSON.parse(JSON.stringify(body)) as JsonObject)
    .filter((body) => !Object.hasOwn(body, 'signature'));
  fc.assert(
    fc.property(bodies, (body) => {
      const text = signNotification(body, secret);
      expect(verifyNotification(text, secret)).toEqual(JSON.parse(text));
    }),
  );
  const withProto = signNotification(JSON.parse('{"__proto__":{"a":1}}'), secret);
  expect(verifyNotification(withProto.replace('"a":1', '"a":2'), secret)).toBeUndefined();
});

test('signing refuses a signed body, an empty secret and a value without a canonical form', () => {
  expect(() => signNotification(JSON.parse(signedBody), secret)).toThrow('already has a "signature"');
  expect(() => signNotification(fired, '')).toThrow('webhookSecret');
  expect(() => signNotification({ at: new Date(0) }, secret)).toThrow('$.at is not a plain object');
  expect(() => verifyNotification(signedBody, '')).toThrow('webhookSecret');
});
