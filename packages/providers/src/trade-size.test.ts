import { describe, expect, test } from '@jest/globals';
import { parse as parseLossless } from 'lossless-json';
import type { StreamEvent } from './define-stream.ts';
import { loadStreams } from './load-streams.ts';
import { sizeField } from './price-stream.ts';
import { recordedMessages } from './testing/recorded-messages.ts';

/** A recorded trade of each venue, and the text of the trade's size in the message. */
const recorded = [
  { id: 'binance', name: 'aggTrade', literal: '"q":"100"', size: '100' },
  { id: 'bitstamp', name: 'trade', literal: '"amount_str":"0.00280000"', size: '0.00280000' },
  { id: 'bybit', name: 'trade after a gap', literal: '"v":"0.001"', size: '0.001' },
  { id: 'coinbase', name: 'match', literal: '"size":"5.23512"', size: '5.23512' },
  { id: 'gemini', name: 'trade', literal: '"q":"0.00090704"', size: '0.00090704' },
  { id: 'kraken', name: 'trade', literal: '"qty":40.0', size: '40.0' },
  { id: 'okx', name: 'trade', literal: '"sz":"0.12060306"', size: '0.12060306' },
];
const streams = await loadStreams();

describe.each(recorded)('the trades of $id', ({ id, name, literal, size }) => {
  const stream = streams.find((each) => each.id === id);
  const fixture = new URL(`./providers/${id}/stream-fixtures/${id}-stream.json`, import.meta.url);
  const text = recordedMessages(fixture).find((message) => message.name === name)?.text ?? '';
  const read = (json: string): readonly StreamEvent[] =>
    stream?.eventsOf(
      stream.numericPrices ? parseLossless(json, undefined, { parseNumber: (digits) => digits }) : JSON.parse(json),
    ) ?? [];

  test('have the size that the venue wrote', () => {
    expect(text).toContain(literal);
    expect(read(text)).toMatchObject([{ kind: 'trade', size }]);
  });

  test.each(['""', '"0"', '"0.000"', '"-1"', '"many"', 'null', '{}', '[1]', `"${'1'.repeat(41)}"`])(
    'lose their size when it is %s, and keep their price',
    (value) => {
      const field = literal.slice(0, literal.indexOf(':') + 1);
      const [event] = read(text.replace(literal, `${field}${value}`));
      const { size: _size, ...rest } = read(text)[0] as Extract<StreamEvent, { kind: 'trade' }>;
      expect(event).toEqual(rest);
    },
  );

  test('lose their size when the venue leaves it out', () => {
    const [event] = read(text.replace(`${literal},`, ''));
    expect(event).toMatchObject({ kind: 'trade' });
    expect(event).not.toHaveProperty('size');
  });
});

test('every stream of trades of a venue shows their sizes', () => {
  const withoutSizes = ['pyth'];
  const priced = streams.filter(({ topicOf }) => topicOf('spot.price', { symbol: 'SOL' }) !== undefined);
  expect(priced.map(({ id }) => id).filter((id) => !withoutSizes.includes(id))).toEqual(recorded.map(({ id }) => id));
});

test('a size keeps every digit, and an exponent becomes digits', () => {
  expect(sizeField('0.00000010')).toEqual({ size: '0.00000010' });
  expect(sizeField('1.5e-7')).toEqual({ size: '0.00000015' });
  expect(sizeField('1e90')).toEqual({});
});
