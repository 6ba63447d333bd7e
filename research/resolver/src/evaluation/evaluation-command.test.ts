import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluate } from './evaluation-command.ts';
import type { Model } from '@assay/resolver/model';

const catalog = await loadCatalog();
const embedded: Model = {
  name: 'embedded@test',
  resolve: () => Promise.resolve({ outcome: 'none', type: '', params: {}, missing: [], confidence: 1 }),
};
const items = [
  { id: 'a', query: 'price of ETH', accept: [{ outcome: 'type', type: 'token.price', params: { token: 'ETH' } }] },
  { id: 'b', query: 'price of BTC', accept: [{ outcome: 'type', type: 'token.price', params: { token: 'BTC' } }] },
  { id: 'c', query: 'hello', accept: [{ outcome: 'no_source' }] },
];

let directory = '';
let set = '';
let server: Server | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-eval-'));
  set = join(directory, 'set.jsonl');
  await writeFile(set, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

type ModelRequest = { readonly model: string; readonly key: string | undefined; readonly path: string | undefined };

/**
 * Starts an OpenAI-compatible endpoint that gives each question its answer from `answers`. If the answer is a number,
 * the endpoint responds with this HTTP status.
 */
async function endpoint(
  answers: Readonly<Record<string, unknown>>,
): Promise<{ url: string; requests: ModelRequest[] }> {
  const requests: ModelRequest[] = [];
  const listening = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { model, messages } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
        model: string;
        messages: { content: string }[];
      };
      requests.push({ model, key: request.headers.authorization, path: request.url });
      const answer = Object.entries(answers).find(([query]) => messages.at(-1)?.content.includes(query))?.[1];
      response.statusCode = typeof answer === 'number' ? answer : 200;
      response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify(answer) } }] }));
    });
  });
  server = listening;
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1`, requests };
}

async function run(args: readonly string[], environment: Record<string, string> = {}, model = embedded) {
  let out = '';
  let err = '';
  const code = await evaluate(args, {
    environment,
    catalog,
    embedded: model,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  });
  return { code, out, err };
}

test('the command asks the named model at the endpoint and scores its answers', async () => {
  const { url, requests } = await endpoint({
    'price of ETH': { type: 'token.price', params: { token: 'ETH' }, confidence: 0.9 },
    'price of BTC': { type: 'token.price', params: { token: 'BTC' }, confidence: 0.9 },
    hello: { type: 'none', params: {}, confidence: 0.9 },
  });
  const results = join(directory, 'results.jsonl');
  const environment = { ASSAY_RESOLVER_URL: url, ASSAY_RESOLVER_KEY: 'secret', ASSAY_RESOLVER_MODEL: 'another' };
  const { code, out, err } = await run([set, '--model', 'big', '--results', results], environment);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^big@p\d+: 3 items, 0 left out/);
  expect(out).toContain('exact accuracy 100.0% (43.9% to 100.0%), type accuracy 100.0% (43.9% to 100.0%)');
  expect(out).not.toContain('instead');
  expect(requests).toEqual(
    Array.from(items, () => ({ model: 'big', key: 'Bearer secret', path: '/v1/chat/completions' })),
  );
  const written = (await readFile(results, 'utf8')).trim().split('\n');
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
    { id: 'a', outcome: 'type', type: 'token.price', params: { token: 'ETH' } },
    { id: 'b', outcome: 'type', type: 'token.price', params: { token: 'BTC' } },
    { id: 'c', outcome: 'no_source' },
  ]);
});

test('the embedded model decides what the endpoint leaves open, and the report counts it by reason', async () => {
  const { url } = await endpoint({
    'price of ETH': 503,
    'price of BTC': { type: 'token.price', params: { token: 'DOGE' }, confidence: 0.9 },
    hello: { type: 'none', params: {}, confidence: 0.9 },
  });
  const { code, out } = await run([set, '--model', 'big', '--errors'], { ASSAY_RESOLVER_URL: url });
  expect(code).toBe(0);
  expect(out).toContain('exact accuracy 33.3%');
  expect(out).toContain('1 decided by embedded@test instead: http_503');
  expect(out).toContain('1 decided by embedded@test instead: invented_param');
  expect(out).toContain('{"id":"a","query":"price of ETH","got":{"outcome":"no_source"}');
});

test('the embedded model decides everything when the endpoint is unreachable', async () => {
  const { url } = await endpoint({});
  server?.close();
  const { code, out } = await run([set, '--model', 'big'], { ASSAY_RESOLVER_URL: url });
  expect(code).toBe(0);
  expect(out).toContain('3 decided by embedded@test instead: unreachable');
});

test('an endpoint of a stated behaviour needs no URL, and the report counts who decided', async () => {
  const right = await run([set, '--endpoint-behaviour', 'right']);
  expect(right).toMatchObject({ code: 0, err: '' });
  expect(right.out).toMatch(/^scripted-right@p\d+: 3 items/);
  expect(right.out).toContain('exact accuracy 100.0%');
  const declined = await run([set, '--endpoint-behaviour', 'refusing']);
  expect(declined.out).toContain('exact accuracy 33.3%');
  expect(declined.out).toContain('3 decided by embedded@test instead: declined');
});

test('an endpoint of a stated accuracy is wrong about the same questions in every run', async () => {
  const wrong = await run([set, '--endpoint-behaviour', 'right', '--endpoint-accuracy', '0']);
  expect(wrong.out).not.toContain('exact accuracy 100.0%');
  const again = await run([set, '--endpoint-behaviour', 'right', '--endpoint-accuracy', '0', '--errors']);
  const rates = (out: string) => out.split('\n')[1];
  expect(rates(again.out)).toBe(rates(wrong.out));
});

test('an endpoint repeats the recorded answers of a large model, and declines a question without one', async () => {
  const answers = join(directory, 'answers.jsonl');
  const recorded = [
    { id: 'a', type: 'token.price', params: { token: 'ETH', venue: null }, confidence: 0.95 },
    { id: 'c', type: 'none', params: {}, confidence: 0.95 },
  ];
  await writeFile(answers, recorded.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  const { code, out, err } = await run([set, '--endpoint-answers', answers]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^scripted-recorded@p\d+: 3 items/);
  expect(out).toContain('exact accuracy 66.7%');
  expect(out).toContain('1 decided by embedded@test instead: declined');
});

test('the table of bands states what each band sends and gives', async () => {
  const estimates = new Map([
    ['price of ETH', 0.6],
    ['price of BTC', 0.2],
    ['hello', 0],
  ]);
  const estimating: Model = {
    name: 'embedded@test',
    resolve: async (query, types, deadlineAtMs) => ({
      ...(await embedded.resolve(query, types, deadlineAtMs)),
      candidateProbability: estimates.get(query) ?? 0,
    }),
  };
  const { code, out } = await run([set, '--endpoint-behaviour', 'right', '--bands'], {}, estimating);
  expect(code).toBe(0);
  expect(out).toMatch(/^\| none \| 0\.0% \| 33\.3% /m);
  expect(out).toMatch(/^\| 0\.5-0\.9 \| 33\.3% \| 66\.7% /m);
  expect(out).toMatch(/^\| 0\.1-0\.95 \| 66\.7% \| 100\.0% /m);
  expect(out).toMatch(/^\| 0-1 \| 100\.0% \| 100\.0% .*\| 0\.0 \| 66\.7 \| \d+ \|$/m);
  expect(out).toMatch(/^\| 0-0\.95 \| 100\.0% \| 100\.0% /m);
  // One row per range of probability: both models' accuracy, their wrong answers, and how many questions the
  // endpoint did not answer.
  expect(out).toMatch(/^\| 0\.1-0\.3 \| 1 \| 0\.0% \(.+\) \| 100\.0% \(.+\) \| 0 \| 0 \| 0 \|$/m);
  expect(out).toMatch(/^\| 0\.98-1 \| 0 \| - \| - \| 0 \| 0 \| 0 \|$/m);
});

test('without a model name the command scores the embedded model and asks no endpoint', async () => {
  const { url, requests } = await endpoint({});
  const { code, out } = await run([set], { ASSAY_RESOLVER_URL: url });
  expect(code).toBe(0);
  expect(out).toContain('embedded@test: 3 items');
  expect(requests).toEqual([]);
});

test('the command names a missing or malformed argument and scores nothing', async () => {
  const absent = join(directory, 'absent.jsonl');
  const broken = join(directory, 'broken.jsonl');
  const odd = join(directory, 'odd.jsonl');
  await writeFile(broken, `${JSON.stringify(items[0])}\n\n{"id": "x",\n`);
  await writeFile(odd, `${JSON.stringify({ ...items[0], accept: [{ outcome: 'maybe' }] })}\n`);
  const others = join(directory, 'others.jsonl');
  await writeFile(others, '{"id":"z","type":"none","params":{},"confidence":1}\n');
  for (const [args, environment, message] of [
    [[], {}, /^SET is missing\nusage: make eval-ask SET=/],
    [[set, absent], {}, /^SET must be one file\n/],
    [[set, '--modle', 'big'], {}, /--modle[^]*usage: /],
    [[absent], {}, /^SET=\S+absent\.jsonl cannot be read: ENOENT\n$/],
    [[broken], {}, /^SET=\S+broken\.jsonl is not a labelled set: line 3: not JSON\n$/],
    [[odd], {}, /^SET=\S+odd\.jsonl is not a labelled set: line 1: accept\.0\.outcome: .+\n$/],
    [[set, '--model', 'big'], {}, /^MODEL=big needs ASSAY_RESOLVER_URL, /],
    [[set, '--model', 'big'], { ASSAY_RESOLVER_URL: 'ftp://x' }, /ASSAY_RESOLVER_URL/],
    [[set, '--endpoint-behaviour', 'kind'], {}, /^--endpoint-behaviour: [^]*usage: /],
    [[set, '--endpoint-behaviour', 'right', '--endpoint-accuracy', '2'], {}, /^--endpoint-accuracy: /],
    [[set, '--bands'], {}, /^--bands needs --endpoint-behaviour or --endpoint-answers\n/],
    [[set, '--endpoint-behaviour', 'recorded'], {}, /^--endpoint-behaviour recorded needs --endpoint-answers\nusage: /],
    [[set, '--endpoint-behaviour', 'slow', '--endpoint-answers', set], {}, /^--endpoint-answers is for the behaviour /],
    [[set, '--endpoint-answers', absent], {}, /^--endpoint-answers \S+ cannot be read: ENOENT\n$/],
    [[set, '--endpoint-answers', set], {}, /^--endpoint-answers \S+ does not hold recorded answers: line 1: .+\n$/],
    [[set, '--endpoint-answers', others], {}, /^--endpoint-answers \S+ has no answer to a question of SET=\S+\n$/],
    [[set, '--model', 'big'], { ASSAY_RESOLVER_DOUBT: '1-0' }, /ASSAY_RESOLVER_DOUBT: must be two numbers/],
    [[set, '--results', join(directory, 'no', 'file')], {}, /^--results \S+ cannot be written: ENOENT\n$/],
  ] as const) {
    expect(await run(args, environment)).toEqual({ code: 2, out: '', err: expect.stringMatching(message) });
  }
});
