import { expect, test } from '@jest/globals';
import { parseQuestion } from '@assay/resolver/entities/parse-question';
import { normalizeQuestion } from '@assay/resolver/question-text';
import { markedText } from './marked-text.ts';

const address = 'So11111111111111111111111111111111111111112';

function runsOf(query: string): string[] {
  return markedText(parseQuestion(normalizeQuestion(query))).map(({ text, kind }) =>
    kind === '' ? text : `<${kind}:${text}>`,
  );
}

test('names keep their text and get their kind, in lower case', () => {
  expect(runsOf('Funding of BTC on Bybit?')).toEqual(['funding of ', '<assets:btc>', ' on ', '<venues:bybit>', '?']);
});

test('an address and a handle have no text', () => {
  expect(runsOf(`who owns ${address}`)).toEqual(['who owns ', '<addresses:>']);
  expect(runsOf('followers of jay.bsky.team')).toEqual(['followers of ', '<handles:>']);
});

test('the runs without entities are the whole text', () => {
  expect(runsOf('Hello, World')).toEqual(['hello, world']);
  expect(runsOf('')).toEqual([]);
});
