import { readdirSync } from 'node:fs';
import { loadFolder } from '@assay/catalog/load-folder';
import { expect, test } from '@jest/globals';
import type { Provider, ProviderReading, ProviderResponse, QuestionParams } from './define.ts';
import type { ProviderStream, StreamEvent } from './define-stream.ts';
import { loadStreams } from './load-streams.ts';
import { memberAlterations, withAdditions } from './testing/altered-json.ts';
import { answered, answerOf, parseExact, recordedAnswer } from './testing/recorded-answer.ts';
import { recordedMessages } from './testing/recorded-messages.ts';
import { receivedAt, recordedRows, slotTime } from './testing/recorded-rows.ts';
import { secondAnswers } from './testing/second-answers.ts';

/**
 * Runs every reader of every provider on altered answers. In an alteration, an optional member is null or has another
 * form, unknown members are added, or a list ends with an unreadable row. An alteration may affect only the field that
 * it changes.
 */
const folder = new URL('./providers/', import.meta.url);
const providers = await loadFolder<Provider>(folder, 'provider', import.meta.url);
const streams = await loadStreams();
const receivedAtMs = Date.parse(receivedAt);

/** An answer from which its adapter reads a datum. */
type Sample = {
  readonly provider: Provider;
  readonly type: string;
  readonly params: QuestionParams;
  readonly response: ProviderResponse;
};

/** Answers in the documented form. They are for adapters that read members which the recordings lack. */
const documented: readonly {
  readonly provider: string;
  readonly type: string;
  readonly params: QuestionParams;
  readonly body: string;
  readonly second?: string;
}[] = [
  ...(['spot.price', 'token.price'] as const).map((type) => ({
    provider: 'coingecko',
    type,
    params: type === 'token.price' ? { token: 'BTC' } : { symbol: 'BTC' },
    body: '{"bitcoin":{"usd":67187.33,"last_updated_at":1777630829},"ethereum":{"usd":3500.1}}',
  })),
  {
    provider: 'binance',
    type: 'funding.rate',
    params: { symbol: 'BTC', venue: 'binance' },
    body: '{"symbol":"BTCUSDT","markPrice":"1","lastFundingRate":"0.0001","interestRate":"0","nextFundingTime":1777651200000,"time":1777630829000}',
    second:
      '[{"symbol":"BTCUSDT","fundingTime":1777593600000,"fundingRate":"0.0001"},{"symbol":"BTCUSDT","fundingTime":1777622400003,"fundingRate":"0.0001"}]',
  },
];

/**
 * Matches members in which a null or an unreadable value has a meaning of its own. They are a token's authorities (null
 * means that nobody holds the right), marks that exclude a row, and fees (an unreadable fee is not zero).
 */
const telling = /(?:[aA]uthority|transferFeeConfig|permanentDelegate)$/;
const excluding = /(?:isDelisted|suspended|broken|isBlockTrade|BT|fee_rate)$/;

const samples: readonly Sample[] = [
  ...recordedRows.flatMap(([id, fixture, type, params, outcome]) => {
    const provider = providers.find((each) => each.id === id);
    const second = secondAnswers[fixture];
    return provider === undefined || typeof outcome === 'string'
      ? []
      : [
          {
            provider,
            type,
            params,
            response: {
              ...recordedAnswer(new URL(`${id}/fixtures/${fixture}.json`, folder), receivedAtMs),
              servedAtMs: receivedAtMs,
              slotTime,
              ...(second === undefined ? {} : { second: answered(200, second, receivedAtMs) }),
            },
          },
        ];
  }),
  ...documented.flatMap(({ provider: id, type, params, body, second }) => {
    const provider = providers.find((each) => each.id === id);
    const response = {
      ...answered(200, body, receivedAtMs),
      ...(second === undefined ? {} : { second: answered(200, second, receivedAtMs) }),
    };
    return provider === undefined ? [] : [{ provider, type, params, response }];
  }),
];

function read({ provider, type, params }: Sample, response: ProviderResponse): ProviderReading {
  try {
    return answerOf(provider, type).read(response, params);
  } catch {
    return { kind: 'malformed', detail: 'the adapter threw' };
  }
}

/**
 * Returns the bodies of a sample's response, each with a function that replaces it. There are two when the adapter
 * sends two requests.
 */
function bodiesOf({ response }: Sample): readonly {
  readonly body: unknown;
  readonly withBody: (body: unknown) => ProviderResponse;
}[] {
  const { second } = response;
  return [
    { body: response.body, withBody: (body) => ({ ...response, body }) },
    ...(second === undefined
      ? []
      : [{ body: second.body, withBody: (body: unknown) => ({ ...response, second: { ...second, body } }) }]),
  ];
}

test('every adapter has a readable answer here', () => {
  // The two price types share one reader.
  const readerOf = (id: string, type: string): string => `${id} ${type.endsWith('.price') ? 'price' : type}`;
  const covered = new Set(samples.map(({ provider, type }) => readerOf(provider.id, type)));
  const allReaders = providers.flatMap(({ id, adapters }) => adapters.map(({ type }) => readerOf(id, type)));
  expect(allReaders.filter((each) => !covered.has(each))).toEqual([]);
  expect(samples.map((sample) => read(sample, sample.response).kind).filter((kind) => kind !== 'datum')).toEqual([]);
});

const titled = samples.map((sample) => [`${sample.provider.id} ${sample.type}`, sample] as const);

test.each(titled)('%s: what a provider adds beside its result changes no datum', (_title, sample) => {
  const datum = read(sample, sample.response);
  for (const { body, withBody } of bodiesOf(sample)) {
    for (const { name, value } of withAdditions(body)) {
      expect([name, read(sample, withBody(value))]).toEqual([name, datum]);
    }
  }
});

test.each(titled)('%s: null and an unreadable value in an optional place read as an absent one', (_title, sample) => {
  for (const { body, withBody } of bodiesOf(sample)) {
    for (const { name, absent, nulled, misshapen } of memberAlterations(body)) {
      const without = read(sample, withBody(absent));
      if (without.kind === 'datum' && !telling.test(name)) {
        expect([`${name} null`, read(sample, withBody(nulled))]).toEqual([`${name} null`, without]);
      }
      if (without.kind === 'datum' && !excluding.test(name)) {
        expect([`${name} misshapen`, read(sample, withBody(misshapen))]).toEqual([`${name} misshapen`, without]);
      }
    }
  }
});

/**
 * Returns the events of a message except malformed ones. Returns none when the reader throws, which it may do at an
 * unknown shape.
 */
function eventsOf(stream: ProviderStream, message: unknown): readonly StreamEvent[] {
  try {
    return stream.eventsOf(message).filter(({ kind }) => kind !== 'malformed');
  } catch {
    return [];
  }
}

const messages = streams.flatMap((stream) => {
  const recordings = new URL(`${stream.provider}/stream-fixtures/`, folder);
  return readdirSync(recordings)
    .flatMap((file) => recordedMessages(new URL(file, recordings)))
    .filter(({ text }) => text.startsWith('{') || text.startsWith('['))
    .map(({ name, text }) => {
      const message = stream.numericPrices ? parseExact(text) : (JSON.parse(text) as unknown);
      return [`${stream.id}: ${name}`, stream, message] as const;
    })
    .filter(([, , message]) => eventsOf(stream, message).length > 0);
});

test.each(messages)('%s keeps its events whatever stands beside them', (_title, stream, message) => {
  const events = eventsOf(stream, message);
  for (const { name, value } of withAdditions(message)) {
    expect([name, eventsOf(stream, value)]).toEqual([name, events]);
  }
  for (const { name, absent, nulled, misshapen } of memberAlterations(message)) {
    const without = eventsOf(stream, absent);
    if (without.length > 0) {
      expect([`${name} null`, eventsOf(stream, nulled)]).toEqual([`${name} null`, without]);
    }
    if (without.length > 0 && !excluding.test(name)) {
      expect([`${name} misshapen`, eventsOf(stream, misshapen)]).toEqual([`${name} misshapen`, without]);
    }
  }
});
