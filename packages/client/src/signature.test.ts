import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { Assay, AssaySignatureError } from './assay.ts';
import { verifySignature, type SignatureKeySet, type SignedAnswer } from './signature.ts';
import { startScriptedServer, type ScriptedServer } from './testing/server.ts';

const [current, next] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const traceId = `tr_${'a'.repeat(32)}`;
const body = '{"status":"delivered","data":{"token":"é"},"debitedCredits":0}';

function publicKey(key: KeyObject, kid: string): SignatureKeySet['keys'][number] {
  return {
    ...(key.export({ format: 'jwk' }) as { readonly kty: string; readonly x: string; readonly crv: string }),
    kid,
  };
}

const keySet = { keys: [publicKey(current.publicKey, 'k1')] };
const names = ['@status', 'content-digest', 'x-trace-id'];

/** Signs an answer as RFC 9421 specifies. It shares no code with the implementation under test. */
function signed(
  options: { key?: KeyObject; kid?: string; covered?: string[]; status?: number; more?: string } = {},
): SignedAnswer & { readonly headers: Record<string, string> } {
  const { key = current.privateKey, kid = 'k1', covered = names, status = 200, more = '' } = options;
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const values: Record<string, string> = { '@status': String(status), 'content-digest': digest, 'x-trace-id': traceId };
  const parameters = `(${covered.map((name) => `"${name}"`).join(' ')});created=1700000000;keyid="${kid}";alg="ed25519"${more}`;
  const base = [...covered.map((name) => `"${name}": ${values[name]}`), `"@signature-params": ${parameters}`].join(
    '\n',
  );
  const signature = sign(null, Buffer.from(base), key).toString('base64');
  const headers = {
    'content-digest': digest,
    'x-trace-id': traceId,
    'signature-input': `s=${parameters}`,
    signature: `s=:${signature}:`,
  };
  return { status, body, headers };
}

let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

test('a genuine answer verifies as text, as bytes and with a Headers object, and shows who signed it and when', async () => {
  const answer = signed({ more: ';nonce="n"' });
  const expected = { keyId: 'k1', createdAt: new Date(1_700_000_000_000), traceId, nonce: 'n' };
  expect(await verifySignature(answer, keySet)).toEqual(expected);
  const received = { status: 200, body: Buffer.from(body), headers: new Headers(answer.headers) };
  expect(await verifySignature(received, keySet)).toEqual(expected);
});

const genuine = signed();
const change = (headers: Record<string, string>): SignedAnswer => ({
  ...genuine,
  headers: { ...genuine.headers, ...headers },
});

test.each<[string, SignedAnswer, RegExp]>([
  ['a changed body', { ...genuine, body: body.replace('é', 'e') }, /digest differs/],
  ['another status', { ...genuine, status: 409 }, /not valid/],
  ['another trace id', change({ 'x-trace-id': `tr_${'b'.repeat(32)}` }), /not valid/],
  [
    'another time',
    change({ 'signature-input': genuine.headers['signature-input']?.replace('170', '180') ?? '' }),
    /not valid/,
  ],
  [
    'a body and a digest that belong together',
    { ...change({ 'content-digest': `sha-256=:${createHash('sha256').update('{}').digest('base64')}:` }), body: '{}' },
    /not valid/,
  ],
  ['no signature', change({ 'signature-input': '' }), /no signature/],
  ['an empty signature', change({ signature: 's=::' }), /not valid/],
  [
    'a signature that leaves out the body',
    signed({ covered: ['@status', 'x-trace-id'] }),
    /does not cover content-digest/,
  ],
  ['a signature of another key', signed({ key: next.privateKey }), /not valid/],
  ['a signature of an unknown key', signed({ key: next.privateKey, kid: 'k2' }), /no key "k2"/],
])('%s is not verified', async (_title, answer, message) => {
  await expect(verifySignature(answer, keySet)).rejects.toThrow(message);
  await expect(verifySignature(answer, keySet)).rejects.toBeInstanceOf(AssaySignatureError);
});

const reply = (answer: SignedAnswer & { readonly headers: Record<string, string> }) => ({
  status: answer.status,
  body: JSON.parse(body) as unknown,
  headers: answer.headers,
});

test('the client verifies an answer, gets a newer key set after a rotation, and hands over the proof', async () => {
  const assay = new Assay({ apiKey: 'asy_k', baseUrl: server.url });
  const proofs: SignedAnswer[] = [];
  server.script(reply(signed()), { status: 200, body: keySet });
  expect(await assay.getData('token.price', {}, { verifySignature: (proof) => proofs.push(proof) })).toMatchObject({
    status: 'delivered',
  });
  expect(server.received.map(({ path }) => path)).toEqual(['/v1/get_data', '/.well-known/jwks.json']);
  expect(server.received[0]?.headers['accept-signature']).toBe('sig1=();created;keyid;alg="ed25519"');
  expect(await verifySignature(proofs[0] ?? genuine, keySet)).toMatchObject({ traceId });

  const rotated = { keys: [publicKey(next.publicKey, 'k2'), ...keySet.keys] };
  server.script(reply(signed({ key: next.privateKey, kid: 'k2' })), { status: 200, body: rotated }, reply(signed()));
  await assay.getData('token.price', {}, { verifySignature: true });
  await assay.getData('token.price', {}, { verifySignature: true });
  expect(server.received.map(({ path }) => path)).toEqual(['/v1/get_data', '/.well-known/jwks.json', '/v1/get_data']);
});

test('the client rejects an answer without a signature when one was asked for', async () => {
  const assay = new Assay({ apiKey: 'asy_k', baseUrl: server.url });
  server.script({ status: 200, body: { status: 'delivered', debitedCredits: 0 } }, { status: 200, body: keySet });
  await expect(assay.getData('token.price', {}, { verifySignature: true })).rejects.toThrow(AssaySignatureError);
});
