import { expect, test } from '@jest/globals';
import { inToolWords } from './tool-words.ts';

test.each([
  ['MISSING_TYPE', 'GET /v1/types lists the types', 'list_types lists the types'],
  ['NOT_FOUND', 'see GET /v1/watch and DELETE /v1/watch/{id}', 'see list_watches and delete_watch'],
  ['NOT_FOUND', 'GET /v1/traces/{traceId} shows it', 'explain shows it'],
  ['INVALID_PARAM', 'the body has no field "tokn"', 'the arguments have no field "tokn"'],
  ['INVALID_JSON', 'the body must be an object', 'the arguments must be an object'],
  ['WATCH_REJECTED', '"minLevel" must be "single_source"', '"minLevel" must be "single_source"'],
])('%s: "%s" reads "%s"', (code, message, expected) => {
  expect(inToolWords(code, message)).toBe(expected);
});

test('an invalid key is the business of whoever set up the connection, not of the arguments', () => {
  const message = inToolWords('INVALID_KEY', 'send a valid API key as "x-api-key: <key>"');
  expect(message).toContain('ASSAY_API_KEY');
  expect(message).not.toContain('x-api-key');
});
