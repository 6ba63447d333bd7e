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
  expect((await gateway.send('/v1/watch')).body).toEqual({ watches: [] });
});

test('a request without a key lists nothing', async () => {
  expect((await gateway.sendWithoutKey('/v1/watch')).status).toBe(401);
  expect(gateway.watches.calls).toEqual([]);
});
