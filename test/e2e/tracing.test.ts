import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAccount } from '@assay/stack/testing/accounts';
import { assay } from './support/operator.ts';
import { completeTraceOf, spansOf } from './support/spans.ts';
import { getData, send, sharedSystem, until } from './support/system.ts';

const system = sharedSystem();

test('a request gives one trace across HTTP, gRPC, NATS and SQL, without orphaned spans', async () => {
  const { key } = await createAccount(system);
  const { body } = await getData(system.gatewayUrl, key, 'token.price', { token: 'SOL' });
  const traceId = String(body['traceId']);
  const expectedTrace = [
    /POST \/v1\/get_data/,
    /Admit/,
    /Verify/,
    /Settle/,
    /ask /,
    /sql .*admit/,
    /sql .*settle/,
    /publish/,
    /process/,
  ];
  const spans = await completeTraceOf(system, traceId.slice(3), {
    names: expectedTrace,
    services: ['gateway', 'billing', 'engine'],
  });
  expect(spans.filter(({ parentSpanId }) => parentSpanId === '')).toHaveLength(1);
});

test("a caller's traceparent becomes a link and never the parent", async () => {
  const { key } = await createAccount(system);
  const theirs = '4bf92f3577b34da6a3ce929d0e0e4736';
  const answers = await Promise.all(
    [0, 1].map(() =>
      send(`${system.gatewayUrl}/v1/types`, { key, headers: { traceparent: `00-${theirs}-00f067aa0ba902b7-01` } }),
    ),
  );
  const answerTraceIds = answers.map(({ headers }) => headers.get('x-trace-id') ?? '');
  expect(new Set([...answerTraceIds, `tr_${theirs}`]).size).toBe(3);
  const spans = await spansOf(system, (answerTraceIds[0] ?? '').slice(3), (spansSoFar) =>
    spansSoFar.some(({ links }) => links.includes(theirs)),
  );
  expect(spans.some(({ links }) => links.includes(theirs))).toBe(true);
});

test('assay trace prints the sources, their answers, the level and the charge', async () => {
  const { key, accountId } = await createAccount(system);
  const { body } = await getData(system.gatewayUrl, key, 'spot.price', { symbol: 'ETH-USD' });
  const { verification, data } = body as {
    verification: { source: string; level: string };
    data: { price: string };
  };
  const tree = await assay(system, 'trace', String(body['traceId']));
  for (const part of ['spot.price', 'ETH-USD', verification.source, data.price, verification.level, accountId]) {
    expect(tree).toContain(part);
  }
  const json = JSON.parse(await assay(system, 'trace', String(body['traceId']), '--json')) as Record<string, unknown>;
  expect(JSON.stringify(json)).toContain(data.price);
});

test('assay trace finds refusals, no_source answers and unresolved questions', async () => {
  const { key } = await createAccount(system);
  const refused = await getData(system.gatewayUrl, key, 'spot.price', { symbol: 'BTC' }, { minLevel: 'anchored' });
  const unknown = await getData(system.gatewayUrl, key, 'token.price', { token: 'VLORP' });
  const unresolved = await send(`${system.gatewayUrl}/v1/ask`, { key, body: { query: 'why is the sky blue?' } });
  expect(unresolved.body).toMatchObject({ status: 'no_source' });
  for (const [answer, word] of [
    [refused, 'refused'],
    [unknown, 'no_source'],
    [unresolved, 'unresolved'],
  ] as const) {
    expect(await assay(system, 'trace', String(answer.body['traceId']))).toContain(word);
  }
});

test('log lines have the trace id, and no log contains a key or a question', async () => {
  const { key } = await createAccount(system);
  const secretQuestion = 'how many followers does very-secret-handle.bsky.social have';
  const askResponse = await send(`${system.gatewayUrl}/v1/ask`, { key, body: { query: secretQuestion } });
  const missing = await send(`${system.gatewayUrl}/v1/nothing-here`, { key });
  const traceId = (missing.headers.get('x-trace-id') ?? '').slice(3);
  const logs = join(system.dataDir, 'logs');
  const read = (): string =>
    readdirSync(logs)
      .map((file) => readFileSync(join(logs, file), 'utf8'))
      .join('\n');
  const text = await until(
    () => Promise.resolve(read()),
    (all) => all.includes(traceId),
    5_000,
  );
  expect(askResponse.status).toBeLessThan(500);
  expect(text).not.toContain(key);
  expect(text).not.toContain(system.adminToken);
  expect(text).not.toContain('how many followers does');
});
