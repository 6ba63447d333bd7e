import { expect, test } from '@jest/globals';
import { watch } from '../../testing/fake-watches.ts';
import { useWatchGateway } from '../../testing/watch-gateway.ts';

const gateway = useWatchGateway();

test('the watches of the account are listed, free, and without their secrets', async () => {
  const attempted = {
    ...watch,
    condition: null,
    min_level: 'anchored',
    last_triggered_at: '2026-01-02T03:05:00.000Z',
    last_attempt: { at: '2026-01-02T03:05:01.000Z', outcome: 'failed', http_status: 500, error: 'HTTP 500' },
  };
  gateway.watches.listed = [watch, attempted];
  const answer = await gateway.send('/v1/watch');
  expect(answer.status).toBe(200);
  expect(answer.body['watches']).toMatchObject([
    { id: watch.id, condition: { field: 'onCurve', changes: true }, lastAttempt: null },
    {
      condition: null,
      minLevel: 'anchored',
      lastTriggeredAt: attempted.last_triggered_at,
      lastDeliveredAt: null,
      lastAttempt: { at: attempted.last_attempt.at, outcome: 'failed', httpStatus: 500, error: 'HTTP 500' },
    },
  ]);
  expect(answer.text).not.toContain('whsec_');
  expect(gateway.watches.calls).toEqual([{ method: 'ListWatches', request: { account_id: 'acc_1' } }]);
});

test('a watch of a watch service of the previous version has the default level', async () => {
  gateway.watches.listed = [{ ...watch, min_level: '' }];
  expect((await gateway.send('/v1/watch')).body['watches']).toMatchObject([{ minLevel: 'single_source' }]);
});

test('an account without watches gets an empty list', async () => {
  gateway.watches.listed = [];
  expect((await gateway.send('/v1/watch')).body).toEqual({ watches: [], nextCursor: null });
});

test('a request without a key lists nothing', async () => {
  expect((await gateway.sendWithoutKey('/v1/watch')).status).toBe(401);
  expect(gateway.watches.calls).toEqual([]);
});

test('an account without parameters gets all its watches, and with a limit it gets them page by page', async () => {
  const ids = Array.from({ length: 5 }, (_unused, index) => `w_0123456789abcdefghijA${index}`);
  gateway.watches.listed = ids.map((id) => ({ ...watch, id }));
  const idsOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }): unknown[] =>
    (body['watches'] as { readonly id: string }[]).map(({ id }) => id);
  expect(idsOf(await gateway.send('/v1/watch'))).toEqual(ids);
  const first = await gateway.send('/v1/watch?limit=2');
  const second = await gateway.send(`/v1/watch?limit=2&cursor=${String(first.body['nextCursor'])}`);
  const rest = await gateway.send(`/v1/watch?cursor=${String(second.body['nextCursor'])}`);
  expect([first, second, rest].map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  expect(rest.body['nextCursor']).toBeNull();
});

test.each([
  ['limit=0', 'limit', '"limit" must be a whole number from 1 to 200'],
  ['limit=201', 'limit', '"limit" must be a whole number from 1 to 200'],
  ['limit=1.5', 'limit', '"limit" must be a whole number from 1 to 200'],
  ['limit=1&limit=2', 'limit', 'the query string has "limit" more than once; send it once'],
  ['cursor=', 'cursor', '"cursor" must be the nextCursor of an earlier page; leave it out for the first page'],
  ['cursor=%20', 'cursor', '"cursor" must be the nextCursor of an earlier page; leave it out for the first page'],
  ['cursor=none', 'cursor', '"cursor" must be the nextCursor of an earlier page; leave it out for the first page'],
  [
    'limits=5',
    'limits',
    'the query string has "limits", which is not read: this operation takes limit and cursor; did you mean "limit"?',
  ],
  ['page=2', 'page', 'the query string has "page", which is not read: this operation takes limit and cursor'],
])('the query string %s is refused by name', async (query, param, error) => {
  expect(await gateway.send(`/v1/watch?${query}`)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_PARAM', param, error },
  });
});
