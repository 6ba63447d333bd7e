import { expect, test } from '@jest/globals';
import { createDemand } from '@assay/streams/demand';
import { createLatestUpdates } from '@assay/streams/latest-updates';
import { testStream, tradeOf } from '@assay/streams/testing/test-stream';
import { emptyTopic, type TopicState } from '@assay/streams/topic-state';
import { priced } from '@assay/providers/testing/test-providers';
import { openTestSources, startMs } from '../testing/test-sources.ts';
import type { Source } from '../sources/source.ts';
import type { SourceObservation } from '../sources/observe.ts';
import { askWithStreams } from './ask-with-streams.ts';
import { createStreamAnswers } from './stream-answers.ts';

const params = { symbol: 'BTC' };
const paramsKey = JSON.stringify(params);

function opened(restPrice = '100', overrides: Parameters<typeof testStream>[0] = {}) {
  const world = openTestSources({ venue: () => priced(restPrice, world.clock.now()) });
  const source = world.sources[0] as Source;
  const latest = createLatestUpdates(10);
  const demand = createDemand(new Map(), world.clock.monotonic);
  const results: string[] = [];
  const answers = createStreamAnswers({
    streams: [testStream(overrides)],
    latest,
    demand,
    now: world.clock.now,
    freshForMs: 2_000,
    confirmedForMs: 60_000,
    onQuestion: (_stream, result) => results.push(result),
  });
  const update = (change: Partial<TopicState>, leadMs = 0): void =>
    latest.set('venue', 'BTC', {
      state: {
        ...emptyTopic,
        trade: tradeOf(7, world.clock.now(), 'BTC', '100.1'),
        receivedAtMs: world.clock.now(),
        ...change,
      },
      leadMs,
      path: 'shared',
    });
  const confirm = async (): Promise<void> => {
    const askResult = world.ask(source, params, paramsKey);
    if (askResult.kind === 'sent') {
      answers.onRestObservation(source, await askResult.observation, 0, params);
    }
  };
  const answer = (): SourceObservation | undefined => answers.answer(source, params, paramsKey)?.observation;
  return { world, source, latest, demand, answers, update, confirm, answer, results };
}

test("a fresh update that REST confirms is the answer, with the venue's time, its id and its path", async () => {
  const { update, confirm, answer, world } = opened();
  update({});
  await confirm();
  await world.clock.advance(500);
  expect(answer()).toMatchObject({
    outcome: 'ok',
    data: { symbol: 'BTC', price: '100.1', asOf: new Date(startMs).toISOString() },
    sourceAtMs: startMs,
    receivedAtMs: startMs + 500,
    update: { path: 'shared', id: '7', receivedAtMs: startMs },
  });
});

test('an update without a recent answer by REST that agrees is not used', async () => {
  const { update, confirm, answer, world, results } = opened();
  update({});
  expect(answer()).toBeUndefined();
  await confirm();
  expect(answer()).toBeDefined();
  await world.clock.advance(60_001);
  update({});
  expect(answer()).toBeUndefined();
  expect(results).toEqual(['unconfirmed', 'answered', 'unconfirmed']);
});

test('a stream that publishes rarely has a bound of its own', async () => {
  const { update, confirm, answer, world } = opened('100', { freshForMs: 30_000 });
  update({});
  await confirm();
  await world.clock.advance(30_000);
  expect(answer()).toBeDefined();
  await world.clock.advance(1);
  expect(answer()).toBeUndefined();
});

test('an answer by REST to one spelling of a question confirms the other spelling', async () => {
  const { update, confirm, answers, source } = opened();
  update({});
  await confirm();
  expect(answers.answer(source, params, '{ "symbol": "BTC" }')).toBeDefined();
});

test('a stream that differs from REST by more than the tolerance of the type is never used', async () => {
  const { update, confirm, answer } = opened('102');
  update({});
  await confirm();
  expect(answer()).toBeUndefined();
});

test('a feed that stopped is not used once its last trade is older than the bound', async () => {
  const { update, confirm, answer, world, results } = opened();
  update({});
  await confirm();
  await world.clock.advance(2_000);
  expect(answer()).toBeDefined();
  await world.clock.advance(1);
  expect(answer()).toBeUndefined();
  expect(results.at(-1)).toBe('old');
});

test('a missed trade and a clock that is far ahead send the question to REST', async () => {
  const { update, confirm, answer, results } = opened();
  await confirm();
  update({ missed: true });
  expect(answer()).toBeUndefined();
  update({}, 2_001);
  expect(answer()).toBeUndefined();
  expect(results).toEqual(['gap', 'clock']);
});

test('a question makes its topic wanted, and nothing known sends it to REST', () => {
  const { demand, answer, results } = opened();
  expect(answer()).toBeUndefined();
  expect(demand.wanted('venue')).toEqual(['BTC']);
  expect(results).toEqual(['nothing']);
});

test('a call asks by REST only where the stream has no answer', async () => {
  const { world, source, answers, update, confirm } = opened();
  const streamed: SourceObservation[] = [];
  const ask = askWithStreams(world.ask, answers, (_source, observation) => void streamed.push(observation));
  await confirm();
  update({});
  const sent = world.sent.length;
  const askResult = ask(source, params, paramsKey);
  expect(askResult.kind === 'sent' && (await askResult.observation).update?.id).toBe('7');
  expect([world.sent.length - sent, streamed.length]).toEqual([0, 1]);
  ask(source, { symbol: 'ETH' }, '{"symbol":"ETH"}');
  expect(world.sent.length - sent).toBe(1);
});

test('an answer to the same question within a moment is marked, so that it is measured once', async () => {
  const { answers, source, update, confirm, world } = opened();
  update({});
  await confirm();
  const isRepeated = (): boolean | undefined => answers.answer(source, params, paramsKey)?.isRepeated;
  expect([isRepeated(), isRepeated()]).toEqual([false, true]);
  await world.clock.advance(20);
  expect(isRepeated()).toBe(false);
});
