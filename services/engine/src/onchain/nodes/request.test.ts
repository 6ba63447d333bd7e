import { expect, test } from '@jest/globals';
import type { Fetched } from '@assay/providers/fetch';
import { memberAlterations } from '@assay/providers/testing/altered-json';
import { testClock } from '../../testing/test-sources.ts';
import { parseChainJson } from './chain-json.ts';
import { isServing, openChainNodes, type ChainNode } from './node.ts';
import { readAccountsOf } from './read-accounts.ts';
import { nodeTimeoutMs, type NodeFailure } from './request.ts';

const address = '11111111111111111111111111111111';
const maxU64 = '18446744073709551615';

function opened(answers: (body: string) => Fetched, budgets: Record<string, { requests: number; perMs: number }> = {}) {
  const clock = testClock();
  const sent: { readonly path: string; readonly body: string }[] = [];
  const urls = { 'node-a': 'https://rpc.test/v1?key=secret' };
  const [node] = openChainNodes({ mode: 'live', urls, budgets }, clock.monotonic) as [ChainNode];
  const read = (minContextSlot?: number, timeoutMs = 1_000) =>
    readAccountsOf(
      node,
      [address],
      { timeoutMs, ...(minContextSlot === undefined ? {} : { minContextSlot }) },
      {
        fetch: async (_baseUrl, { path, body = '' }) => {
          sent.push({ path, body });
          return answers(body);
        },
        monotonic: clock.monotonic,
      },
    );
  return { node, read, sent, clock };
}

function json(text: string): Fetched {
  return { kind: 'answered', status: 200, body: parseChainJson(text) };
}

const account = `{"data":["AQID","base64"],"owner":"${address}","lamports":${maxU64},"executable":false,"space":3}`;
const good = json(`{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":50},"value":[${account}]}}`);

test('accounts are read by JSON-RPC with the requested minimum slot, and lamports stay exact', async () => {
  const { read, sent } = opened(() => good);
  const answer = await read(40);
  expect(sent[0]?.path).toBe('/v1?key=secret');
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
    jsonrpc: '2.0',
    method: 'getMultipleAccounts',
    params: [[address], { encoding: 'base64', commitment: 'confirmed', minContextSlot: 40 }],
  });
  expect(answer).toMatchObject({ kind: 'snapshot', snapshot: { slot: 50 } });
  const accountRead = answer.kind === 'snapshot' ? answer.snapshot.accounts.get(address) : undefined;
  expect(accountRead).toMatchObject({ lamports: BigInt(maxU64), data: Uint8Array.of(1, 2, 3), slot: 50 });
});

test.each([
  ['a null error', `"error":null,"result":{"context":{"slot":50},"value":[${account}]}`],
  [
    'warnings',
    `"warnings":["x"],"result":{"context":{"slot":50,"apiVersion":null},"value":[${account}],"notice":null}`,
  ],
  ['a null size', `"result":{"context":{"slot":50},"value":[${account.replace('"space":3', '"space":null')}]}`],
])('a result with %s beside it is read', async (_what, text) => {
  const { read } = opened(() => json(`{"jsonrpc":"2.0","id":1,${text}}`));
  expect(await read(40)).toMatchObject({ kind: 'snapshot', snapshot: { slot: 50 } });
});

test('null in a place that a node may leave out reads as absent', async () => {
  const text = `{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":50,"apiVersion":"3.0"},"value":[${account}]}}`;
  const readOf = (body: unknown) => opened(() => ({ kind: 'answered', status: 200, body })).read(40);
  for (const { name, absent, nulled } of memberAlterations(parseChainJson(text))) {
    const without = await readOf(absent);
    if (without.kind === 'snapshot') {
      expect([name, await readOf(nulled)]).toEqual([name, without]);
    }
  }
});

test('a node behind the requested slot states its own slot and stays healthy', async () => {
  const { read, node } = opened(() =>
    json('{"jsonrpc":"2.0","id":1,"error":{"code":-32016,"message":"behind","data":{"contextSlot":38}}}'),
  );
  node.breaker.record('success');
  expect(await read(40)).toMatchObject({ kind: 'failed', outcome: 'stale', behindAtSlot: 38, sent: true });
  expect(isServing(node)).toBe(true);
});

test('a response at an older slot than requested is malformed', async () => {
  const { read } = opened(() => good);
  expect(await read(60)).toMatchObject({ kind: 'failed', outcome: 'malformed' });
});

test('a node that asks for fewer requests gets none for as long as it states', async () => {
  const { read, node, sent, clock } = opened(() => ({
    kind: 'answered',
    status: 429,
    body: undefined,
    retryAfterMs: 7_000,
  }));
  expect(await read()).toMatchObject({ outcome: 'rate_limited' });
  expect(await read()).toMatchObject({ outcome: 'over_budget', sent: false, detail: 'the node asked us to pause' });
  expect([sent.length, isServing(node)]).toEqual([1, false]);
  await clock.advance(7_000);
  await read();
  expect(sent.length).toBe(2);
});

test.each([401, 403])('a node that answers HTTP %d refuses us, and is asked again a minute later', async (status) => {
  const { read, node, sent, clock } = opened(() => ({ kind: 'answered', status, body: undefined }));
  node.breaker.record('success');
  expect(await read()).toMatchObject({
    outcome: 'access_denied',
    detail: `HTTP ${status}: the node refused us or the key in its URL`,
  });
  expect(await read()).toMatchObject({ outcome: 'access_denied', sent: false });
  expect([sent.length, isServing(node)]).toEqual([1, false]);
  await clock.advance(60_000);
  await read();
  expect(sent.length).toBe(2);
});

test('one refused request of a node that answers others stops no other', async () => {
  let answer: Fetched = good;
  const { read, node } = opened(() => answer);
  await read();
  answer = { kind: 'answered', status: 403, body: undefined };
  expect(await read()).toMatchObject({ outcome: 'access_denied', sent: true });
  expect(isServing(node)).toBe(true);
  answer = good;
  expect(await read()).toMatchObject({ kind: 'snapshot' });
});

test("the operator's request budget limits requests", async () => {
  const { read, sent } = opened(() => good, { 'node-a': { requests: 1, perMs: 60_000 } });
  await read();
  expect(await read()).toMatchObject({ outcome: 'over_budget', detail: 'its request budget is used up' });
  expect(sent.length).toBe(1);
});

test("failures open the circuit breaker, and no failure shows the node's text or URL", async () => {
  const failures: NodeFailure[] = [];
  const { read, node } = opened(() =>
    json('{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"secret host db-7 is down"}}'),
  );
  for (let times = 0; times < 2; times += 1) {
    const answer = await read();
    if (answer.kind === 'failed') {
      failures.push(answer);
    }
  }
  expect(failures.map(({ outcome }) => outcome)).toEqual(['http_error', 'circuit_open']);
  expect(JSON.stringify(failures)).not.toMatch(/secret|db-7|rpc\.test/);
  expect(isServing(node)).toBe(false);
});

test('a caller that waits less than the time of a node says nothing about its health', async () => {
  const { read, node } = opened(() => ({ kind: 'timeout', detail: 'no answer' }));
  node.breaker.record('success');
  for (let times = 0; times < 5; times += 1) {
    await read(undefined, nodeTimeoutMs - 1);
  }
  expect(isServing(node)).toBe(true);
  for (let times = 0; times < 3; times += 1) {
    await read(undefined, nodeTimeoutMs);
  }
  expect(isServing(node)).toBe(false);
});

test('the JSON of nodes has exact integers, and other text is undefined', () => {
  expect(parseChainJson(`{"a":${maxU64},"b":1.5,"c":"7"}`)).toEqual({ a: BigInt(maxU64), b: 1.5, c: '7' });
  expect(parseChainJson('<html>')).toBeUndefined();
});
