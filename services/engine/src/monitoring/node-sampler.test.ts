import { expect, test } from '@jest/globals';
import { createBudget } from '@assay/concurrency/request-budget';
import type { Burst } from '@assay/independence/nodes/observe-burst';
import type { Fetched, FetchProvider } from '@assay/providers/fetch';
import { settled, testClock } from '../testing/test-sources.ts';
import { createNodeSampler } from './node-sampler.ts';

const pace = { quickMs: 200, calmMs: 2_000 };
const urls = { 'node-a': 'http://a.test/rpc/x?key=secret', 'node-b': 'http://b.test/' };

const slotOf = (slot: number): Fetched => ({
  kind: 'answered',
  status: 200,
  body: { jsonrpc: '2.0', id: '1', result: String(slot) },
});

function open(
  answer: (origin: string, requestCount: number) => Fetched | Promise<Fetched>,
  isSettled = () => false,
  limit?: { readonly requests: number; readonly perMs: number },
) {
  const clock = testClock();
  const nodes = Object.entries(urls).map(([id, url]) => ({ id, url, budget: createBudget(limit, clock.monotonic) }));
  const bursts: Burst[] = [];
  const sent: { readonly origin: string; readonly path: string; readonly body: string; readonly timeoutMs: number }[] =
    [];
  const fetch: FetchProvider = async (origin, request, timeoutMs) => {
    sent.push({ origin, path: request.path, body: request.body ?? '', timeoutMs });
    return answer(origin, sent.length);
  };
  const tick = createNodeSampler({
    nodes,
    fetch,
    clock,
    pace,
    isSettled: isSettled,
    onBurst: (burst) => void bursts.push(burst),
  });
  const run = async (forMs: number): Promise<void> => {
    for (let passed = 0; passed < forMs; passed += 50) {
      tick();
      await settled();
      await clock.advance(50);
    }
  };
  return { bursts, sent, run, tick, clock };
}

test('a burst asks every node twice for its newest slot, at the configured path', async () => {
  const { bursts, sent, run } = open((origin) => slotOf(origin.includes('a.test') ? 7 : 6));
  await run(50);
  expect(sent.map(({ origin, path }) => `${origin}${path}`)).toEqual([
    'http://a.test/rpc/x?key=secret',
    'http://b.test/',
    'http://a.test/rpc/x?key=secret',
    'http://b.test/',
  ]);
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ method: 'getSlot', params: [{ commitment: 'confirmed' }] });
  const round = [
    { node: 'node-a', slot: 7 },
    { node: 'node-b', slot: 6 },
  ];
  expect(bursts).toMatchObject([{ rounds: [round, round] }]);
  expect(bursts[0]?.rounds[0]?.[0]).toEqual({
    node: 'node-a',
    slot: 7,
    askedMs: bursts[0]?.atMs,
    answeredMs: bursts[0]?.atMs,
  });
});

test('no round starts before every answer of the last one arrived, and bursts never overlap', async () => {
  let release: (fetched: Fetched) => void = () => undefined;
  const held = new Promise<Fetched>((resolve) => {
    release = resolve;
  });
  const { bursts, sent, run } = open((_origin, count) => (count === 2 ? held : slotOf(1)));
  await run(5_000);
  expect([sent.length, bursts.length]).toEqual([2, 0]);
  release(slotOf(1));
  await settled();
  await run(50);
  expect(sent.length).toBeGreaterThanOrEqual(4);
  expect(bursts.length).toBeGreaterThanOrEqual(1);
});

test('a late answer is left out, and an unreachable node or a malformed answer counts as failed', async () => {
  const answers: Fetched[] = [
    { kind: 'timeout', detail: '' },
    { kind: 'unreachable', detail: '' },
    { kind: 'answered', status: 200, body: { jsonrpc: '2.0', error: { code: '-32005', message: '' } } },
    { kind: 'answered', status: 502, body: undefined },
  ];
  const { bursts, sent, run } = open((_origin, count) => answers[count - 1] ?? slotOf(1));
  await run(50);
  const failed = (node: string) => ({ node, failed: true });
  expect(bursts[0]?.rounds).toMatchObject([[failed('node-b')], [failed('node-a'), failed('node-b')]]);
  expect(sent[0]?.timeoutMs).toBeLessThanOrEqual(500);
});

test('a rate limit pauses a node for the time that it names, without a failure', async () => {
  const { bursts, sent, run } = open((origin, count) =>
    origin.includes('b.test') && count === 2
      ? { kind: 'answered', status: 429, body: undefined, retryAfterMs: 3_000 }
      : slotOf(1),
  );
  await run(2_900);
  expect(sent.filter(({ origin }) => origin.includes('b.test'))).toHaveLength(1);
  expect(bursts.flatMap(({ rounds }) => rounds.flat()).filter((answer) => 'failed' in answer)).toEqual([]);
  await run(500);
  expect(sent.filter(({ origin }) => origin.includes('b.test')).length).toBeGreaterThan(1);
});

test('the sampler is quick while a verdict is open and calm after that, with uneven intervals', async () => {
  let calm = false;
  const { bursts, run } = open(
    () => slotOf(1),
    () => calm,
  );
  await run(10_000);
  const quick = bursts.length;
  expect(quick).toBeGreaterThan(30);
  expect(quick).toBeLessThanOrEqual(10_000 / (pace.quickMs * 0.75));
  const steps = bursts.slice(1).map(({ atMs }, index) => atMs - (bursts[index]?.atMs ?? 0));
  expect(new Set(steps).size).toBeGreaterThan(1);
  calm = true;
  await run(20_000);
  expect(bursts.length - quick).toBeLessThanOrEqual(20_000 / (pace.calmMs * 0.75) + 1);
  expect(bursts.length - quick).toBeGreaterThan(6);
});

test("the sampler leaves at least half of a node's budget to callers", async () => {
  const { sent, run } = open(
    () => slotOf(1),
    () => false,
    { requests: 20, perMs: 10_000 },
  );
  await run(9_900);
  expect(sent.filter(({ origin }) => origin.includes('a.test'))).toHaveLength(10);
});
