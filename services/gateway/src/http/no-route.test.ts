import { expect, test } from '@jest/globals';
import { noRouteFault } from './no-route.ts';

const routes = ['/v1/get_data', '/v1/ask', '/v1/watch', '/v1/watch/{id}', '/v1/types', '/docs'].map((path) => ({
  path,
}));
const messageOf = (path: string, methods: readonly string[] = [], method = 'POST'): string =>
  noRouteFault({ path, method, methods }, routes).message;

test.each([
  ['/v1/getdata', '/v1/get_data'],
  ['/get_data', '/v1/get_data'],
  ['/v1/watches', '/v1/watch'],
  ['/v1/type', '/v1/types'],
])('the message about %s suggests %s', (path, suggested) => {
  expect(messageOf(path)).toContain(`did you mean "${suggested}"?`);
});

test.each(['/v1/nothing', '/favicon.ico', '/', `/${'x'.repeat(5_000)}`])(
  'the message about %s suggests nothing',
  (path) => {
    expect(messageOf(path)).toBe('this path does not exist; GET /v1/openapi.json lists all paths');
  },
);

test('the message about a wrong method names the right ones', () => {
  expect(messageOf('/v1/get_data', ['POST'], 'GET')).toBe('this path accepts POST, and not GET');
  expect(messageOf('/v1/types', ['GET'])).toBe('this path accepts GET, HEAD, and not POST');
});
