import { expect, test } from '@jest/globals';
import { priced, priceType } from '@assay/providers/testing/test-providers';
import {
  deferred,
  monotonicStartMs,
  openTestSources,
  pairOf,
  settled,
  startMs,
  type TestSources,
} from '../testing/test-sources.ts';
import type { Fetched } from '@assay/providers/fetch';
import type { AskResult } from '../sources/attempt.ts';
import type { SourceObservation } from '../sources/observe.ts';
import { compare } from './compare.ts';
import { fanOut, type FanOutResult } from './fan-out.ts';
import type { EngineAnswer } from './answer.ts';
import { decide } from './decide.ts';
import { planSources } from './plan.ts';
import type { Level } from '@assay/catalog/define';

const down: Fetched = { kind: 'unreachable', detail: 'connection refused' };
const unknown: Fetched = { kind: 'answered', status: 200, body: 'unknown' };

const question = {
  type: priceType,
  params: { symbol: 'BTC' },
  paramsJson: '{"symbol":"BTC"}',
  required: 'single_source',
} as const;

function start(world: TestSources, maxAttempts = 10, deadlineMs = 7_500, wanted = 1): Promise<FanOutResult> {
  const params = { symbol: 'BTC' };
  return fanOut(
    planSources(world.sources),
    (source) => world.ask(source, params, JSON.stringify(params)),
    { maxAttempts, attemptTimeoutMs: 2_500, deadlineAtMs: world.clock.monotonic() + deadlineMs, wanted: () => wanted },
    world.clock,
  );
}

function judge(result: FanOutResult, required: Level = 'single_source'): EngineAnswer {
  const comparison = compare(priceType, result.answered, undefined, (a, b) => pairOf(a, b, 'unknown'));
  return decide({ ...question, required }, { fanOut: result, comparison }, startMs);
}

const outcomes = ({ attempts }: FanOutResult): string[] =>
  attempts.map(({ source, role, outcome }) => `${source.provider.id} ${role} ${outcome}`);

test('one good answer is single_source, and the reason says that nothing confirmed it', async () => {
  const world = openTestSources({ a: () => priced('1', startMs), b: () => priced('2', startMs) });
  const result = await start(world);
  expect(outcomes(result)).toEqual(['a source ok']);
  expect(judge(result)).toMatchObject({
    outcome: 'delivered',
    level: 'single_source',
    totalCostMicros: 100n,
    reason: 'one source answered and nothing independent of it confirmed it: no independent peer answered',
  });
});

test.each([3_600_000, -3_600_000])(
  'a change of the system time by %p ms neither ends a call nor extends it',
  async (changeMs) => {
    const slow = deferred<Fetched>();
    const world = openTestSources({ a: () => slow.promise });
    const calling = start(world, 10, 2_000);
    await world.clock.advance(500);
    world.clock.setWallClock(startMs + changeMs);
    await world.clock.advance(1_400);
    await expect(Promise.race([calling, Promise.resolve('in flight')])).resolves.toBe('in flight');
    await world.clock.advance(200);
    expect(outcomes(await calling)).toEqual(['a source timeout']);
  },
);

test('a failed source is replaced at once, and both are paid', async () => {
  const world = openTestSources({ a: () => down, b: () => priced('2', startMs) });
  const result = await start(world);
  expect(outcomes(result)).toEqual(['a source unreachable', 'b source ok']);
  expect(judge(result)).toMatchObject({ outcome: 'delivered', totalCostMicros: 200n });
});

test('a slow source gets a hedge after its delay, and the slower one is recorded and paid', async () => {
  const slow = deferred<Fetched>();
  const world = openTestSources({ a: () => slow.promise, b: () => priced('2', startMs) });
  const running = start(world);
  await world.clock.advance(799);
  expect(world.sent).toEqual(['a']);
  await world.clock.advance(1);
  const result = await running;
  expect(outcomes(result)).toEqual(['a source timeout', 'b hedge ok']);
  expect(result.attempts[0]?.detail).toBe('enough others had answered');
  expect(judge(result).totalCostMicros).toBe(200n);
  slow.resolve(priced('1', startMs));
  await settled();
  expect(result.attempts).toHaveLength(2);
});

test('a slow source that answers before its hedge is delivered', async () => {
  const [slow, slower] = [deferred<Fetched>(), deferred<Fetched>()];
  const world = openTestSources({ a: () => slow.promise, b: () => slower.promise });
  const running = start(world);
  await world.clock.advance(900);
  slow.resolve(priced('1', startMs));
  const result = await running;
  expect(result.answered[0]?.source.provider.id).toBe('a');
  expect(outcomes(result)).toEqual(['a source ok', 'b hedge timeout']);
});

test('an attempt ends at its own timeout, and the call at its deadline', async () => {
  const world = openTestSources({ a: () => deferred<Fetched>().promise });
  const running = start(world);
  await world.clock.advance(2_500);
  const result = await running;
  expect(result.attempts[0]).toMatchObject({ outcome: 'timeout', detail: 'no answer within 2500 ms' });
  const short = openTestSources({ a: () => deferred<Fetched>().promise });
  const cut = start(short, 10, 1_000);
  await short.clock.advance(1_000);
  expect((await cut).attempts[0]).toMatchObject({ outcome: 'timeout', detail: 'no answer in time', receivedAtMs: 0 });
});

test('a call past its deadline asks no source and fails', async () => {
  const world = openTestSources({ a: () => priced('1', startMs) });
  const result = await start(world, 10, 0);
  expect(result.attempts).toEqual([]);
  expect(world.sent).toEqual([]);
  expect(judge(result)).toMatchObject({
    outcome: 'failed',
    reason: 'no source of test.price could answer: there was no time left to ask one',
  });
});

test('one source that does not know the entity proves nothing while another had no time to answer', async () => {
  const late = deferred<Fetched>();
  const world = openTestSources({ a: () => late.promise, b: () => deferred<Fetched>().promise });
  const running = start(world, 10, 700);
  await world.clock.advance(699);
  late.resolve(unknown);
  await world.clock.advance(1);
  expect(judge(await running).outcome).toBe('failed');
});

test('a call never sends more requests than its limit', async () => {
  const world = openTestSources({ a: () => down, b: () => down, c: () => down, d: () => priced('1', startMs) });
  const result = await start(world, 3);
  expect(world.sent).toEqual(['a', 'b', 'c']);
  expect(judge(result)).toMatchObject({ outcome: 'failed', totalCostMicros: 300n });
});

test('an attempt that was not sent is recorded, costs nothing and does not count toward the limit', async () => {
  const world = openTestSources(
    { a: () => priced('1', startMs), b: () => priced('2', startMs) },
    { budgets: { a: { requests: 1, perMs: 60_000 }, b: { requests: 1, perMs: 60_000 } } },
  );
  await start(world);
  await start(world);
  const result = await start(world, 1);
  expect(outcomes(result)).toEqual(['a source over_budget', 'b source over_budget']);
  expect(judge(result)).toMatchObject({ outcome: 'failed', totalCostMicros: 0n });
});

test('a required level above single_source is refused, and the reason gives the reached level and its cause', async () => {
  const world = openTestSources({ a: () => priced('1', startMs), b: () => priced('1', startMs) });
  expect(judge(await start(world), 'consensus')).toMatchObject({
    outcome: 'refused',
    level: 'single_source',
    reason: 'consensus was required and only single_source was reached: no independent peer answered',
  });
});

test('an entity that no source knows is no_source, and the reason names type and entity', async () => {
  const world = openTestSources({ a: () => unknown, b: () => unknown });
  expect(judge(await start(world))).toMatchObject({
    outcome: 'no_source',
    reason: 'no source of test.price knows symbol "BTC"',
  });
});

test('an entity outside all tables is no_source, and nothing is sent', async () => {
  const uncovered = { request: () => undefined };
  const world = openTestSources({ a: () => unknown }, { answers: { a: uncovered } });
  const result = await start(world);
  expect(judge(result)).toMatchObject({ outcome: 'no_source', totalCostMicros: 0n });
  const type = { ...priceType, notAskedBecause: () => 'the catalog does not list it' };
  const evidence = { fanOut: result, comparison: { compared: [], judged: undefined, pairs: [] } };
  expect(decide({ ...question, type, params: { symbol: 'LUNA' } }, evidence, startMs)).toMatchObject({
    outcome: 'no_source',
    reason: 'no source of test.price knows symbol "LUNA": the catalog does not list it',
  });
});

test('a call fails when one source does not know the entity and the other fails', async () => {
  const world = openTestSources({ a: () => unknown, b: () => down });
  expect(judge(await start(world))).toMatchObject({
    outcome: 'failed',
    reason: 'no source of test.price could answer: 1 did not know it, 1 could not be reached',
  });
});

test('two sources that do not know the entity outweigh a failed one', async () => {
  const world = openTestSources({ a: () => unknown, b: () => down, c: () => unknown });
  expect(judge(await start(world)).outcome).toBe('no_source');
});

test('a call that gives up does not end the request for another call that still waits', async () => {
  const slow = deferred<Fetched>();
  const world = openTestSources({ a: () => slow.promise });
  const hasty = start(world, 10, 500);
  const patient = start(world, 10, 2_000);
  await world.clock.advance(600);
  expect((await hasty).answered).toEqual([]);
  slow.resolve(priced('1', startMs));
  expect(await patient).toMatchObject({ answered: [{ coalesced: true, outcome: 'ok' }] });
  expect(world.sent).toEqual(['a']);
});

test('sources are ordered by health, then budget, then rank, then cost, then measured latency', async () => {
  const world = openTestSources(Object.fromEntries('abcdef'.split('').map((id) => [id, () => priced('1', startMs)])), {
    answers: { c: { costMicros: 50n }, d: { rank: 1, costMicros: 1n } },
    budgets: { e: { requests: 1, perMs: 60_000 } },
  });
  const [a, , , , e, f] = world.sources;
  a?.latency.add(300);
  f?.breaker.record('failure');
  e?.usage.budget.take();
  expect(planSources(world.sources).map(({ provider }) => provider.id)).toEqual(['c', 'b', 'a', 'd', 'e', 'f']);
});

test('an attempt that times out is replaced at once, not at the next hedge', async () => {
  const silent = () => deferred<Fetched>().promise;
  const world = openTestSources({ a: silent, b: silent, c: silent, d: silent, e: silent, f: silent });
  void start(world);
  await world.clock.advance(2_499);
  expect(world.sent).toEqual(['a', 'b', 'c', 'd']);
  await world.clock.advance(1);
  expect(world.sent).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('peers are asked concurrently, a failed one is replaced, and all good answers are in the result', async () => {
  const world = openTestSources({
    a: () => priced('1', startMs),
    b: () => down,
    c: () => priced('1', startMs),
    d: () => priced('1', startMs),
    e: () => priced('1', startMs),
  });
  const result = await start(world, 10, 7_500, 3);
  expect(outcomes(result)).toEqual(['a source ok', 'b peer unreachable', 'c peer ok', 'd peer ok']);
  expect(result.answered).toHaveLength(3);
  expect(judge(result).totalCostMicros).toBe(400n);
});

test('silent peers delay an answer no longer than the time after which the call may end without them', async () => {
  const silent = () => deferred<Fetched>().promise;
  const world = openTestSources({ a: () => priced('1', startMs), b: silent, c: silent });
  const params = { symbol: 'BTC' };
  const latenesses: string[] = [];
  const running = fanOut(
    planSources(world.sources),
    (source) => world.ask(source, params, 'BTC'),
    {
      maxAttempts: 10,
      attemptTimeoutMs: 2_500,
      deadlineAtMs: monotonicStartMs + 7_500,
      wanted: (answered, lateness) => {
        latenesses.push(lateness);
        return lateness === 'late' ? answered.length : 3;
      },
    },
    world.clock,
  );
  await world.clock.advance(1_200);
  const result = await running;
  expect(latenesses.at(-1)).toBe('late');
  expect(result.answered).toHaveLength(1);
  expect(outcomes(result)).toEqual(['a source ok', 'b peer timeout', 'c peer timeout']);
});

test('an attempt at a provider whose quota is used up costs nothing', async () => {
  const exhausted: Fetched = { kind: 'answered', status: 402, body: undefined };
  const result = await start(openTestSources({ a: () => exhausted, b: () => priced('2', startMs) }));
  expect(outcomes(result)).toEqual(['a source exhausted', 'b source ok']);
  expect(judge(result)).toMatchObject({ outcome: 'delivered', totalCostMicros: 100n });
});

test('answers that are at hand end a call at once, in the order of the plan and without a timer', async () => {
  const world = openTestSources({ a: () => priced('1', startMs), b: () => priced('2', startMs) });
  const observations = new Map<string, SourceObservation>();
  for (const source of world.sources) {
    const askResult = world.ask(source, { symbol: 'BTC' }, source.provider.id);
    observations.set(source.provider.id, await (askResult as Extract<AskResult, { kind: 'sent' }>).observation);
  }
  const timers: number[] = [];
  const result = await fanOut(
    planSources(world.sources),
    ({ provider }) => ({
      kind: 'sent',
      observation: observations.get(provider.id) as SourceObservation,
      coalesced: false,
    }),
    { maxAttempts: 10, attemptTimeoutMs: 2_500, deadlineAtMs: monotonicStartMs + 7_500, wanted: () => 2 },
    { ...world.clock, after: (milliseconds) => (timers.push(milliseconds), () => undefined) },
  );
  expect(outcomes(result)).toEqual(['a source ok', 'b peer ok']);
  expect(result.answered).toHaveLength(2);
  expect(timers).toEqual([]);
});
