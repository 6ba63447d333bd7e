import { canonicalJson } from '@assay/client/canonical-json';
import { verifyNotification } from '@assay/client/webhook';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { rootContext } from '@assay/rpc/context';
import { createAccount, getData, send, sharedSystem, until, withBilling } from './support/system.ts';
import {
  createWatch,
  freshAddress,
  recordOf,
  setAccount,
  setLamports,
  startPythonReceiver,
  startReceiver,
  type Receiver,
} from './support/watch.ts';

const system = sharedSystem();
const { gatewayUrl } = system;
const pythonReceiver = fileURLToPath(new URL('../../examples/receiver.py', import.meta.url));
const pollMs = 150;

let database: pg.Pool;
const receivers: Receiver[] = [];

beforeAll(() => {
  database = new pg.Pool({ connectionString: system.postgresUrl, max: 2 });
});

afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await database.end();
});

async function openReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

/** How a watch's deliveries ended, in their order; silence cannot be heard, so the service's own table is looked at. */
async function outcomesOf(watchId: string): Promise<string[]> {
  const { rows } = await database.query<{ outcome: string }>(
    "SELECT outcome FROM watch.deliveries WHERE watch_id = $1 AND state = 'ended' ORDER BY ended_at",
    [watchId],
  );
  return rows.map(({ outcome }) => outcome);
}

/** Waits until so many deliveries of a watch have ended. */
function settled(watchId: string, count: number): Promise<string[]> {
  return until(
    () => outcomesOf(watchId),
    (outcomes) => outcomes.length >= count,
    15_000,
  );
}

function lamportsOf(receiver: Receiver, watchId: string): unknown[] {
  return receiver.received.filter(({ body }) => body['watchId'] === watchId).map(({ value }) => value['lamports']);
}

async function balanceOf(accountId: string): Promise<bigint> {
  const { account } = await withBilling(system, (billing) =>
    billing.GetAccount({ account_id: accountId }, rootContext(5_000)),
  );
  return BigInt(account?.balance_micros ?? '0');
}

test('watches of one address: each form fires at its own crossings and at no other, and the first look is silent', async () => {
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
  for (const [place, lamports] of steps.entries()) {
    await setLamports(system, address, lamports);
    await Promise.all([below, above, changes, kind, every].map((id) => settled(id, place + 1)));
  }
  expect(lamportsOf(receiver, below)).toEqual(['999', '500']);
  expect(lamportsOf(receiver, above)).toEqual(['1001', '2000']);
  expect(lamportsOf(receiver, changes)).toEqual(steps.slice(1));
  expect(lamportsOf(receiver, kind)).toEqual([]);
  expect(lamportsOf(receiver, every)).toEqual(steps);
}, 60_000);

test('a change that leaves the watched field alone starts a verification, costs nothing and tells nobody', async () => {
  const { key, accountId } = await createAccount(system);
  const receiver = await openReceiver();
  const address = freshAddress();
  const condition = { field: 'kind', changes: true };
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address, condition });
  for (const lamports of [1_000, 2_000, 3_000]) {
    await setLamports(system, address, lamports);
    await until(
      () => recordOf(gatewayUrl, key, id),
      ({ lastTriggeredAt }) => lastTriggeredAt !== null,
      10_000,
    );
  }
  expect(new Set(await settled(id, 2))).toEqual(new Set(['unmet']));
  expect(await balanceOf(accountId)).toBe(100_000_000n);
  await setLamports(system, address, 0);
  await until(
    async () => receiver.received.length,
    (count) => count > 0,
    15_000,
  );
  expect(receiver.received.map(({ value }) => value['kind'])).toEqual(['unfunded']);
}, 60_000);

test('a notification verifies from its bytes, from its parsed body and in Python, and is charged as the direct call', async () => {
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

  const charged = async (): Promise<bigint> => 100_000_000n - (await balanceOf(accountId));
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
    expect(await settled(id, 2)).toEqual(['delivered', 'delivered']);
  } finally {
    await python.close();
  }
}, 60_000);

test('within the interval after a received notification changes are dropped; the next one after it is told', async () => {
  const { key, accountId } = await createAccount(system);
  const [receiver, prompt] = [await openReceiver(), await openReceiver()];
  const address = freshAddress();
  const watch = { webhookUrl: receiver.url, address, minIntervalSeconds: 3 };
  const { id } = await createWatch(gatewayUrl, key, watch);
  const other = await createWatch(gatewayUrl, key, { webhookUrl: prompt.url, address });
  await setLamports(system, address, 1);
  await settled(id, 1);
  await settled(other.id, 1);
  await setLamports(system, address, 2);
  await settled(other.id, 2);
  const { lastDeliveredAt } = await recordOf(gatewayUrl, key, id);
  await until(
    async () => Date.now(),
    (now) => now > Date.parse(String(lastDeliveredAt)) + 3_000,
    10_000,
  );
  await setLamports(system, address, 3);
  await settled(id, 2);
  expect(lamportsOf(receiver, id)).toEqual(['1', '3']);
  expect(lamportsOf(prompt, other.id)).toEqual(['1', '2', '3'].slice(0, lamportsOf(prompt, other.id).length));
  const charged = async (): Promise<number> => {
    const { rows } = await database.query("SELECT 1 FROM billing.holds WHERE account_id = $1 AND state = 'confirmed'", [
      accountId,
    ]);
    return rows.length;
  };
  await until(charged, (count) => count === 5, 15_000);
  expect(await outcomesOf(id)).toEqual(['delivered', 'delivered']);
}, 60_000);

test('a watch that was deleted is silent from the next poll on, also when a change is under way', async () => {
  const { key } = await createAccount(system);
  const [receiver, prompt] = [await openReceiver(), await openReceiver()];
  const address = freshAddress();
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
  const witness = await createWatch(gatewayUrl, key, { webhookUrl: prompt.url, address });
  await setLamports(system, address, 1);
  await settled(id, 1);
  expect((await send(`${gatewayUrl}/v1/watch/${id}`, { method: 'DELETE', key })).status).toBe(204);
  await new Promise((resolve) => setTimeout(resolve, pollMs));
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

test('without credit a watch is silent, uncharged and kept; with credit it speaks again', async () => {
  const { key, accountId } = await createAccount(system, { creditMicros: 0n });
  const receiver = await openReceiver();
  const address = freshAddress();
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
  await setLamports(system, address, 1);
  expect(await settled(id, 1)).toEqual(['no_credits']);
  expect(await recordOf(gatewayUrl, key, id)).toMatchObject({
    lastDeliveredAt: null,
    lastAttempt: { outcome: 'no_credits', httpStatus: null, error: expect.stringContaining('credit') },
  });
  expect(await balanceOf(accountId)).toBe(0n);
  await withBilling(system, (billing) =>
    billing.AddCredits({ account_id: accountId, credit_micros: '1000000', operation_id: '' }, rootContext(5_000)),
  );
  await setLamports(system, address, 2);
  expect(await settled(id, 2)).toEqual(['no_credits', 'delivered']);
  expect(lamportsOf(receiver, id)).toEqual(['2']);
  expect(await recordOf(gatewayUrl, key, id)).toMatchObject({ lastAttempt: { outcome: 'delivered', httpStatus: 204 } });
}, 60_000);

type Fixtures = {
  readonly chain: {
    readonly fixtures: {
      readonly pools: Readonly<
        Record<string, { readonly address: string; readonly payer: Readonly<Record<string, string>> }>
      >;
      readonly mints: Readonly<Record<string, string>>;
    };
  };
  readonly accounts: Readonly<Record<string, Record<string, unknown>>>;
};

test('all five watchable types tell of a change, with the datum of a direct call', async () => {
  const { key } = await createAccount(system);
  const receiver = await openReceiver();
  const control = (await send(`${system.sandboxUrl}/control`)).body as unknown as Fixtures;
  const { pools, mints } = control.chain.fixtures;
  const account = pools['cpmm']?.payer['tokenAccountB'] ?? '';
  const wallet = pools['cpmm']?.payer['wallet'] ?? '';
  const watches = [
    ['chain.resolve_address', { address: wallet }, wallet],
    ['chain.can_sign', { signer: wallet, target: account }, account],
    ['chain.token_account_owner', { account }, account],
    ['chain.token_risk', { address: mints['safe'] ?? '' }, mints['safe'] ?? ''],
    ['chain.pool_state', { pool: pools['damm']?.address ?? pools['cpmm']?.address ?? '' }, ''],
  ] as const;
  for (const [type, params, watched] of watches) {
    const address = watched === '' ? (Object.values(params)[0] ?? '') : watched;
    const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, type, params });
    const before = control.accounts[address] ?? {};
    try {
      await setAccount(system, address, { ...before, lamports: Number(before['lamports']) + 7 });
      expect(await settled(id, 1)).toEqual(['delivered']);
      const direct = await getData(gatewayUrl, key, type, params);
      const told = receiver.received.find(({ body }) => body['watchId'] === id);
      expect({ ...told?.value, slot: 0 }).toEqual({ ...(direct.body['data'] as object), slot: 0 });
    } finally {
      await send(`${system.sandboxUrl}/control/accounts/${address}`, { method: 'DELETE' });
      await send(`${gatewayUrl}/v1/watch/${id}`, { method: 'DELETE', key });
    }
  }
}, 60_000);

/** A token account's bytes with another amount. */
function withAmount(account: Record<string, unknown>, amount: bigint): Record<string, unknown> {
  const [base64] = account['data'] as [string];
  const data = Buffer.from(base64, 'base64');
  data.writeBigUInt64LE(amount, 64);
  return { ...account, data: [data.toString('base64'), 'base64'] };
}

test('what the engine cannot deliver is not told and not charged, and the watch goes on from the value before', async () => {
  const { key, accountId } = await createAccount(system);
  const receiver = await openReceiver();
  const control = (await send(`${system.sandboxUrl}/control`)).body as unknown as Fixtures;
  const account = control.chain.fixtures.pools['cpmm']?.payer['tokenAccountA'] ?? '';
  const before = control.accounts[account] ?? {};
  const { id } = await createWatch(gatewayUrl, key, {
    webhookUrl: receiver.url,
    type: 'chain.token_account_owner',
    params: { account },
    condition: { field: 'amount', crosses: 100, direction: 'above' },
  });
  try {
    await setAccount(system, account, withAmount(before, 50n));
    expect(await settled(id, 1)).toEqual(['unmet']);
    // A closed account is none that could have an owner.
    await setLamports(system, account, 0);
    expect(await settled(id, 2)).toEqual(['unmet', 'no_source']);
    expect(receiver.received).toEqual([]);
    expect(await balanceOf(accountId)).toBe(100_000_000n);
    await setAccount(system, account, withAmount(before, 160n));
    expect(await settled(id, 3)).toEqual(['unmet', 'no_source', 'delivered']);
  } finally {
    await send(`${system.sandboxUrl}/control/accounts/${account}`, { method: 'DELETE' });
  }
  expect(receiver.received.map(({ value }) => value['amount'])).toEqual(['160']);
}, 60_000);
