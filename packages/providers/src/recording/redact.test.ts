import { expect, test } from '@jest/globals';
import { redactedJson, redactedText, withoutTexts } from './redact.ts';

test('keys, tokens, addresses and e-mail addresses are removed, and every digit of a number stays', () => {
  const textWithSecrets =
    '{"price":85843.266944293381,"api_key":"abc","email":"a@b.test","note":"from 10.1.2.3 with k-1234","n":{"session_id":7,"token":"SOL"}}';
  expect(redactedJson(textWithSecrets, ['k-1234'])).toBe(
    '{"price":85843.266944293381,"api_key":"removed","email":"removed","note":"from removed with removed","n":{"session_id":"removed","token":"SOL"}}',
  );
});

test.each([
  ['{"mint":"So11111111111111111111111111111111111111112","key":"BTC"}'],
  ['[["64000.5","0.1",1688669597.8277369,"b"]]'],
  ['{"id":"did:plc:abc","time":"2026-11-27T10:00:00.5Z","version":"1.2.3"}'],
])('market data stays as it is: %s', (text) => {
  expect(redactedJson(text, [])).toBe(text);
});

test('a text that is no JSON has no redacted JSON, and a message of a stream keeps its form', () => {
  expect(redactedJson('<html>', [])).toBeUndefined();
  expect(redactedText('{"a": 1.50, "auth":"Bearer abc.def"}', [])).toBe('{"a": 1.50, "auth":"removed"}');
});

test('strings that the reading does not need are removed from a profile', () => {
  const profile = '{"data":{"id":"7","name":"Ann","bio":["x"],"followers":12}}';
  const isNeeded = (text: string): boolean => !text.includes('"id":"7"');
  expect(withoutTexts(profile, isNeeded)).toBe('{"data":{"id":"7","name":"removed","bio":["removed"],"followers":12}}');
});
