import { existsSync, readdirSync } from 'node:fs';
import { loadFolder } from '@assay/catalog/load-folder';
import { expect, test } from '@jest/globals';
import type { QuestionParams, Provider } from './define.ts';
import { answered, answerOf, recordedAnswer } from './testing/recorded-answer.ts';
import { receivedAt, recordedRows, slotTime } from './testing/recorded-rows.ts';
import { secondAnswers } from './testing/second-answers.ts';

const providers = new Map(
  (await loadFolder<Provider>(new URL('./providers/', import.meta.url), 'provider', import.meta.url)).map((each) => [
    each.id,
    each,
  ]),
);

function fixture(provider: string, name: string): URL {
  return new URL(`./providers/${provider}/fixtures/${name}.json`, import.meta.url);
}

test.each(recordedRows)('%s reads %s for %s %j as its outcome', (provider, name, type, params, outcome) => {
  const declared = providers.get(provider);
  if (declared === undefined) {
    throw new Error(`no provider ${provider}`);
  }
  const receivedAtMs = Date.parse(receivedAt);
  const second = secondAnswers[name];
  const response = {
    ...recordedAnswer(fixture(provider, name), receivedAtMs),
    servedAtMs: receivedAtMs,
    slotTime,
    ...(second === undefined ? {} : { second: answered(200, second, receivedAtMs) }),
  };
  const reading = answerOf(declared, type).read(response, params);
  if (reading.kind !== 'datum') {
    expect(reading.kind).toBe(outcome);
    return;
  }
  const at = reading.sourceAtMs === undefined ? undefined : new Date(reading.sourceAtMs).toISOString();
  expect({ ...reading.data, at }).toEqual(outcome);
});

test('a row above reads every recorded answer of every folder', () => {
  const recordedNames = new Set(recordedRows.map(([provider, name]) => `${provider}/${name}.json`));
  const recorded = [...providers.keys()].flatMap((provider) => {
    const folder = new URL(`./providers/${provider}/fixtures/`, import.meta.url);
    // Skip live answers: their fixtures contain the expected outcome, and live-recordings.test.ts tests them.
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('live-')) : [];
    return names.map((name) => `${provider}/${name}`);
  });
  expect(recorded.length).toBeGreaterThan(20);
  expect(recorded.filter((each) => !recordedNames.has(each))).toEqual([]);
});

test("every provider has its folder's name, an https URL, a documented budget and a cost", () => {
  for (const [id, provider] of providers) {
    expect(existsSync(new URL(`./providers/${id}/provider.ts`, import.meta.url))).toBe(true);
    for (const url of [provider.baseUrl, ...provider.adapters.flatMap(({ base }) => base?.baseUrl ?? [])]) {
      expect(url).toMatch(/^https:\/\/[a-z.]+(\/[a-z]+)?$/);
    }
    expect(provider.budget.documentedAt).toMatch(/^https:\/\//);
    expect(provider.budget.requests / provider.budget.perMs).toBeGreaterThan(0);
    expect(provider.adapters.every(({ costMicros }) => costMicros > 0n)).toBe(true);
    expect(new Set(provider.adapters.map(({ type }) => type)).size).toBe(provider.adapters.length);
  }
});

test('only sources that price in dollars answer token.price, and the others rank behind for spot.price', () => {
  const answering = (type: string, rank?: number): string[] =>
    [...providers.values()]
      .filter((each) =>
        each.adapters.some((answer) => answer.type === type && (rank === undefined || answer.rank === rank)),
      )
      .map(({ id }) => id);
  expect(answering('spot.price', 1)).toEqual(['binance', 'bybit', 'okx']);
  expect(answering('token.price')).toEqual(answering('spot.price', 0));
  expect(answering('token.price')).toHaveLength(8);
});

test('every price source covers the example of its probe', () => {
  const prices = [...providers.values()].flatMap(({ adapters: answers }) =>
    answers.filter(({ type }) => type.endsWith('.price')),
  );
  expect(prices.length).toBeGreaterThan(15);
  expect(prices.every(({ example = {}, request }) => request(example) !== undefined)).toBe(true);
});

test('each venue answers funding.rate only for itself', () => {
  for (const venue of ['binance', 'bybit', 'dydx', 'hyperliquid', 'okx']) {
    const askedProviders = [...providers.values()].filter((each) =>
      each.adapters.some(
        ({ type, request }) => type === 'funding.rate' && request({ symbol: 'BTC', venue }) !== undefined,
      ),
    );
    expect(askedProviders.map(({ id }) => id)).toEqual([venue]);
  }
});

test('no status and no body makes a provider throw or name a host', () => {
  const bodies: unknown[] = [
    undefined,
    null,
    [],
    {},
    '',
    'x',
    '0',
    [null],
    { error: 'x' },
    { code: '0', data: [null] },
  ];
  const anyParams = { symbol: 'BTC', token: 'BTC', venue: 'x', handle: 'a.b', game: '730' };
  for (const provider of providers.values()) {
    for (const answer of provider.adapters) {
      const { token: _token, ...params } = anyParams;
      for (const status of [200, 204, 301, 400, 403, 404, 418, 429, 500, 503]) {
        for (const body of bodies) {
          const reading = answer.read(
            { status, body, receivedAtMs: 0 },
            answer.type === 'token.price' ? anyParams : params,
          );
          expect(reading.kind).not.toBe('datum');
          expect('detail' in reading ? reading.detail : '').not.toMatch(/https?:|\.com|\.xyz/);
        }
      }
    }
  }
});

test('an overloaded or broken provider differs from one that limits us', () => {
  for (const provider of providers.values()) {
    for (const answer of provider.adapters) {
      const params: QuestionParams = answer.type === 'token.price' ? { token: 'BTC' } : { symbol: 'BTC', game: '730' };
      const kindOf = (status: number): string => answer.read({ status, body: undefined, receivedAtMs: 0 }, params).kind;
      expect([401, 403, 451].map(kindOf)).toEqual(['access_denied', 'access_denied', 'access_denied']);
      expect([429, 500, 502, 503].map(kindOf)).toEqual(['rate_limited', 'http_error', 'http_error', 'http_error']);
    }
  }
});
