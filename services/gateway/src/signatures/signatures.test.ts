import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { delivered } from '../testing/fake-services.ts';
import { startGateway, type TestGateway } from '../testing/gateway.ts';
import type { GatewayResponse } from '../testing/gateway-response.ts';
import { requestedSignature } from './requested-signature.ts';
import { createSigningKeys } from './signing-keys.ts';

const ring = [
  { id: 'new', key: Buffer.alloc(32, 1) },
  { id: 'old', key: Buffer.alloc(32, 2) },
];
const acceptSignature = 'sig1=();created;keyid;alg="ed25519"';
const keyId = createSigningKeys(ring).signer?.keyId ?? '';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ signingKeys: ring });
  gateway.engine.verify = async () => delivered;
});
afterAll(() => gateway.close());

const ask = (accepted?: string): Promise<GatewayResponse> =>
  gateway.send('/v1/get_data', {
    key: gateway.billing.open().key,
    body: { type: 'token.price' },
    headers: accepted === undefined ? {} : { 'accept-signature': accepted },
  });

/** Verifies a response with the published keys, as RFC 9421, section 3.2 describes. */
async function isGenuine(response: GatewayResponse, status = response.status): Promise<boolean> {
  const [, label, parameters = ''] = /^(\w+)=(.*)$/.exec(String(response.headers['signature-input'])) ?? [];
  const signature = new RegExp(`^${label}=:(.*):$`).exec(String(response.headers['signature']))?.[1] ?? '';
  const digest = `sha-256=:${createHash('sha256').update(response.text).digest('base64')}:`;
  const base = [
    `"@status": ${status}`,
    `"content-digest": ${digest}`,
    `"x-trace-id": ${String(response.headers['x-trace-id'])}`,
    `"@signature-params": ${parameters}`,
  ].join('\n');
  const { keys } = JSON.parse((await gateway.send('/.well-known/jwks.json')).text) as {
    readonly keys: readonly (JsonWebKey & { readonly kid: string })[];
  };
  const key = keys.find(({ kid }) => parameters.includes(`keyid="${kid}"`));
  return (
    key !== undefined &&
    response.headers['content-digest'] === digest &&
    verify(null, Buffer.from(base), createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64'))
  );
}

test('a response is signed over its status, its content and its trace id with the first key', async () => {
  const response = await ask(acceptSignature);
  expect(response.headers['signature-input']).toMatch(
    new RegExp(`^sig1=\\("@status" "content-digest" "x-trace-id"\\);created=\\d{10};keyid="${keyId}";alg="ed25519"$`),
  );
  expect(await isGenuine(response)).toBe(true);
  expect(await isGenuine({ ...response, text: response.text.replace('SOL', 'BTC') })).toBe(false);
  expect(await isGenuine(response, 201)).toBe(false);
});

test('errors and public pages are signed too when a request asks for it', async () => {
  const unauthorized = await gateway.send('/v1/types', { headers: { 'accept-signature': acceptSignature } });
  expect([unauthorized.status, await isGenuine(unauthorized)]).toEqual([401, true]);
  const index = await gateway.send('/', { headers: { 'accept-signature': acceptSignature } });
  expect(await isGenuine(index)).toBe(true);
});

test('the signature repeats the nonce, the tag and the label of the request', async () => {
  const response = await ask('mine=("@status");nonce="n-1";tag="audit"');
  expect(response.headers['signature-input']).toMatch(/^mine=.*;nonce="n-1";tag="audit"$/);
  expect(response.headers['signature']).toMatch(/^mine=:/);
  expect(await isGenuine(response)).toBe(true);
});

test('a response is not signed without the header', async () => {
  const { headers } = await ask();
  expect([headers['signature'], headers['signature-input'], headers['content-digest']]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ['another algorithm', 'sig1=();alg="rsa-pss-sha512"'],
  ['another key', 'sig1=();keyid="other"'],
  ['a part that no signature covers', 'sig1=("@method")'],
  ['no list', 'sig1;created'],
  ['a quotation mark in its nonce', 'sig1=();nonce="a\\"b"'],
  ['a line break', 'sig1=();nonce="a\u0085b"'],
  ['too many characters', `sig1=();nonce="${'n'.repeat(600)}"`],
])('a request for %s gets an unsigned response', async (_title, accepted) => {
  const { status, headers } = await ask(accepted);
  expect([status, headers['signature']]).toEqual([200, undefined]);
});

test('the first signature of several that is possible is made', () => {
  expect(requestedSignature('a=("@method");created, b=();keyid;created', keyId)).toEqual({ label: 'b' });
  expect(requestedSignature(`a=("x-trace-id" "@status");keyid="${keyId}"`, keyId)).toEqual({ label: 'a' });
});

test('the key set has the public part of every key and no private part, and may be cached', async () => {
  const response = await gateway.send('/.well-known/jwks.json');
  expect(response.headers).toMatchObject({
    'content-type': 'application/jwk-set+json',
    'cache-control': 'public, max-age=300',
  });
  const member = {
    kty: 'OKP',
    crv: 'Ed25519',
    alg: 'EdDSA',
    use: 'sig',
    x: expect.any(String),
    kid: expect.any(String),
  };
  expect(JSON.parse(response.text)).toEqual({ keys: [member, member] });
});

test('without a key nothing is signed and the key set is empty', async () => {
  const unsigned = await startGateway();
  const response = await unsigned.send('/', { headers: { 'accept-signature': acceptSignature } });
  expect([response.status, response.headers['signature']]).toEqual([200, undefined]);
  expect(JSON.parse((await unsigned.send('/.well-known/jwks.json')).text)).toEqual({ keys: [] });
  await unsigned.close();
});

test('a known seed gives the key of RFC 8037, appendix A', () => {
  const key = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url');
  expect(createSigningKeys([{ id: 'rfc', key }]).publicKeys).toMatchObject([
    { x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' },
  ]);
});
