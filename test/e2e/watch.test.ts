import { canonicalJson } from '@assay/client/canonical-json';
import { verifyNotification } from '@assay/client/webhooks';
import { afterAll, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { rootContext } from '@assay/rpc/context';
import { pause } from '@assay/runtime/clock';
import { balanceOf, createAccount, withBilling } from '@assay/stack/testing/accounts';
import { readChainFixtures } from './support/chain-fixtures.ts';
import { resetAccount, setAccount, setLamports, withTokenAmount } from './support/sandbox-control.ts';
import { getData, send, sharedSystem, until } from './support/system.ts';
import { openWatchScene } from './support/watch-scene.ts';
import { createWatch, freshAddress, recordOf, startPythonReceiver, type WebhookReceiver } from './support/watch.ts';

const system = sharedSystem();
const { gatewayUrl } = system;
const pythonReceiver = fileURLToPath(new URL('../../examples/receiver.py', import.meta.url));
const pollMs = 150;

const scene = openWatchScene(system);
const { endedDeliveries, openReceiver, outcomesOf } = scene;

afterAll(() => scene.close());

function lamportsOf(receiver: WebhookReceiver, watchId: string): unknown[] {
  return receiver.received.filter(({ body }) => body['watchId'] === watchId).map(({ value }) => value['lamports']);
}

test('each condition fires exactly at its own changes and crossings, and never at the first verification', async () => {
  const { key } = await createAccount(system);
  const receiver = await openReceiver();
  const address = freshAddress();
  const watch = async (condition?: object): Promise<string> =>
    (
      await createWatch(gatewayUrl, key, {
        webhookUrl: receiver.url,
        address,
        ...(condition === undefined ? {} : { condition }),
      })
    ).id;
  const below = await watch({ field: 'lamports', crosses: 1_000, direction: 'below' });
  const above = await watch({ field: 'lamports', crosses: 1_000, direction: 'above' });
  const changes = await watch({ field: 'lamports', changes: true });
  const kind = await watch({ field: 'kind', changes: true });
  const every = await watch();
  const steps = ['1500', '1000', '999', '998', '1000', '1001', '1002', '500', '2000', '2001'];
  for (const [index, lamports] of steps.entries()) {
    await setLamports(system, address, lamports);
    await Promise.all([below, above, changes, kind, every].map((id) => endedDeliveries(id, index + 1)));
  }
  expect(lamportsOf(receiver, below)).toEqual(['999', '500']);
  expect(lamportsOf(receiver, above)).toEqual(['1001', '2000']);
  expect(lamportsOf(receiver, changes)).toEqual(steps.slice(1));
  expect(lamportsOf(receiver, kind)).toEqual([]);
  expect(lamportsOf(receiver, every)).toEqual(steps);
}, 60_000);

test('a change of another field is verified, and neither charged nor notified', async () => {
  const { key, accountId } = await createAccount(system);
  const receiver = await openReceiver();
  const address = freshAddress();
  const condition = { field: 'kind', changes: true };
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address, condition });
  // One verification covers all changes that came before it. So make each change only after the previous delivery has
  // ended.
  for (const [index, lamports] of [1_000, 2_000, 3_000].entries()) {
    await setLamports(system, address, lamports);
    expect(new Set(await endedDeliveries(id, index + 1))).toEqual(new Set(['unmet']));
  }
  expect((await balanceOf(system, accountId)).balanceMicros).toBe(100_000_000n);
  await setLamports(system, address, 0);
  await until(
    async () => receiver.received.length,
    (count) => count > 0,
    15_000,
  );
  expect(receiver.received.map(({ value }) => value['kind'])).toEqual(['unfunded']);
}, 60_000);

test('a notification verifies from its bytes, from its parsed body and in Python, and costs as much as a direct call', async () => {
  const { key, accountId } = await createAccount(system);
  const receiver = await openReceiver();
  const address = freshAddress();
  const { id, secret } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
  await setLamports(system, address, 4_242);
  await until(
    async () => receiver.received.length,
    (count) => count === 1,
    15_000,
  );
  const [received] = receiver.received;
  const { raw = '', body = {}, headers = {} } = received ?? {};
  expect(verifyNotification(raw, secret)).toEqual(body);
  expect(verifyNotification(body, secret)).toEqual(body);
  expect(canonicalJson(body)).toBe(raw);
  expect(verifyNotification(raw.replace('"4242"', '"4243"'), secret)).toBeUndefined();
  expect(headers['content-type']).toBe('application/json');
  expect(body).toMatchObject({ event: 'watch.fired', watchId: id, type: 'chain.resolve_address', params: { address } });
  expect(Math.abs(Date.now() - Date.parse(String(body['firedAt'])))).toBeLessThan(30_000);

  const charged = async (): Promise<bigint> => 100_000_000n - (await balanceOf(system, accountId)).balanceMicros;
  const micros = await until(charged, (amount) => amount > 0n, 10_000);
  const direct = await getData(gatewayUrl, key, 'chain.resolve_address', { address });
  expect(Object.keys(received?.value ?? {}).toSorted()).toEqual(Object.keys(direct.body['data'] as object).toSorted());
  expect(Number(micros) / 1e6).toBeCloseTo(Number(direct.body['debitedCredits']), 6);
  const { charges } = await withBilling(system, (billing) =>
    billing.GetCharges({ trace_id: String(body['traceId']).slice(3) }, rootContext(5_000)),
  );
  expect(charges).toMatchObject([
    { state: 'confirmed', operation: 'watch chain.resolve_address', captured_micros: String(micros) },
  ]);

  await receiver.close();
  const python = await startPythonReceiver(pythonReceiver, secret, receiver.port);
  try {
    await setLamports(system, address, 4_243);
    await until(
      async () => python.lines.length,
      (count) => count > 1,
      15_000,
    );
    expect(python.lines[1]).toContain(`${id} chain.resolve_address`);
    expect(python.lines[1]).toContain('4243');
    expect(await endedDeliveries(id, 2)).toEqual(['delivered', 'delivered']);
  } finally {
    await python.close();
  }
}, 60_000);

test('changes within the interval after a received notification are dropped, and the next one is notified', async () => {
  const { key, accountId } = await createAccount(system);
  const [receiver, prompt] = [await openReceiver(), await openReceiver()];
  const address = freshAddress();
  const watch = { webhookUrl: receiver.url, address, minIntervalSeconds: 3 };
  const { id } = await createWatch(gatewayUrl, key, watch);
  const reference = await createWatch(gatewayUrl, key, { webhookUrl: prompt.url, address });
  await setLamports(system, address, 1);
  await endedDeliveries(id, 1);
  await endedDeliveries(reference.id, 1);
  await setLamports(system, address, 2);
  await endedDeliveries(reference.id, 2);
  const { lastDeliveredAt } = await recordOf(gatewayUrl, key, id);
  await until(
    async () => Date.now(),
    (now) => now > Date.parse(String(lastDeliveredAt)) + 3_000,
    10_000,
  );
  await setLamports(system, address, 3);
  await endedDeliveries(id, 2);
  expect(lamportsOf(receiver, id)).toEqual(['1', '3']);
  expect(lamportsOf(prompt, reference.id)).toEqual(['1', '2', '3'].slice(0, lamportsOf(prompt, reference.id).length));
  const charged = async (): Promise<number> => {
    const { rows } = await scene.database.query(
      "SELECT 1 FROM billing.holds WHERE account_id = $1 AND state = 'confirmed'",
      [accountId],
    );
    return rows.length;
  };
  await until(charged, (count) => count === 5, 15_000);
  expect(await outcomesOf(id)).toEqual(['delivered', 'delivered']);
}, 60_000);

test('a deleted watch sends nothing from the next poll on, also for a change in flight', async () => {
  const { key } = await createAccount(system);
  const [receiver, prompt] = [await openReceiver(), await openReceiver()];
  const address = freshAddress();
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
  const witness = await createWatch(gatewayUrl, key, { webhookUrl: prompt.url, address });
  await setLamports(system, address, 1);
  await endedDeliveries(id, 1);
  expect((await send(`${gatewayUrl}/v1/watch/${id}`, { method: 'DELETE', key })).status).toBe(204);
  await pause(pollMs);
  const before = receiver.received.length;
  for (const lamports of [2, 3]) {
    await setLamports(system, address, lamports);
    await until(
      async () => lamportsOf(prompt, witness.id),
      (seen) => seen.includes(String(lamports)),
      15_000,
    );
  }
  expect(receiver.received.length).toBe(before);
}, 60_000);

test('a watch of an account without credits sends nothing and stays registered until credits are added', async () => {
  const { key, accountId } = await createAccount(system, { creditMicros: 0n });
  const receiver = await openReceiver();
  const address = freshAddress();
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
  await setLamports(system, address, 1);
  expect(await endedDeliveries(id, 1)).toEqual(['no_credits']);
  expect(await recordOf(gatewayUrl, key, id)).toMatchObject({
    lastDeliveredAt: null,
    lastAttempt: { outcome: 'no_credits', httpStatus: null, error: expect.stringContaining('credit') },
  });
  expect((await balanceOf(system, accountId)).balanceMicros).toBe(0n);
  await withBilling(system, (billing) =>
    billing.AddCredits({ account_id: accountId, credit_micros: '1000000', operation_id: '' }, rootContext(5_000)),
  );
  await setLamports(system, address, 2);
  expect(await endedDeliveries(id, 2)).toEqual(['no_credits', 'delivered']);
  expect(lamportsOf(receiver, id)).toEqual(['2']);
  expect(await recordOf(gatewayUrl, key, id)).toMatchObject({ lastAttempt: { outcome: 'delivered', httpStatus: 204 } });
}, 60_000);

test('all five watchable types notify of a change with the datum of a direct call', async () => {
  const { key } = await createAccount(system);
  const receiver = await openReceiver();
  const fixtures = await readChainFixtures(system);
  const pool = fixtures.pool('cpmm');
  const { wallet, tokenAccountB: account } = pool.payer;
  const mint = fixtures.mints['safe'] ?? '';
  const watches = [
    ['chain.resolve_address', { address: wallet }, wallet],
    ['chain.can_sign', { signer: wallet, target: account }, account],
    ['chain.token_account_owner', { account }, account],
    ['chain.token_risk', { address: mint }, mint],
    ['chain.pool_state', { pool: pool.address }, pool.address],
  ] as const;
  for (const [type, params, address] of watches) {
    const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, type, params });
    const before = fixtures.initialAccount(address);
    try {
      await setAccount(system, address, { ...before, lamports: before.lamports + 7 });
      expect(await endedDeliveries(id, 1)).toEqual(['delivered']);
      const direct = await getData(gatewayUrl, key, type, params);
      const notification = receiver.received.find(({ body }) => body['watchId'] === id);
      expect({ ...notification?.value, slot: 0 }).toEqual({ ...(direct.body['data'] as object), slot: 0 });
    } finally {
      await resetAccount(system, address);
      await send(`${gatewayUrl}/v1/watch/${id}`, { method: 'DELETE', key });
    }
  }
}, 60_000);

test('an undeliverable value is neither notified nor charged, and the watch compares with the value before it', async () => {
  const { key, accountId } = await createAccount(system);
  const receiver = await openReceiver();
  const fixtures = await readChainFixtures(system);
  const account = fixtures.pool('cpmm').payer.tokenAccountA;
  const before = fixtures.initialAccount(account);
  const { id } = await createWatch(gatewayUrl, key, {
    webhookUrl: receiver.url,
    type: 'chain.token_account_owner',
    params: { account },
    condition: { field: 'amount', crosses: 100, direction: 'above' },
  });
  try {
    await setAccount(system, account, withTokenAmount(before, 50n));
    expect(await endedDeliveries(id, 1)).toEqual(['unmet']);
    // A closed account has no owner any more.
    await setLamports(system, account, 0);
    expect(await endedDeliveries(id, 2)).toEqual(['unmet', 'no_source']);
    expect(receiver.received).toEqual([]);
    expect((await balanceOf(system, accountId)).balanceMicros).toBe(100_000_000n);
    await setAccount(system, account, withTokenAmount(before, 160n));
    expect(await endedDeliveries(id, 3)).toEqual(['unmet', 'no_source', 'delivered']);
  } finally {
    await resetAccount(system, account);
  }
  expect(receiver.received.map(({ value }) => value['amount'])).toEqual(['160']);
}, 60_000);
