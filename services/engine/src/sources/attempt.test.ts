import { expect, test } from '@jest/globals';
import { priced } from '@assay/providers/testing/test-providers';
import { deferred, openTestSources, startMs, type FakeProvider, type TestSources } from '../testing/test-sources.ts';
import type { Fetched } from '@assay/providers/fetch';
import type { TypeAdapter } from '@assay/providers/define';
import type { AskResult } from './attempt.ts';
import type { SourceObservation } from './observe.ts';
import { isServing, type Source } from './source.ts';

function askFirst(world: TestSources, symbol = 'BTC', more: Record<string, string> = {}): AskResult {
  const params = { symbol, ...more };
  return world.ask(world.sources[0] as Source, params, JSON.stringify(params));
}

async function observed(
  play: FakeProvider,
  answer: Partial<TypeAdapter> = {},
  more: Record<string, string> = {},
): Promise<SourceObservation> {
  const askResult = askFirst(openTestSources({ a: play }, { answers: { a: answer } }), 'BTC', more);
  expect(askResult.kind).toBe('sent');
  return askResult.kind === 'sent' ? askResult.observation : Promise.reject(new Error('not sent'));
}

test("a fresh, well-formed answer is a datum with the source's own time", async () => {
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

test('an answer without a time of its own is undated, although the response has a date', async () => {
  const undated = await observed(() => ({
    kind: 'answered',
    status: 200,
    body: { price: '1' },
    servedAtMs: startMs - 7_000,
  }));
  expect(undated).toMatchObject({ outcome: 'undated', dataJson: '' });
});

test.each<[string, Fetched, string]>([
  ['an answer without any time is undated', { kind: 'answered', status: 200, body: { price: '1' } }, 'undated'],
  ['an answer over a minute old is stale', priced('1', startMs - 60_001), 'stale'],
  ['an answer of exactly a minute is fresh', priced('1', startMs - 60_000), 'ok'],
  ['a time ten seconds in the future is accepted', priced('1', startMs + 10_000), 'ok'],
  ['a time over ten seconds in the future is malformed', priced('1', startMs + 10_001), 'malformed'],
  ['a number in exponent form is malformed', priced('1e5', startMs), 'malformed'],
  ['a body that the adapter cannot read is malformed', { kind: 'answered', status: 200, body: undefined }, 'malformed'],
  ['an unknown entity is an answer', { kind: 'answered', status: 200, body: 'unknown' }, 'unknown_entity'],
  [
    'HTTP 429 is a rate limit, whatever its body',
    { kind: 'answered', status: 429, body: { price: '1' } },
    'rate_limited',
  ],
  ['a redirect is not followed', { kind: 'answered', status: 302, body: { price: '1', at: startMs } }, 'http_error'],
  ['HTTP 503 is an error', { kind: 'answered', status: 503, body: undefined }, 'http_error'],
  ['a refused connection is unreachable', { kind: 'unreachable', detail: 'connection refused' }, 'unreachable'],
  ['no answer is a timeout', { kind: 'timeout', detail: 'no answer' }, 'timeout'],
])('an attempt: %s', async (_title, fetched, outcome) => {
  expect((await observed(() => fetched)).outcome).toBe(outcome);
});

test('a stale answer still carries its datum, for the decision', async () => {
  const observation = await observed(() => priced('5', startMs - 90_000));
  expect(observation.dataJson).toContain('"price":"5"');
  expect(observation.detail).toBe('90 seconds old');
});

test('an answer whose inferred parameter differs from the given one is about another entity', async () => {
  const body = { price: '1', at: startMs, owner: 'other' };
  const observation = await observed(() => ({ kind: 'answered', status: 200, body }), {}, { owner_id: 'mine' });
  expect(observation).toMatchObject({
    outcome: 'unknown_entity',
    detail: 'its owner_id differs from the one in the question',
  });
});

test('an adapter or a transport that throws makes one failed attempt', async () => {
  const reading = observed(() => priced('1', startMs), {
    read: () => {
      throw new TypeError('no such field');
    },
  });
  expect((await reading).outcome).toBe('malformed');
  expect((await observed(() => Promise.reject(new Error('bad header')))).outcome).toBe('malformed');
});

test('a provider is not asked about an entity outside its tables', () => {
  const world = openTestSources({ a: () => priced('1', startMs) }, { answers: { a: { request: () => undefined } } });
  expect(askFirst(world)).toEqual({ kind: 'unanswerable' });
  expect(world.sent).toEqual([]);
});

test('identical calls in flight share one request, and calls with other parameters do not', async () => {
  const answer = deferred<Fetched>();
  const world = openTestSources({ a: () => answer.promise });
  const [first, second, other] = [askFirst(world), askFirst(world), askFirst(world, 'ETH')];
  expect([first, second, other].map((askResult) => askResult.kind === 'sent' && askResult.coalesced)).toEqual([
    false,
    true,
    false,
  ]);
  answer.resolve(priced('1', startMs));
  const [a, b] = [first, second].map((askResult) => (askResult.kind === 'sent' ? askResult.observation : undefined));
  expect(await a).toBe(await b);
  expect(world.sent).toHaveLength(2);
  expect(world.observations).toHaveLength(2);
  const later = askFirst(world);
  expect(later.kind === 'sent' && later.coalesced).toBe(false);
});

test('a new call does not join a request that is about to time out', async () => {
  const world = openTestSources({ a: () => deferred<Fetched>().promise });
  askFirst(world);
  await world.clock.advance(1_501);
  const late = askFirst(world);
  expect(late.kind === 'sent' && late.coalesced).toBe(false);
});

test('a request over the request budget is not sent', async () => {
  const world = openTestSources({ a: () => priced('1', startMs) }, { budgets: { a: { requests: 1, perMs: 1_000 } } });
  expect(askFirst(world, 'A').kind).toBe('sent');
  expect(askFirst(world, 'B')).toMatchObject({ kind: 'unsent', outcome: 'over_budget' });
  await world.clock.advance(1_000);
  expect(askFirst(world, 'C').kind).toBe('sent');
});

test('a rate limit pauses the provider for the time that it names', async () => {
  const limited: Fetched = { kind: 'answered', status: 429, body: undefined, retryAfterMs: 7_000 };
  const world = openTestSources({ a: () => limited });
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

test('a source that keeps failing is not asked until its circuit breaker admits a trial', async () => {
  const world = openTestSources({ a: () => ({ kind: 'unreachable', detail: 'connection refused' }) });
  askFirst(world);
  await world.clock.advance(0);
  expect(askFirst(world)).toMatchObject({ kind: 'unsent', outcome: 'circuit_open' });
  await world.clock.advance(2_000);
  expect(askFirst(world).kind).toBe('sent');
});

test('a stale answer leaves the circuit closed, because a rarely traded pair says nothing about its exchange', async () => {
  let at = startMs;
  const world = openTestSources({ a: () => priced('1', at) });
  askFirst(world);
  await world.clock.advance(0);
  at = startMs - 90_000;
  for (let each = 0; each < 5; each += 1) {
    askFirst(world);
    await world.clock.advance(0);
  }
  expect(world.sources[0]?.breaker.state()).toBe('closed');
});

test('the number of unanswered requests is bounded, however large the budget is', () => {
  const world = openTestSources({ a: () => deferred<Fetched>().promise });
  const kinds = Array.from({ length: 300 }, (_each, index) => askFirst(world, `S${index}`).kind);
  expect(kinds.filter((kind) => kind === 'sent')).toHaveLength(256);
});

test('sandbox mode leaves out providers without a configured URL and ignores documented budgets', () => {
  const plays = { a: () => priced('1', startMs), b: () => priced('1', startMs) };
  const world = openTestSources(plays, { mode: 'sandbox', urls: { a: 'http://a.localhost/' } });
  expect(world.sources.map(({ name, baseUrl }) => [name, baseUrl])).toEqual([['sandbox.a', 'http://a.localhost']]);
  const kinds = Array.from({ length: 200 }, (_each, index) => askFirst(world, `S${index}`).kind);
  expect(new Set(kinds)).toEqual(new Set(['sent']));
});

test('an answered request frees its place for another', async () => {
  const world = openTestSources({ a: () => priced('1', startMs) });
  for (let each = 0; each < 300; each += 1) {
    expect(askFirst(world, `S${each}`).kind).toBe('sent');
    await world.clock.advance(1);
  }
});

const twoRequests: Partial<TypeAdapter> = {
  request: ({ symbol }) => ({ path: `/price/${symbol}`, second: { path: '/time' } }),
  read: (response, { symbol }) => ({
    kind: 'datum',
    data: { symbol, price: (response.body as { price: string }).price },
    sourceAtMs: Number(response.second?.body),
  }),
};

test('an adapter with two requests reads both responses, and both count to the budget', async () => {
  const plays: FakeProvider = (path) =>
    path === '/time' ? { kind: 'answered', status: 200, body: startMs - 3_000 } : priced('41000.10', startMs);
  const world = openTestSources(
    { a: plays },
    { answers: { a: twoRequests }, budgets: { a: { requests: 2, perMs: 3_600_000 } } },
  );
  const askResult = askFirst(world);
  expect(askResult.kind === 'sent' ? await askResult.observation : askResult).toMatchObject({
    outcome: 'ok',
    sourceAtMs: startMs - 3_000,
  });
  expect(world.sent).toHaveLength(2);
  expect(askFirst(world, 'ETH')).toMatchObject({ kind: 'unsent', outcome: 'over_budget' });
});

test('an attempt fails as its second request does', async () => {
  const outcomeWith = async (second: Fetched): Promise<string> =>
    (await observed((path) => (path === '/time' ? second : priced('1', startMs)), twoRequests)).outcome;
  expect(await outcomeWith({ kind: 'timeout', detail: 'no answer' })).toBe('timeout');
  expect(await outcomeWith({ kind: 'answered', status: 429, body: undefined })).toBe('rate_limited');
});

test('a provider whose quota is used up is not serving until it answers again, and its breaker stays closed', async () => {
  let exhausted = true;
  const world = openTestSources({
    a: () => (exhausted ? { kind: 'answered', status: 402, body: undefined } : priced('1', world.clock.now())),
  });
  const [source] = world.sources as [Source];
  source.breaker.record('success');
  const outcomeNow = async (symbol: string): Promise<string> => {
    const askResult = askFirst(world, symbol);
    return askResult.kind === 'sent' ? (await askResult.observation).outcome : 'unsent';
  };
  expect([isServing(source), await outcomeNow('BTC'), isServing(source)]).toEqual([true, 'exhausted', false]);
  await world.clock.advance(59_000);
  expect([await outcomeNow('ETH'), isServing(source), source.breaker.state()]).toEqual(['unsent', false, 'closed']);
  exhausted = false;
  await world.clock.advance(1_000);
  expect([await outcomeNow('SOL'), isServing(source)]).toEqual(['ok', true]);
});

test('a page that is not found does not open the breaker', async () => {
  const world = openTestSources(
    { a: () => ({ kind: 'answered', status: 404, body: undefined, text: '<html></html>' }) },
    { answers: { a: { read: ({ status }) => ({ kind: 'http_error', detail: `HTTP ${status}` }) } } },
  );
  const [source] = world.sources as [Source];
  source.breaker.record('success');
  for (const symbol of ['A', 'B', 'C', 'D']) {
    const askResult = askFirst(world, symbol);
    expect(askResult.kind === 'sent' ? await askResult.observation : askResult).toMatchObject({
      outcome: 'http_error',
    });
  }
  expect(source.breaker.state()).toBe('closed');
});

test.each<[string, Fetched]>([
  [
    'a 429 that names a monthly quota',
    { kind: 'answered', status: 429, body: { error: 'monthly quota exceeded' }, retryAfterMs: 1_000 },
  ],
  ['a 429 that asks for a pause of an hour', { kind: 'answered', status: 429, body: {}, retryAfterMs: 3_600_000 }],
  ['a 403 that names used-up credits', { kind: 'answered', status: 403, body: { message: 'insufficient credits' } }],
])('%s is a used-up quota, so the source is not serving', async (_title, fetched) => {
  const world = openTestSources({ a: () => fetched });
  const [source] = world.sources as [Source];
  source.breaker.record('success');
  const askResult = askFirst(world);
  expect(askResult.kind === 'sent' ? (await askResult.observation).outcome : askResult).toBe('exhausted');
  expect(isServing(source)).toBe(false);
});

function denied(status: number): Fetched {
  return { kind: 'answered', status, body: { message: 'no' } };
}

test.each([401, 451])(
  'HTTP %d refuses us: no question is sent for a minute, and the source is not serving',
  async (status) => {
    let refuses = true;
    const world = openTestSources({ a: () => (refuses ? denied(status) : priced('1', world.clock.now())) });
    const [source] = world.sources as [Source];
    source.breaker.record('success');
    const first = askFirst(world);
    expect(first.kind === 'sent' ? await first.observation : first).toMatchObject({
      outcome: 'access_denied',
      httpStatus: status,
      detail: `HTTP ${status}: the provider refused a request without a key`,
    });
    expect([isServing(source), source.breaker.state()]).toEqual([false, 'closed']);
    await world.clock.advance(59_000);
    expect(askFirst(world, 'ETH')).toEqual({
      kind: 'unsent',
      outcome: 'access_denied',
      detail: `HTTP ${status}: the provider refused a request without a key; asked again in 1 s`,
    });
    expect(world.sent).toHaveLength(1);
    refuses = false;
    await world.clock.advance(1_000);
    const later = askFirst(world, 'ETH');
    expect(later.kind === 'sent' ? (await later.observation).outcome : later).toBe('ok');
    expect(isServing(source)).toBe(true);
  },
);

test('HTTP 403 to one question stops that question only', async () => {
  const world = openTestSources({
    a: (path) => (path.endsWith('/BTC') ? denied(403) : priced('1', world.clock.now())),
  });
  const [source] = world.sources as [Source];
  source.breaker.record('success');
  const outcomeOf = async (symbol: string): Promise<string> => {
    const askResult = askFirst(world, symbol);
    return askResult.kind === 'sent' ? (await askResult.observation).outcome : askResult.kind;
  };
  expect([await outcomeOf('BTC'), await outcomeOf('ETH'), isServing(source)]).toEqual(['access_denied', 'ok', true]);
  await world.clock.advance(10_000);
  expect([await outcomeOf('BTC'), await outcomeOf('ETH')]).toEqual(['unsent', 'ok']);
});

test('a caller who asks about subjects that are private or blocked by law stops only these questions', async () => {
  const world = openTestSources({
    a: (path) => {
      const status = /\/P\d$/.test(path) ? 403 : 451;
      return path.endsWith('/BTC') ? priced('1', world.clock.now()) : denied(status);
    },
  });
  const [source] = world.sources as [Source];
  source.breaker.record('success');
  const outcomeOf = async (symbol: string): Promise<string> => {
    const askResult = askFirst(world, symbol);
    return askResult.kind === 'sent' ? (await askResult.observation).outcome : askResult.kind;
  };
  for (const symbol of ['P1', 'P2', 'P3', 'P4', 'L1', 'L2', 'L3']) {
    expect(await outcomeOf(symbol)).toBe('access_denied');
  }
  expect([await outcomeOf('BTC'), isServing(source)]).toEqual(['ok', true]);
});
