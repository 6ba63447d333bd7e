import type { PostResult } from '@assay/egress/egress';
import { verifyNotification } from '@assay/client/webhooks';
import { rootContext } from '@assay/rpc/context';
import type { Postgres } from '@assay/storage/postgres';
import { beforeAll, expect, test } from '@jest/globals';
import { sendTestNotification, type TestNotificationPorts } from './test-notification.ts';
import { useReplicas } from './testing/replicas.ts';
import { answered, secret } from './testing/test-ports.ts';
import { insertWatch } from './testing/watches.ts';

const replicas = useReplicas();
const minuteMs = 60_000;
let query: Postgres['query'];

beforeAll(() => {
  ({ query } = replicas.database.open());
});

type Sent = { readonly url: string; readonly body: string };

/** Returns ports whose webhook always gives the same response. They record the sent notifications. */
function portsOver(answer: PostResult, sent: Sent[] = [], maxPerMinute = 10): TestNotificationPorts {
  return {
    query,
    post: async (url, body, _headers, mayConnect) => {
      if ((await mayConnect?.(['domain tested.example'])) === false) {
        return { kind: 'prevented' };
      }
      sent.push({ url, body: String(body) });
      return answer;
    },
    openSecret: () => secret,
    destinationShare: { maxInFlight: 1, maxPerMinute },
    leaseMs: 30_000,
    now: () => new Date('2026-11-20T12:00:00.000Z'),
  };
}

const send = (ports: TestNotificationPorts, accountId: string, watchId: string) =>
  sendTestNotification(ports, { account_id: accountId, watch_id: watchId }, rootContext(10_000));

test('a test notification is signed, has its own event and no value, and only the account of the watch sends it', async () => {
  const watch = await insertWatch(replicas.database, { accountId: 'acc_tester' });
  const sent: Sent[] = [];
  const ports = portsOver(answered(204), sent);
  await expect(send(ports, 'acc_other', watch)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(sent).toEqual([]);
  expect(await send(ports, 'acc_tester', watch)).toEqual({ received: true, http_status: 204, error: '' });
  expect(sent.map(({ url }) => url)).toEqual(['https://receiver.example/hook']);
  expect(verifyNotification(sent[0]?.body ?? '', secret)).toMatchObject({
    event: 'watch.test',
    watchId: watch,
    type: 'chain.token_risk',
    value: {},
  });
  // A test is not a delivery: it neither charges the account nor changes the value that the condition compares with.
  expect(await replicas.recordOf(watch)).toMatchObject({ outcome: null, compared: null });
  expect(await replicas.database.sql("SELECT FROM notifications_in_flight WHERE trigger_id LIKE 'test %'")).toEqual([]);
});

test('the answer of a webhook that refuses is a result', async () => {
  await replicas.database.stepClock(minuteMs);
  const watch = await insertWatch(replicas.database, { accountId: 'acc_refused' });
  expect(await send(portsOver(answered(500)), 'acc_refused', watch)).toEqual({
    received: false,
    http_status: 500,
    error: 'the webhook answered 500; only a 2xx status counts as received',
  });
});

test('a watch is tested once in ten seconds, and an account tests five watches in a minute', async () => {
  await replicas.database.stepClock(minuteMs);
  const ports = portsOver(answered(204));
  const accountId = 'acc_eager';
  const watches = [];
  for (let index = 0; index < 6; index += 1) {
    watches.push(await insertWatch(replicas.database, { accountId }));
  }
  const [first = '', ...others] = watches;
  await send(ports, accountId, first);
  await expect(send(ports, accountId, first)).rejects.toMatchObject({ code: 'RATE_LIMIT' });
  await replicas.database.stepClock(10_001);
  await send(ports, accountId, first);
  for (const watch of others.slice(0, 4)) {
    await send(ports, accountId, watch);
  }
  await expect(send(ports, accountId, others[4] ?? '')).rejects.toMatchObject({ code: 'RATE_LIMIT' });
  await replicas.database.stepClock(minuteMs);
  await expect(send(ports, accountId, others[4] ?? '')).resolves.toMatchObject({ received: true });
});

test('test notifications count to the share of their destination', async () => {
  await replicas.database.stepClock(minuteMs);
  const sent: Sent[] = [];
  for (const accountId of ['acc_a', 'acc_b']) {
    const watch = await insertWatch(replicas.database, { accountId });
    await send(portsOver(answered(204), sent, 1), accountId, watch).catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'RATE_LIMIT' }),
    );
  }
  expect(sent).toHaveLength(1);
});
