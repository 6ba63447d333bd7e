import { Assay, type AssayError } from '@assay/client';
import { EdgeVM } from '@edge-runtime/vm';
import { beforeAll, expect, test } from '@jest/globals';
import { transform } from '@swc/core';
import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fencesOf } from '../conformance/support/documentation-pages.ts';
import { createAccount } from '@assay/stack/testing/accounts';
import { sharedSystem, until } from './support/system.ts';

const system = sharedSystem();
const repository = fileURLToPath(new URL('../../', import.meta.url));
const readme = 'packages/client/README.md';
const execFileAsync = promisify(execFile);

let apiKey: string;
let assay: Assay;

beforeAll(async () => {
  apiKey = (await createAccount(system)).key;
  assay = new Assay({ apiKey, baseUrl: system.gatewayUrl });
});

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

test('every snippet of the README runs', async () => {
  const snippets = fencesOf(repository, readme).filter(({ language }) => language === 'ts');
  expect(snippets.length).toBeGreaterThan(4);
  const env = { ...process.env, ASSAY_API_KEY: apiKey, ASSAY_BASE_URL: system.gatewayUrl };
  await Promise.all(
    snippets.map(async ({ content }) => {
      const parser = { syntax: 'typescript' } as const;
      const { code } = await transform(content, { jsc: { parser, target: 'es2023' }, isModule: true });
      const options = ['--conditions=@assay/source', '--input-type=module-typescript', '--eval', code];
      await execFileAsync(process.execPath, options, { cwd: `${repository}packages/client`, env });
    }),
  );
}, 60_000);

test('every method gets its answer from the service', async () => {
  const types = await assay.types();
  expect(types.map(({ type }) => type)).toContain('token.price');
  const answer = await assay.getData('token.price', { token: 'SOL' });
  expect(answer).toMatchObject({ status: 'delivered', data: { token: 'SOL' } });
  expect(await assay.ask('What is SOL worth right now?')).toMatchObject({ type: 'token.price' });
  expect(await assay.ask('How do I boil an egg?')).toMatchObject({ status: 'no_source', debitedCredits: 0 });
  const trace = await until(
    () => assay.traces.get(answer.traceId).catch(() => undefined),
    (storedTrace) => storedTrace !== undefined,
    5_000,
  );
  expect(trace).toMatchObject({ traceId: answer.traceId, status: 'delivered' });
  expect(await assay.watches.list()).toEqual([]);
});

test('a level that cannot be reached is a refusal and not an exception', async () => {
  const answer = await assay.getData('funding.rate', { symbol: 'BTC', venue: 'binance' }, { minLevel: 'anchored' });
  expect(answer).toMatchObject({ status: 'refused', required: 'anchored', debitedCredits: 0 });
});

test('a repeated call under one key is charged once', async () => {
  const newClient = new Assay({ apiKey: (await createAccount(system)).key, baseUrl: system.gatewayUrl });
  const options = { idempotencyKey: 'one-call' };
  const first = await newClient.getData('token.price', {}, options);
  expect(await newClient.getData('token.price', {}, options)).toEqual(first);
});

test('a wrong key, an empty balance and a used-up limit are errors with their facts', async () => {
  const wrong = new Assay({ apiKey: `${apiKey.slice(0, -1)}?`, baseUrl: system.gatewayUrl });
  expect(await failureOf(wrong.types())).toMatchObject({ code: 'INVALID_KEY', status: 401 });
  const poor = await createAccount(system, { creditMicros: 1n });
  expect(
    await failureOf(new Assay({ apiKey: poor.key, baseUrl: system.gatewayUrl }).getData('token.price', {})),
  ).toMatchObject({ code: 'INSUFFICIENT_CREDITS', status: 402, balance: 0.000001 });
  const limited = await createAccount(system, { rateLimitPerMinute: 1 });
  const once = new Assay({ apiKey: limited.key, baseUrl: system.gatewayUrl, timeoutMs: 3_000 });
  await once.types();
  const thrown = await failureOf(once.types());
  expect(thrown).toMatchObject({ code: 'RATE_LIMIT', status: 429, traceId: expect.stringMatching(/^tr_/) });
  expect((thrown as AssayError).retryAfterMs).toBeGreaterThan(3_000);
});

test('a signed answer verifies in the client, and offline with another library until it is changed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-proof-'));
  try {
    const file = join(directory, 'proof.json');
    const env = { ...process.env, ASSAY_API_KEY: apiKey, ASSAY_BASE_URL: system.gatewayUrl };
    const example = (name: string, ...args: string[]) =>
      execFileAsync(process.execPath, [`examples/${name}`, ...args], { cwd: repository, env });
    await example('signed-answer.ts', file);
    expect((await example('verify-answer.ts', file)).stdout).toMatch(
      /^genuine: tr_[0-9a-f]{32} \{"status":"delivered"/,
    );
    writeFileSync(file, readFileSync(file, 'utf8').replace('SOL', 'BTC'));
    await expect(example('verify-answer.ts', file)).rejects.toMatchObject({ code: 2 });
  } finally {
    rmSync(directory, { recursive: true });
  }
}, 60_000);

test('the client asks from a worker-like runtime, which has fetch and no Node.js', async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export { Assay } from '@assay/client';`, resolveDir: `${repository}test` },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'client',
    platform: 'neutral',
    conditions: ['@assay/source'],
  });
  const worker = new EdgeVM();
  worker.evaluate(outputFiles[0]?.text ?? '');
  const answer = await worker.evaluate<Promise<unknown>>(
    `new client.Assay(${JSON.stringify({ apiKey, baseUrl: system.gatewayUrl })}).getData('token.price', {})`,
  );
  expect(worker.evaluate('typeof process + typeof require')).toBe('undefinedundefined');
  expect(answer).toMatchObject({ status: 'delivered', type: 'token.price' });
});
