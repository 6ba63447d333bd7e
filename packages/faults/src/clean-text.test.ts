import { expect, test } from '@jest/globals';
import { cleanText } from './clean-text.ts';
import { Fault } from './faults.ts';

test.each([
  ['short text stays', 'abc', 3, 'abc'],
  ['longer text is cut and marked', 'abcd', 3, 'abc…'],
  ['an emoji is one code point and is never cut in half', 'ab😀cd', 3, 'ab😀…'],
  ['text of few code points and many UTF-16 units stays whole', '😀😀', 2, '😀😀'],
  ['half of a surrogate pair becomes U+FFFD', 'a\ud83d', 5, 'a\ufffd'],
  ['halves in the wrong order become U+FFFD each', '\ude00\ud83d', 5, '\ufffd\ufffd'],
])('%s', (_title, text, max, expected) => {
  expect(cleanText(text, max)).toBe(expected);
});

test('every cut of a text with surrogate pairs can be encoded', () => {
  const text = 'x😀'.repeat(20);
  for (let max = 0; max <= 60; max += 1) {
    expect(() => encodeURI(cleanText(text, max))).not.toThrow();
  }
});

test('the message of a Fault is well-formed, whatever text it was given', () => {
  const { message } = new Fault('WATCH_REJECTED', `"type": "${'😀'.slice(0, 1)}" cannot be watched`);
  expect(message).toBe('"type": "\ufffd" cannot be watched');
  expect(() => encodeURI(message)).not.toThrow();
});
