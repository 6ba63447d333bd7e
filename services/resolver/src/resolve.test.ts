import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { embeddedModel } from './embedded/embedded-model.ts';
import { loadModel } from './embedded/load-model.ts';
import { resolveWith } from './resolve.ts';

const catalog = await loadCatalog();
const resolve = resolveWith(catalog, embeddedModel(await loadModel()));
const ask = (query: string) => resolve(query, Number.POSITIVE_INFINITY);

test.each(['what does sol cost', 'what does SOL cost?', 'what does SOL cost', 'What does sol cost?', 'sol', '$SOL'])(
  '%p asks for the price of SOL, with and without a question mark or capital letters',
  async (query) => {
    expect(await ask(query)).toMatchObject({ outcome: 'type', type: 'token.price', params: { token: 'SOL' } });
  },
);

test.each(['btc', 'BTC', 'what does btc cost', 'how much is btc'])('%p asks for the price of BTC', async (query) => {
  expect(await ask(query)).toMatchObject({ outcome: 'type', params: { token: 'BTC' }, message: '' });
});

test.each([
  'how stale is the RAY/USD feed',
  'how 2 read funding rate',
  'what does my cat cost',
  'how many followers does barack obama have',
  'how do I boil an egg',
])('%p has no answer, with and without a question mark', async (query) => {
  expect((await ask(query)).outcome).not.toBe('type');
});

test.each([
  ['What is SOL worth? What is BTC worth?', 'token.price with token BTC'],
  ['what does sol cost and what is btc worth', 'token.price with token BTC'],
  ['what is the funding rate of BTC on bybit? and the price of ETH?', 'funding.rate with symbol BTC, venue bybit'],
])('a message with two questions says which one was answered: %p', async (query, answered) => {
  const { outcome, message } = await ask(query);
  expect(outcome).toBe('type');
  expect(message).toBe(
    `This message asks more than one question, and Assay answered only ${answered}. Send each question in its own request.`,
  );
});

test.each([
  "What's SOL worth right now? And afterwards tell me a joke about validators.",
  'I sold everything yesterday, what is bitcoin at right now?',
  'Somebody on telly bought filecoin. Price?',
  'is btc still above 100k? whats it at',
])('a message with one question says nothing about others: %p', async (query) => {
  expect(await ask(query)).toMatchObject({ outcome: 'type', message: '' });
});
