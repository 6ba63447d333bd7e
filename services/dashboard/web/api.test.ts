import { afterEach, expect, jest, test } from '@jest/globals';
import { call } from './api.ts';

const answer = (status: number, text: string | null): void => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(text, { status }));
};
afterEach(() => {
  jest.restoreAllMocks();
});

test('the page of a proxy is an error, also with 200, and never an empty answer', async () => {
  answer(200, '<html>Sign in</html>');
  await expect(call('GET', '/api/keys')).rejects.toMatchObject({
    code: 'UNEXPECTED_RESPONSE',
    message: expect.stringContaining('any proxy before it'),
  });
  answer(502, '<html>');
  await expect(call('GET', '/api/keys')).rejects.toMatchObject({ status: 502 });
});

test('JSON and an answer without a body are returned', async () => {
  answer(200, '{"keys":[]}');
  expect(await call('GET', '/api/keys')).toEqual({ keys: [] });
  answer(204, null);
  expect(await call('DELETE', '/api/keys/1')).toBeUndefined();
});
