import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { watch } from '../../testing/fake-watches.ts';
import { startGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  key = gateway.billing.open(0n).key;
  gateway.watches.calls.length = 0;
});

test('the watches of the account are listed, free, without any secret', async () => {
  const attempted = {
    ...watch,
    condition_json: '',
    last_triggered_at: '2026-01-02T03:05:00.000Z',
    last_attempt: { at: '2026-01-02T03:05:01.000Z', outcome: 'failed', http_status: 500, error: 'HTTP 500' },
  };
  gateway.watches.listed = [watch, attempted];
  const answer = await gateway.send('/v1/watch', { key });
  expect(answer.status).toBe(200);
  expect(answer.body['watches']).toMatchObject([
    { id: watch.id, condition: { field: 'onCurve', changes: true }, lastAttempt: null },
    {
      condition: null,
      lastTriggeredAt: attempted.last_triggered_at,
      lastDeliveredAt: null,
      lastAttempt: { at: attempted.last_attempt.at, outcome: 'failed', httpStatus: 500, error: 'HTTP 500' },
    },
  ]);
  expect(answer.text).not.toContain('whsec_');
  expect(gateway.watches.calls).toEqual([{ method: 'ListWatches', request: { account_id: 'acc_1' } }]);
});

test('an account without watches gets an empty list', async () => {
  gateway.watches.listed = [];
  expect((await gateway.send('/v1/watch', { key })).body).toEqual({ watches: [] });
});

test('without a key nothing is listed', async () => {
  expect((await gateway.send('/v1/watch')).status).toBe(401);
  expect(gateway.watches.calls).toEqual([]);
});
