import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadCatalog } from '@assay/catalog/catalog';
import { streamPath } from '@assay/providers/access';
import type { ProviderStream, StreamEvent } from '@assay/providers/define-stream';
import { loadProviders } from '@assay/providers/load';
import { loadStreams } from '@assay/providers/load-streams';
import { recordedMessages } from '@assay/providers/testing/recorded-messages';
import { unfitness } from '@assay/streams/freshness';
import { parseMessage } from '@assay/streams/parse-message';
import { emptyTopic, withEvent, type TopicState } from '@assay/streams/topic-state';
import type { StreamProtocol } from '../../services/sandbox/src/streams/protocol.ts';
import { protocols } from '../../services/sandbox/src/streams/streams.ts';

// The time is just after the start of a second, because some venues state times only in whole seconds.
const nowMs = Date.parse('2026-11-21T10:20:30.100Z');
const bounds = { freshForMs: 2_000, maxAgeMs: 60_000 };
const streams = await loadStreams();
const providers = await loadProviders(await loadCatalog());

/**
 * Returns the sandbox's mock of a stream. Throws when the sandbox has none. So every new reader of a stream needs a
 * mock.
 */
function protocolOf({ id, provider, url }: ProviderStream): StreamProtocol {
  const baseUrl = providers.find((each) => each.id === provider)?.baseUrl ?? '';
  const path = streamPath({ url }, { baseUrl }).split('?')[0];
  const matchingProtocol = protocols.find((each) => each.provider === provider && each.path === path);
  if (matchingProtocol === undefined) {
    throw new Error(`the sandbox does not speak the stream ${id}`);
  }
  return matchingProtocol;
}

/** Returns the texts of all recorded messages of a provider's streams. */
function recordedTexts(provider: string): readonly string[] {
  const folder = new URL(`../../packages/providers/src/providers/${provider}/stream-fixtures/`, import.meta.url);
  return readdirSync(folder).flatMap((file) => recordedMessages(new URL(file, folder)).map(({ text }) => text));
}

function eventsOf(stream: ProviderStream, texts: readonly string[]): readonly StreamEvent[] {
  return texts.flatMap((text) => [...stream.eventsOf(parseMessage(text, stream.numericPrices))]);
}

/**
 * Returns the state of a topic after some messages. It ignores events of other topics, as the engine's stream manager
 * does.
 */
function stateAfter(stream: ProviderStream, topic: string, texts: readonly string[]): TopicState {
  return eventsOf(stream, texts).reduce((state, event) => {
    switch (event.kind) {
      case 'trade':
      case 'quote':
      case 'funding':
      case 'funding_part':
        return event.topic === topic || event.topic === undefined
          ? withEvent(state, event, nowMs, stream.countsTrades).state
          : state;
      default:
        return state;
    }
  }, emptyTopic);
}

const [bitcoin, other] = [{ symbol: 'BTC' }, { symbol: 'ETH' }];

describe.each(streams.filter(({ topicOf }) => topicOf('spot.price', bitcoin) !== undefined).map(({ id }) => id))(
  'the prices of %s',
  (id) => {
    const stream = streamOf(id);
    const protocol = protocolOf(stream);
    const [topic, otherTopic] = [bitcoin, other].map((params) => stream.topicOf('spot.price', params) ?? '');
    const published = { price: '100.0', bid: '99.9', ask: '100.1', number: 7 };
    const trade = (name: string | undefined, ageMs: number): readonly string[] =>
      protocol.trade(name ?? '', { ...published, atMs: nowMs - ageMs }, false);
    const quote = (ageMs: number, prices: Partial<typeof published> = {}): readonly string[] =>
      protocol.quote(topic ?? '', { ...published, ...prices, atMs: nowMs - ageMs });
    const unfit = (texts: readonly string[]) => unfitness(stateAfter(stream, topic ?? '', texts), nowMs, 0, bounds);

    test('a new trade is fresh, and answers with its own time', () => {
      const texts = trade(topic, 100);
      expect(unfit(texts)).toBeUndefined();
      expect(stream.read(stateAfter(stream, topic ?? '', texts), bitcoin, {})).toMatchObject({
        kind: 'datum',
        data: { price: expect.stringMatching(/^100(\.0+)?$/) },
        sourceAtMs: nowMs - 100,
      });
    });

    test('the old trade of a thin pair is not fresh by itself, and never beyond the maximum age', () => {
      expect(unfit(trade(topic, 30_000))).toBe('old');
      expect(unfit([...trade(topic, 600_000), ...quote(0)])).toBe('old');
    });

    test('the old trade of a thin pair is fresh only within a new quote that has a time', () => {
      const { quote: read } = stateAfter(stream, topic ?? '', quote(100));
      const isDated = read?.atMs !== undefined;
      expect(unfit([...trade(topic, 30_000), ...quote(100)])).toBe(isDated ? undefined : 'old');
      const outside = { bid: '101', ask: '102' };
      expect(unfit([...trade(topic, 30_000), ...quote(100, outside)])).toBe(isDated ? 'outside_quote' : 'old');
    });

    test('a stale message is not fresh, and neither is one from the future', () => {
      expect(unfit(trade(topic, 2_001))).toBe('old');
      expect(unfit(trade(topic, -20_000))).toBe('nothing');
    });

    test('a trade of another asset is no trade of the asked one', () => {
      expect(stateAfter(stream, topic ?? '', trade(otherTopic, 0))).toEqual(emptyTopic);
    });
  },
);

const fundingStreams = streams.filter(
  ({ topicOf, provider }) => topicOf('funding.rate', { ...bitcoin, venue: provider }) !== undefined,
);

describe.each(fundingStreams.map(({ id }) => id))('the funding rates of %s', (id) => {
  const stream = streamOf(id);
  const { provider, freshForMs = bounds.freshForMs } = stream;
  const { contracts } = protocolOf(stream);
  const [topic, otherTopic] = [bitcoin, other].map(
    (params) => stream.topicOf('funding.rate', { ...params, venue: provider }) ?? '',
  );
  const rate = { rate: 0.0001, intervalHours: 1, nextAtMs: Date.parse('2026-11-21T11:00:00Z'), price: 100 };
  const message = (name: string | undefined, ageMs: number): readonly string[] =>
    contracts?.messages(name ?? '', { ...rate, atMs: nowMs - ageMs }, true) ?? [];
  const unfit = (texts: readonly string[]) =>
    unfitness(stateAfter(stream, topic ?? '', texts), nowMs, 0, { ...bounds, freshForMs });

  test('a new rate is fresh, and answers with its own time', () => {
    const texts = message(topic, 100);
    expect(unfit(texts)).toBeUndefined();
    const params = { ...bitcoin, venue: provider };
    expect(stream.read(stateAfter(stream, topic ?? '', texts), params, { intervalHours: 1 })).toMatchObject({
      kind: 'datum',
      data: { ...params, intervalHours: 1, nextFundingAt: '2026-11-21T11:00:00.000Z' },
      sourceAtMs: nowMs - 100,
    });
  });

  test('a stale rate is not fresh, and neither is one from the future', () => {
    expect(unfit(message(topic, freshForMs + 1))).not.toBeUndefined();
    expect(unfit(message(topic, -20_000))).toBe('nothing');
  });

  test('a rate of another asset is no rate of the asked one', () => {
    expect(stateAfter(stream, topic ?? '', message(otherTopic, 0)).funding).toBeUndefined();
  });

  test('a rate that the venue publishes rarely is never older than the data type allows', () => {
    expect(freshForMs).toBeLessThan(120_000);
  });
});

describe.each(streams.map(({ id }) => id))('whatever the venue sends to %s', (id) => {
  const stream = streamOf(id);
  const texts = recordedTexts(stream.provider);
  const check = (text: string): void => {
    const message = parseMessage(text, stream.numericPrices);
    if (message !== undefined) {
      expectWellFormed(stream, stream.eventsOf(message));
    }
  };

  test('its recorded messages are read without a throw', () => {
    texts.forEach(check);
  });

  test('no JSON makes the reader throw', () => {
    fc.assert(fc.property(fc.json(), check), { numRuns: 300 });
  });

  test('no bytes make the reader throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), check), { numRuns: 200 });
  });

  test('no damaged message makes the reader throw or gives an event without a topic, a price or a time', () => {
    const damaged = fc
      .record({ text: fc.constantFrom(...texts), at: fc.nat(), value: fc.jsonValue({ maxDepth: 2 }) })
      .map(({ text, at, value }) => JSON.stringify(replaced(JSON.parse(text), at, value)));
    fc.assert(fc.property(damaged, check), { numRuns: 1_500 });
  });
});

function streamOf(id: string): ProviderStream {
  const matchingStream = streams.find((each) => each.id === id);
  if (matchingStream === undefined) {
    throw new Error(`there is no stream ${id}`);
  }
  return matchingStream;
}

/**
 * Throws for an event that the engine's stream manager could not use. It also reads each event as an answer, because
 * that must not throw.
 */
function expectWellFormed(stream: ProviderStream, events: readonly StreamEvent[]): void {
  for (const event of events) {
    expect(typeof event.kind).toBe('string');
    if (event.kind === 'trade' || event.kind === 'quote' || event.kind === 'funding') {
      expect(typeof event.topic).toBe('string');
      expect(event.kind === 'quote' ? typeof event.bid : 'string').toBe('string');
      expect(event.atMs === undefined ? 0 : event.atMs).toBe(Math.floor(event.atMs ?? 0));
      const { state } = withEvent(emptyTopic, event, nowMs, stream.countsTrades);
      stream.read(state, { symbol: 'BTC' }, {});
      stream.read({ [event.kind]: event }, { symbol: 'BTC', venue: stream.provider }, { intervalHours: 8 });
    }
  }
}

/** Returns a copy of a value with one part replaced. `at` is the part's position in a walk through all parts. */
function replaced(value: unknown, at: number, replacement: unknown): unknown {
  const paths = pathsOf(value);
  const path = paths[at % paths.length] ?? [];
  const put = (part: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) {
      return replacement;
    }
    const child = put((part as Record<string, unknown>)[key], rest);
    return Array.isArray(part)
      ? part.map((each: unknown, index) => (String(index) === key ? child : each))
      : { ...(part as object), [key]: child };
  };
  return put(value, path);
}

function pathsOf(value: unknown): readonly (readonly string[])[] {
  const own: readonly (readonly string[])[] = [[]];
  return typeof value === 'object' && value !== null
    ? [...own, ...Object.entries(value).flatMap(([key, part]) => pathsOf(part).map((path) => [key, ...path]))]
    : own;
}
