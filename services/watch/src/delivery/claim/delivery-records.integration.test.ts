import { rootContext } from '@assay/rpc/context';
import { expect, test } from '@jest/globals';
import { deliveryHandlers } from '../handlers.ts';
import { delivered, leaseMs, useReplicas } from '../testing/replicas.ts';
import { claimOf, insertWatch } from '../testing/watches.ts';

const replicas = useReplicas();

test('a delivery is found by its trace id, in flight and ended', async () => {
  const watch = await insertWatch(replicas.database);
  const claim = await replicas.startSending(watch, 'a');
  const traceId = claim.traceparent.slice(3, 35);
  expect(await replicas.a.find(traceId)).toMatchObject({ watch_id: watch, state: 'sending', outcome: null });
  await replicas.a.end(claim, delivered, []);
  expect(await replicas.a.find(traceId)).toMatchObject({
    trigger_id: claim.triggerId,
    outcome: 'delivered',
    http_status: 204,
  });
  expect(await replicas.a.find('f'.repeat(32))).toBeUndefined();
});

test('the trace id of a delivery finds it for the account of its watch, and for no other account', async () => {
  const watch = await insertWatch(replicas.database, { accountId: 'acc_owner' });
  const claim = await replicas.startSending(watch, 'a');
  await replicas.a.end(claim, delivered, []);
  const find = async (accountId: string, traceId = claim.traceparent.slice(3, 35)) =>
    deliveryHandlers(replicas.a, {} as never).GetAccountDelivery(
      { account_id: accountId, trace_id: traceId },
      rootContext(10_000),
    );
  expect((await find('acc_owner')).delivery).toMatchObject({ watch_id: watch, outcome: 'delivered', http_status: 204 });
  expect((await find('acc_other')).delivery).toBeNull();
  expect((await find('acc_owner', 'f'.repeat(32))).delivery).toBeNull();
  await expect(find('')).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(find('acc_owner', 'tr_1')).rejects.toMatchObject({ code: 'INVALID_PARAM' });
});

/** Reads all deliveries of a watch in pages of two. Returns the trigger ids of each page. */
async function pagesOf(accountId: string, watchId: string): Promise<string[][]> {
  const handlers = deliveryHandlers(replicas.a, {} as never);
  const pages: string[][] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const request = { account_id: accountId, watch_id: watchId, page_size: 2, cursor };
    const { deliveries = [], next_cursor: next } = await handlers.ListDeliveries(request, rootContext(10_000));
    pages.push(deliveries.map(({ trigger_id: id = '' }) => id));
    cursor = next === '' ? undefined : next;
  }
  return pages;
}

test('the deliveries of a watch are listed newest first in pages, for its own account only', async () => {
  const watch = await insertWatch(replicas.database, { accountId: 'acc_owner' });
  const other = await insertWatch(replicas.database, { accountId: 'acc_other' });
  for (const trigger of ['a', 'b', 'c', 'd', 'e']) {
    await replicas.a.end(await replicas.startSending(watch, trigger), delivered, []);
    // Two deliveries have the same time, so that the trigger id orders them.
    await replicas.database.stepClock(trigger === 'b' ? 0 : 60_000);
  }
  await replicas.a.end(await replicas.startSending(other, 'x'), delivered, []);
  const ids = ['e', 'd', 'c', 'b', 'a'].map((trigger) => `${watch}.${trigger}`);
  expect(await pagesOf('acc_owner', watch)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  expect(await pagesOf('acc_other', watch)).toEqual([[]]);
  expect(await pagesOf('acc_owner', `${watch}\0`)).toEqual([[]]);
  const list = (request: object) =>
    deliveryHandlers(replicas.a, {} as never).ListDeliveries(
      { account_id: 'acc_owner', watch_id: watch, page_size: 0, cursor: '', ...request },
      rootContext(10_000),
    );
  expect((await list({})).deliveries?.[0]).toMatchObject({
    watch_id: watch,
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    state: 'ended',
    outcome: 'delivered',
    http_status: 204,
  });
  await expect(list({ account_id: '' })).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(list({ cursor: 'x' })).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  await expect(list({ page_size: 201 })).rejects.toMatchObject({ code: 'INVALID_PARAM' });
});

test('expired claims end: a sending one as lost at once, any other as superseded after ten minutes', async () => {
  await replicas.database.sql("DELETE FROM deliveries WHERE state <> 'ended'");
  const [lost, unsent] = [await insertWatch(replicas.database), await insertWatch(replicas.database)];
  await replicas.startSending(lost, 'a');
  await replicas.claim(claimOf(unsent, 'a'));
  await replicas.database.stepClock(leaseMs + 1);
  await replicas.startSending(await insertWatch(replicas.database), 'alive');
  expect(await replicas.a.endExpired(100)).toEqual(['lost']);
  await replicas.database.sql("UPDATE deliveries SET leased_until = 'infinity' WHERE trigger_id LIKE '%alive'");
  await replicas.database.stepClock(600_000);
  expect(await replicas.a.endExpired(100)).toEqual(['superseded']);
  expect(await replicas.a.endExpired(100)).toEqual([]);
});

test('old deliveries are deleted in bounded numbers, and none that is in flight', async () => {
  await replicas.database.sql("DELETE FROM deliveries WHERE state <> 'ended'");
  const [first, second] = [await insertWatch(replicas.database), await insertWatch(replicas.database)];
  await replicas.a.end(await replicas.startSending(first, 'a'), delivered, []);
  await replicas.startSending(second, 'a');
  await replicas.database.stepClock(7 * 86_400_000);
  await replicas.a.deleteOld(7, 1_000);
  const states = async (): Promise<unknown[]> =>
    replicas.database.sql('SELECT state FROM deliveries WHERE watch_id = ANY ($1) ORDER BY state', [[first, second]]);
  expect(await states()).toEqual([{ state: 'ended' }, { state: 'sending' }]);
  await replicas.database.stepClock(1);
  expect(await replicas.a.deleteOld(7, 1)).toBe(1);
  while ((await replicas.a.deleteOld(7, 1_000)) > 0) {}
  expect(await states()).toEqual([{ state: 'sending' }]);
});
