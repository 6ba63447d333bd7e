import { expect, test } from '@jest/globals';
import { generateApiKey } from '@assay/identifiers/api-key';
import { askedBody } from './asked-body.ts';
import { redactText, redactValue } from './redact.ts';

const limits = { characters: 1_000, entries: 40, depth: 5 };

test('keys, tokens, private keys and the paths of URLs do not stay in a text, and ordinary words do', () => {
  const secrets = [
    generateApiKey(),
    `whsec_${'a1B-'.repeat(10)}abc`,
    `sk_live_${'4eC39HqLyjWDarjt'}`,
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-def_123',
    'Bearer abcdefgh12345678',
    '5'.repeat(88),
    `0x${'ab'.repeat(32)}`,
    '-----BEGIN PRIVATE KEY-----\nMIIBVgIBADANBgkqhkiG9w0\n-----END PRIVATE KEY-----',
  ];
  for (const secret of secrets) {
    expect(redactText(`price of ${secret}`, 500)).toBe('price of [redacted]');
  }
  expect(redactText('post to https://user:pass@hooks.example.com/T0/B1?key=x now', 500)).toBe(
    'post to https://hooks.example.com/… now',
  );
  const address = 'So11111111111111111111111111111111111111112';
  expect(redactText(`what does ${address} cost?`, 500)).toBe(`what does ${address} cost?`);
});

test('the cut of a long text hides no secret from its form', () => {
  const key = generateApiKey();
  const text = `${'x'.repeat(90)} ${key}`;
  expect(redactText(text, 100)).not.toContain(key.slice(4, 8));
});

test('fields with the name of a secret lose their value, and the parameter "token" does not', () => {
  expect(
    redactValue(
      { token: 'SOL', apiKey: 'x', nested: { webhookSecret: 'x', access_token: 'x' }, bytes: Array(64).fill(7) },
      limits,
    ),
  ).toEqual({
    token: 'SOL',
    apiKey: '[redacted]',
    nested: { webhookSecret: '[redacted]', access_token: '[redacted]' },
    bytes: '[redacted]',
  });
});

test('a body stays short, whatever a caller sends', () => {
  const bodies: unknown[] = [
    { query: 'w'.repeat(60_000) },
    Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`field${index}`, 'v'.repeat(20)])),
    { params: Array.from({ length: 60 }, () => ({ a: Array.from({ length: 60 }, () => 'word'.repeat(40)) })) },
  ];
  for (const body of bodies) {
    const { json } = askedBody(Buffer.from(JSON.stringify(body)));
    expect(json.length).toBeLessThanOrEqual(4_000);
    expect(() => JSON.parse(json) as unknown).not.toThrow();
  }
});

test('a body that is no JSON object keeps its beginning as a text', () => {
  expect(askedBody(Buffer.from('{"type": token.price}'))).toEqual({ json: '"{\\"type\\": token.price}"', type: '' });
  expect(askedBody(Buffer.from('[1,2]'))).toEqual({ json: '"[1,2]"', type: '' });
  expect(askedBody(Buffer.from([0xff, 0x00, 0x41])).json).not.toContain('\\u0000');
  expect(askedBody(undefined)).toEqual({ json: '', type: '' });
  expect(askedBody(Buffer.from('{"type":"spot.prices","params":{"symbol":"BTC"}}'))).toEqual({
    json: '{"type":"spot.prices","params":{"symbol":"BTC"}}',
    type: 'spot.prices',
  });
});
