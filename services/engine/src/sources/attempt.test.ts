import { expect, test } from '@jest/globals';
import { held, openWorld, priced, startMs, type PlayedProvider, type SourcesWorld } from '../testing/world.ts';
import type { Fetched } from '../providers/fetch.ts';
import type { TypeAdapter } from '../providers/define.ts';
import type { AskResult } from './attempt.ts';
import type { SourceObservation } from './observe.ts';
import type { Source } from './source.ts';

function askFirst(world: SourcesWorld, symbol = 'BTC', more: Record<string, string> = {}): AskResult {
  const params = { symbol, ...more };
  return world.ask(world.sources[0] as Source, params, JSON.stringify(params));
}

async function observed(
  play: PlayedProvider,
  answer: Partial<TypeAdapter> = {},
  more: Record<string, string> = {},
): Promise<SourceObservation> {
  const asked = askFirst(openWorld({ one: play }, { answers: { one: answer } }), 'BTC', more);
  expect(asked.kind).toBe('sent');
  return asked.kind === 'sent' ? asked.observation : Promise.reject(new Error('not sent'));
}

test("a fresh, well-formed answer is a datum dated by the source's own time", async () => {
  const observation = await observed(() => priced('41000.10', startMs - 1_500));
  expect(observation).toMatchObject({
    outcome: 'ok',
    sourceAtMs: startMs - 1_500,
    receivedAtMs: startMs,
    httpStatus: 200,
  });
  expect(JSON.parse(observation.dataJson)).toEqual({
    symbol: 'BTC',
    price: '41000.10',
    asOf: '2025-12-31T23:59:58.500Z',
  });
});

test('an answer without a time of its own is dated by the HTTP date less its age, which the transport gives', async () => {
  const dated = await observed(() => ({
    kind: 'answered',
    status: 200,
    body: { price: '1' },
    servedAtMs: startMs - 7_000,
  }));
  expect(dated).toMatchObject({ outcome: 'ok', sourceAtMs: startMs - 7_000 });
});

test.each<[string, Fetched, string]>([
  ['nothing that dates it is undated', { kind: 'answered', status: 200, body: { price: '1' } }, 'undated'],
  ['a minute and more is stale', priced('1', startMs - 60_001), 'stale'],
  ['a minute exactly is fresh', priced('1', startMs - 60_000), 'ok'],
  ['ten seconds ahead of our clock is a clock that runs ahead', priced('1', startMs + 10_000), 'ok'],
  ['more than ten seconds ahead is nonsense', priced('1', startMs + 10_001), 'malformed'],
  ['a number in exponent form is not in the shape', priced('1e5', startMs), 'malformed'],
  ['a body that the adapter cannot read is nonsense', { kind: 'answered', status: 200, body: undefined }, 'malformed'],
  ['an entity it does not know is an answer', { kind: 'answered', status: 200, body: 'unknown' }, 'unknown_entity'],
  [
    'HTTP 429 is a rate limit whatever its body says',
    { kind: 'answered', status: 429, body: { price: '1' } },
    'rate_limited',
  ],
  ['a redirect is not followed', { kind: 'answered', status: 302, body: { price: '1', at: startMs } }, 'http_error'],
  ['an error of the server is one', { kind: 'answered', status: 503, body: undefined }, 'http_error'],
  ['no connection is none', { kind: 'unreachable', detail: 'connection refused' }, 'unreachable'],
  ['no answer is a timeout', { kind: 'timeout', detail: 'no answer' }, 'timeout'],
])('an attempt: %s', async (_title, fetched, outcome) => {
  expect((await observed(() => fetched)).outcome).toBe(outcome);
});

test('a stale answer keeps its datum for the record', async () => {
  const observation = await observed(() => priced('5', startMs - 90_000));
  expect(observation.dataJson).toContain('"price":"5"');
  expect(observation.detail).toBe('90 seconds old');
});

test('a looked-up parameter that differs from the one given says that the entity is another one', async () => {
  const body = { price: '1', at: startMs, owner: 'other' };
  const observation = await observed(() => ({ kind: 'answered', status: 200, body }), {}, { owner_id: 'mine' });
  expect(observation).toMatchObject({
    outcome: 'unknown_entity',
    detail: 'its owner_id is another than the one given',
  });
});

test('an adapter or a transport that throws costs one attempt and breaks nothing', async () => {
  const reading = observed(() => priced('1', startMs), {
    read: () => {
      throw new TypeError('no such field');
    },
  });
  expect((await reading).outcome).toBe('malformed');
  expect((await observed(() => Promise.reject(new Error('bad header')))).outcome).toBe('malformed');
});

test('an entity outside the tables of a provider is not asked for', () => {
  const world = openWorld({ one: () => priced('1', startMs) }, { answers: { one: { request: () => undefined } } });
  expect(askFirst(world)).toEqual({ kind: 'unanswerable' });
  expect(world.sent).toEqual([]);
});

test('identical calls in flight are one request, other parameters are another', async () => {
  const answer = held<Fetched>();
  const world = openWorld({ one: () => answer.promise });
  const [first, second, other] = [askFirst(world), askFirst(world), askFirst(world, 'ETH')];
  expect([first, second, other].map((asked) => asked.kind === 'sent' && asked.coalesced)).toEqual([false, true, false]);
  answer.end(priced('1', startMs));
  const [one, two] = [first, second].map((asked) => (asked.kind === 'sent' ? asked.observation : undefined));
  expect(await one).toBe(await two);
  expect(world.sent).toHaveLength(2);
  expect(world.observations).toHaveLength(2);
  const later = askFirst(world);
  expect(later.kind === 'sent' && later.coalesced).toBe(false);
});

test('a request that is about to time out takes no new caller with it', async () => {
  const world = openWorld({ one: () => held<Fetched>().promise });
  askFirst(world);
  await world.clock.advance(1_501);
  const late = askFirst(world);
  expect(late.kind === 'sent' && late.coalesced).toBe(false);
});

test('what is over the rate budget is not sent', async () => {
  const world = openWorld({ one: () => priced('1', startMs) }, { budgets: { one: { requests: 1, perMs: 1_000 } } });
  expect(askFirst(world, 'A').kind).toBe('sent');
  expect(askFirst(world, 'B')).toMatchObject({ kind: 'unsent', outcome: 'over_budget' });
  await world.clock.advance(1_000);
  expect(askFirst(world, 'C').kind).toBe('sent');
});

test('a rate limit pauses the provider for as long as it says', async () => {
  const limited: Fetched = { kind: 'answered', status: 429, body: undefined, retryAfterMs: 7_000 };
  const world = openWorld({ one: () => limited });
  askFirst(world);
  await world.clock.advance(0);
  expect(askFirst(world)).toMatchObject({
    kind: 'unsent',
    outcome: 'over_budget',
    detail: 'the provider asked us to pause',
  });
  await world.clock.advance(7_000);
  expect(askFirst(world).kind).toBe('sent');
});

test('a source that keeps failing is not asked until its circuit lets a trial through', async () => {
  const world = openWorld({ one: () => ({ kind: 'unreachable', detail: 'connection refused' }) });
  askFirst(world);
  await world.clock.advance(0);
  expect(askFirst(world)).toMatchObject({ kind: 'unsent', outcome: 'circuit_open' });
  await world.clock.advance(2_000);
  expect(askFirst(world).kind).toBe('sent');
});

test('a stale answer leaves the circuit closed, since a pair that is hardly traded says nothing about its exchange', async () => {
  let at = startMs;
  const world = openWorld({ one: () => priced('1', at) });
  askFirst(world);
  await world.clock.advance(0);
  at = startMs - 90_000;
  for (let each = 0; each < 5; each += 1) {
    askFirst(world);
    await world.clock.advance(0);
  }
  expect(world.sources[0]?.breaker.state()).toBe('closed');
});

test('requests that nobody answers are bounded however large the budget is', () => {
  const world = openWorld({ one: () => held<Fetched>().promise });
  const kinds = Array.from({ length: 300 }, (_each, index) => askFirst(world, `S${index}`).kind);
  expect(kinds.filter((kind) => kind === 'sent')).toHaveLength(256);
});

test('in sandbox mode a provider without a URL of its own is left out and documented budgets do not bind', () => {
  const plays = { one: () => priced('1', startMs), two: () => priced('1', startMs) };
  const world = openWorld(plays, { mode: 'sandbox', urls: { one: 'http://one.localhost/' } });
  expect(world.sources.map(({ name, baseUrl }) => [name, baseUrl])).toEqual([['sandbox.one', 'http://one.localhost']]);
  const kinds = Array.from({ length: 200 }, (_each, index) => askFirst(world, `S${index}`).kind);
  expect(new Set(kinds)).toEqual(new Set(['sent']));
});

test('requests that were answered make room for others', async () => {
  const world = openWorld({ one: () => priced('1', startMs) });
  for (let each = 0; each < 300; each += 1) {
    expect(askFirst(world, `S${each}`).kind).toBe('sent');
    await world.clock.advance(1);
  }
});
