import type { Egress } from '@assay/egress/egress';
import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import type { SendTestNotificationResponse } from '@assay/rpc/gen/assay/watch/v1/SendTestNotificationResponse';
import type { Postgres } from '@assay/storage/postgres';
import type { Sealer } from '@assay/storage/sealing';
import { randomBytes } from 'node:crypto';
import { parseStoredParams } from '../registry/stored-params.ts';
import type { DestinationShare } from './admission/destination-share.ts';
import { attemptDelivery } from './notify/delivery-attempt.ts';
import { notificationBody } from './notify/notification.ts';

/** Maximum number of watches of one account that their owner may test in a minute. */
const maxWatchesInAMinute = 5;

/** The dependencies of test notifications. */
export type TestNotificationPorts = {
  readonly query: Postgres['query'];
  readonly post: Egress['post'];
  readonly openSecret: Sealer['open'];
  readonly destinationShare: DestinationShare;
  /** Maximum time for which a notification counts as in flight, in milliseconds. */
  readonly leaseMs: number;
  readonly now: () => Date;
};

type TestRow = { readonly outcome: 'ready' | 'unknown' | 'too_many' } & {
  readonly type: string;
  readonly params: string;
  readonly webhook_url: string;
  readonly secret_encrypted: Buffer;
  readonly secret_key_id: string;
};

/**
 * Sends a test notification of a watch once, and returns the webhook's response. The notification is signed like any
 * other. It has the event `watch.test` and an empty value. It counts in the shares of its destinations, so that nobody
 * can flood a host with tests. Throws NOT_FOUND when the account has no such watch, and RATE_LIMIT after too many
 * tests.
 */
export async function sendTestNotification(
  ports: TestNotificationPorts,
  request: { readonly account_id: string; readonly watch_id: string },
  context: CallContext,
): Promise<SendTestNotificationResponse> {
  const { account_id: accountId, watch_id: watchId } = request;
  const [row] = await ports.query<TestRow>({
    name: 'start_test',
    text: 'SELECT * FROM start_test($1, $2, $3)',
    values: [accountId, watchId, maxWatchesInAMinute],
  });
  if (row === undefined || row.outcome === 'unknown') {
    throw new Fault('NOT_FOUND', 'the account has no watch with this id');
  }
  if (row.outcome === 'too_many') {
    throw new Fault(
      'RATE_LIMIT',
      'test each watch at most once in ten seconds, and at most five watches in a minute; try again in a minute',
    );
  }
  const testId = `test ${randomBytes(16).toString('hex')}`;
  const secret = ports.openSecret({ keyId: row.secret_key_id, sealed: row.secret_encrypted }, watchId);
  const content = { watchId, type: row.type, params: parseStoredParams(row.params), value: {}, firedAt: ports.now() };
  const traceId = `tr_${randomBytes(16).toString('hex')}`;
  const body = notificationBody({ event: 'watch.test', traceId, ...content }, secret);
  const mayConnect = (destinations: readonly string[]): Promise<boolean> =>
    reserve(ports, testId, accountId, destinations);
  try {
    const attempt = await attemptDelivery(row.webhook_url, body, context.trace, ports.post, mayConnect);
    if (attempt === 'prevented') {
      throw new Fault(
        'RATE_LIMIT',
        'the host of the webhook already receives the maximum number of notifications; try again in a minute',
      );
    }
    return {
      received: attempt.received,
      http_status: attempt.httpStatus ?? 0,
      error: attempt.received ? '' : attempt.error,
    };
  } finally {
    const text = 'DELETE FROM notifications_in_flight WHERE trigger_id = $1';
    await ports.query({ name: 'end_test', text, values: [testId] });
  }
}

async function reserve(
  { query, destinationShare, leaseMs }: TestNotificationPorts,
  testId: string,
  accountId: string,
  destinations: readonly string[],
): Promise<boolean> {
  const { maxInFlight, maxPerMinute } = destinationShare;
  const [row] = await query<{ result: string }>({
    name: 'reserve_destinations',
    text: 'SELECT reserve_destinations($1, $2, $3, $4, $5, $6) AS result',
    values: [testId, `${leaseMs} milliseconds`, destinations, maxInFlight, maxPerMinute, accountId],
  });
  return row?.result === 'reserved';
}
