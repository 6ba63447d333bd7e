import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { signNotification, type JsonObject } from './webhooks.ts';

const receiver = fileURLToPath(new URL('../../../examples/receiver.py', import.meta.url));
const secret = 'whsec_pT3vWcX0bq8mJk2nR5sY7uA9dF1gH4jL6zQ8wE0rT2y';

const fired: JsonObject = {
  event: 'watch.fired',
  watchId: 'w_0000000000000000000001',
  type: 'chain.token_risk',
  params: { address: 'So11111111111111111111111111111111111111112' },
  value: {
    overallRisk: 41,
    supply: '18446744073709551615',
    freezeAuthority: null,
    topHoldersShareBps: 4_213,
    swapEnabled: true,
    factors: [{ id: 'mint_authority', points: 25.5, detail: 'é 😀 <&> "quoted" \u2028 \\ \n \u007f' }],
    slot: 9_007_199_254_740_991,
  },
  traceId: 'tr_0af7651916cd43dd8448eb211c80319c',
  firedAt: '2026-11-20T12:00:00.000Z',
};
const signedText = signNotification(fired, secret);
const signature = String((JSON.parse(signedText) as JsonObject)['signature']);

/** A Python program that reads one base64 body per line and prints what both verification functions return for it. */
const driver = `
import base64, importlib.util, json, sys
spec = importlib.util.spec_from_file_location("receiver", sys.argv[1])
receiver = importlib.util.module_from_spec(spec)
spec.loader.exec_module(receiver)
for line in sys.stdin:
    raw = base64.b64decode(line)
    answers = [receiver.verified(raw, sys.argv[2]) is not None]
    try:
        parsed = json.loads(raw)
    except (ValueError, RecursionError):
        parsed = None
    answers.append(isinstance(parsed, dict) and receiver.verified_object(parsed, sys.argv[2]) is not None)
    print(json.dumps(answers))
`;

/** Returns, for each body, whether Python accepts the raw bytes, and whether it accepts the parsed object. */
function askPython(bodies: readonly (string | Buffer)[], key = secret): [boolean, boolean][] {
  const result = spawnSync('python3', ['-B', '-c', driver, receiver, key], {
    input: bodies.map((body) => `${Buffer.from(body as string).toString('base64')}\n`).join(''),
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    throw new Error(`python3 failed: ${result.error?.message ?? result.stderr}`);
  }
  return result.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as [boolean, boolean]);
}

beforeAll(() => {
  if (spawnSync('python3', ['--version']).error !== undefined) {
    throw new Error('python3 is not on the PATH: it runs examples/receiver.py, which these tests check');
  }
});

test('the Python receiver accepts what signNotification signs, as raw bytes and as a parsed body', () => {
  const first = signNotification({ z: 1 }, secret);
  const last = signNotification({ a: 1 }, secret);
  expect(askPython([signedText, first, last])).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ]);
});

test('the Python receiver accepts the published signed bodies', () => {
  const vectors = JSON.parse(readFileSync(new URL('testing/canonical-json-vectors.json', import.meta.url), 'utf8')) as {
    readonly secret: string;
    readonly signedBodies: readonly { readonly signedBody: string }[];
  };
  const bodies = vectors.signedBodies.map(({ signedBody }) => signedBody);
  expect(askPython(bodies, vectors.secret)).toEqual(bodies.map(() => [true, true]));
});

const forged: readonly [string, string | Buffer][] = [
  ['a changed value', signedText.replace('"overallRisk":41', '"overallRisk":40')],
  ['an added key', signedText.replace('{', '{"a":1,')],
  [
    'a signature moved into another object',
    signedText
      .replace(`"signature":"${signature}",`, '')
      .replace('"params":{', `"params":{"signature":"${signature}",`),
  ],
  ['a signature of another secret', signNotification(fired, 'whsec_other')],
  ['a signature in capitals', signedText.replace(signature, signature.toUpperCase())],
  ['a signature with a line break', signedText.replace(signature, `${signature}\\n`)],
  ['a signature that is a number', '{"signature":1}'],
  ['no signature', '{"event":"watch.fired"}'],
  ['no JSON', '{'],
  ['an array', '["signature"]'],
  ['a string', '"signature"'],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ['an endless nesting', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
];

test('the Python receiver refuses every forgery', () => {
  const answers = askPython(forged.map(([, body]) => body));
  expect(forged.map(([name], index) => [name, answers[index]])).toEqual(forged.map(([name]) => [name, [false, false]]));
});

test('raw bytes with a duplicate key are refused, which a parsed body cannot show', () => {
  expect(askPython([signedText.replace('{', '{"event":"other",')])[0]?.[0]).toBe(false);
});

test('the Python receiver answers 204 to a signed notification and 401 to any other body', async () => {
  const child = spawn('python3', ['-B', receiver, '0'], {
    env: { PATH: process.env['PATH'] ?? '', WEBHOOK_SECRET: secret, PYTHONIOENCODING: 'utf-8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  try {
    const listening = String((await lines.next()).value);
    const url = listening.slice(listening.indexOf('http'));
    const post = async (body: string): Promise<number> => (await fetch(url, { method: 'POST', body })).status;
    expect([await post(signedText), await post(signedText.replace('41', '40')), await post('')]).toEqual([
      204, 401, 401,
    ]);
    expect(String((await lines.next()).value)).toContain('w_0000000000000000000001 chain.token_risk');
  } finally {
    child.kill();
  }
});
