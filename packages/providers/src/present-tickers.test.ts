import { loadCatalog } from '@assay/catalog/catalog';
import { loadFolder } from '@assay/catalog/load-folder';
import { parseParams } from '@assay/catalog/params';
import { renames } from '@assay/catalog/tables/renames';
import { expect, test } from '@jest/globals';
import type { Provider, QuestionParams } from './define.ts';
import { loadStreams } from './load-streams.ts';

const catalog = await loadCatalog();
const folder = new URL('./providers/', import.meta.url);
const providers = await loadFolder<Provider>(folder, 'provider', import.meta.url);
const streams = await loadStreams();
const venues = ['binance', 'bybit', 'dydx', 'hyperliquid', 'okx'];

/** Returns the questions about a ticker, with parameters in the catalog's normal form. */
function questionsAbout(ticker: string): readonly (readonly [type: string, params: QuestionParams])[] {
  const possibleQuestions: readonly (readonly [string, QuestionParams])[] = [
    ['token.price', { token: ticker }],
    ['spot.price', { symbol: ticker }],
    ['spot.price', { symbol: `${ticker}-USDT` }],
    ...venues.map((venue) => ['funding.rate', { symbol: ticker, venue }] as const),
  ];
  return possibleQuestions.flatMap(([id, params]) => {
    const type = catalog.get(id);
    const parsed = type === undefined ? undefined : parseParams(type, params);
    return parsed?.ok === true && type?.notAskedBecause?.(parsed.params) === undefined
      ? [[id, parsed.params] as const]
      : [];
  });
}

/** Returns all requests and subscriptions that the questions about a ticker cause, as texts. */
function sentFor(ticker: string): readonly string[] {
  return questionsAbout(ticker).flatMap(([id, params]) => [
    ...providers.flatMap(({ adapters }) =>
      adapters.flatMap(({ type, request }) => {
        const requestSent = type === id ? request(params) : undefined;
        return requestSent === undefined ? [] : [`${requestSent.path} ${requestSent.second?.path ?? ''}`];
      }),
    ),
    ...streams.flatMap(({ topicOf }) => topicOf(id, params) ?? []),
  ]);
}

test.each(renames.filter(({ presentPerFormer }) => presentPerFormer === '1'))(
  'every venue is asked for $former by $present, as for $present itself',
  ({ former, present }) => {
    const sentForFormer = sentFor(former);
    expect(sentForFormer.length).toBeGreaterThan(10);
    expect(sentForFormer).toEqual(sentFor(present));
    const asFormer = new RegExp(`(?<![a-z0-9])${former}(?:[-/]?usd|[-/]|$)`, 'i');
    expect(sentForFormer.filter((text) => asFormer.test(text))).toEqual([]);
  },
);

test.each(renames.filter(({ presentPerFormer }) => presentPerFormer !== '1'))(
  'no venue is asked for $former, which became another number of $present',
  ({ former }) => {
    expect(sentFor(former)).toEqual([]);
  },
);
