import { expect, test } from '@jest/globals';
import { readRecordedAnswers } from './recorded-answers.ts';

const line = '{"id":"a","type":"token.price","params":{"token":"ETH"},"confidence":0.95}';

test('recorded answers are read by the identifier of their question', () => {
  const none = '{"id":"b","type":"none","params":{"token":null},"confidence":0.9}';
  expect([...readRecordedAnswers(`${line}\n\n${none}\n`)]).toEqual([
    ['a', { type: 'token.price', params: { token: 'ETH' }, confidence: 0.95 }],
    ['b', { type: 'none', params: { token: null }, confidence: 0.9 }],
  ]);
});

test.each([
  ['{"id":', 'line 2: not JSON'],
  [line, 'line 2: a second answer to a'],
  ['{"id":"b","type":"none","params":{}}', /^line 2: confidence: /],
  ['{"id":"b","type":"none","params":{"token":4},"confidence":1}', /^line 2: params\.token: /],
  ['{"id":"b","type":"none","params":{},"confidence":1,"outcome":"none"}', /^line 2: .*outcome/],
])('the second line %p is refused with its number and the problem', (second, problem) => {
  expect(() => readRecordedAnswers(`${line}\n${second}\n`)).toThrow(problem);
});
