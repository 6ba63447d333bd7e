import { expect, test } from '@jest/globals';
import { inspect } from 'node:util';
import {
  AssayCreditsError,
  AssayError,
  AssayKeyError,
  AssayNotFoundError,
  AssayRateLimitError,
  AssayRequestError,
  AssayServiceError,
} from './assay.ts';
import { errorOf } from './errors.ts';

const failedWith = (status: number, body: object): AssayError =>
  errorOf({ status, headers: new Headers(), body: { ...body }, baseUrl: 'https://assay.example.com' }, undefined);

test.each([
  [400, 'INVALID_PARAM', AssayRequestError],
  [401, 'INVALID_KEY', AssayKeyError],
  [402, 'INSUFFICIENT_CREDITS', AssayCreditsError],
  [404, 'NOT_FOUND', AssayNotFoundError],
  [404, 'TYPE_NOT_FOUND', AssayNotFoundError],
  [409, 'IDEMPOTENCY_IN_PROGRESS', AssayRequestError],
  [429, 'RATE_LIMIT', AssayRateLimitError],
  [500, 'RESOLVE_FAILED', AssayServiceError],
  [503, 'UNAVAILABLE', AssayServiceError],
] as const)('the error of %i %s is an AssayError with the subclass of its kind', (status, code, subclass) => {
  const error = failedWith(status, { status: 'error', code, error: 'what to do' });
  expect(error).toBeInstanceOf(AssayError);
  expect(error).toBeInstanceOf(subclass);
  expect(error).toMatchObject({ name: subclass.name, code, status, message: 'what to do' });
});

test.each([401, 429, 502])('a response with status %i that is not from Assay has no subclass', (status) => {
  expect(failedWith(status, { error: 'blocked' })).toMatchObject({
    constructor: AssayError,
    name: 'AssayError',
    code: 'UNEXPECTED_RESPONSE',
  });
});

test('a printed error shows no field without a value', () => {
  const error = failedWith(402, { status: 'error', code: 'INSUFFICIENT_CREDITS', error: 'top up', balance: 0 });
  expect(inspect(error)).not.toContain('undefined');
  expect(Object.keys(error).toSorted()).toEqual(['balance', 'code', 'name', 'status']);
  const { code, status } = error;
  const made = new AssayError('top up', { code, status, traceId: undefined });
  expect(inspect(made)).not.toContain('undefined');
});
