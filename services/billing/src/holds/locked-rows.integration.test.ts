import { expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { rootContext } from '@assay/rpc/context';
import { createSealer } from '@assay/storage/sealing';
import { createIdempotentCallQueues } from '../idempotency/calls.ts';
import { createIdempotentCallStore } from '../idempotency/store.ts';
import { createSweeper } from './sweeper.ts';
import { createHoldStore, type HoldState } from './store.ts';
import { useBilling } from '../testing/billing-world.ts';
import {
  admission,
  context,
  holdOf,
  newHoldId,
  openCustomer,
  openGate,
  openReplica,
  type Customer,
} from '../testing/customers.ts';

const billing = useBilling();
/**
 * Maximum average duration, in milliseconds, of a call for another account while rows are locked. A call that waited
 * for the lock would take longer, because the rows stay locked until all these calls have ended.
 */
const lockedMs = 1_200;

type Lock = { readonly text: string; readonly values: readonly unknown[] };

const lockOfAccount = ({ accountId }: Customer): Lock => ({
  text: 'SELECT FROM accounts WHERE id = $1 FOR UPDATE',
  values: [accountId],
});
const lockOfKey = ({ keySha256 }: Customer): Lock => ({
  text: 'SELECT FROM keys WHERE sha256 = $1 FOR UPDATE',
  values: [keySha256],
});

/**
 * Runs `work` while another transaction has rows locked, and then releases the rows. Returns the duration of `work` in
 * milliseconds.
 */
async function whileLockedBy(lock: Lock, work: () => Promise<void>): Promise<number> {
  return billing.database.open().transaction(async (client) => {
    await client.query(lock.text, [...lock.values]);
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  });
}

/** One paid call of a customer: admission, settlement and confirmation. */
async function call(customer: Customer): Promise<void> {
  const replica = billing.replicaAt(0);
  const holdId = newHoldId();
  const admitted = await replica.admit.submit(admission(customer, 10, holdId), context());
  expect(admitted.admission).toBe('ADMISSION_ADMITTED');
  const settled = await replica.settle.submit({ hold_id: holdId, capture_micros: '7', received: false }, context());
  expect(settled.settlement).toBe('SETTLEMENT_SETTLED');
  await replica.confirm.submit({ delivered_hold_ids: [holdId], undelivered_hold_ids: [] }, context());
}

test.each([
  ['account', lockOfAccount],
  ['key', lockOfKey],
])(
  'while the row of one %s is locked, others call as before, and its own call goes on after it',
  async (_name, lockOf) => {
    const locked = await openCustomer(billing.postgres, { creditMicros: 1_000, rateLimit: 1_000 });
    const bystander = await openCustomer(billing.postgres, { creditMicros: 1_000, rateLimit: 1_000 });
    let waiting: Promise<void>[] = [];
    const durationMs = await whileLockedBy(lockOf(locked), async () => {
      waiting = Array.from({ length: 5 }, () => call(locked));
      for (let count = 0; count < 20; count += 1) {
        await call(bystander);
      }
    });
    expect(durationMs).toBeLessThan(20 * lockedMs);
    await Promise.all(waiting);
    expect(await billing.booksOf(bystander)).toMatchObject({ balance: 860, held: 0 });
    expect(await billing.booksOf(locked)).toMatchObject({ balance: 965, held: 0 });
  },
);

test('a locked item changes nothing and does not count to the limit: its repetition is the first one', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000, rateLimit: 5 });
  const store = createHoldStore(billing.postgres.query, {
    holdLifetimeMs: 60_000,
    confirmWithinMs: 60_000,
    waits: false,
  });
  const holdId = newHoldId();
  const busy = { accountId: customer.accountId };
  const stillBusy = { id: holdId, state: 'busy', busyAccount: customer.accountId };
  for (const lock of [lockOfKey(customer), lockOfAccount(customer)]) {
    await whileLockedBy(lock, async () => {
      expect(await store.admit([admission(customer, 10, holdId)], [])).toMatchObject([busy]);
    });
  }
  await whileLockedBy(lockOfAccount(customer), async () => {
    expect(await store.hold([holdOf(customer, 10, holdId)], [])).toMatchObject([busy]);
    // A request that takes no hold needs only the lock of its key.
    expect(await store.admit([admission(customer)], [])).toMatchObject([{ remaining: 4 }]);
  });
  const admitted = { admission: 'ADMISSION_ADMITTED', remaining: 3 };
  expect(await store.admit([admission(customer, 10, holdId)], [])).toMatchObject([admitted]);
  const settle = (): Promise<unknown> => store.settle([{ hold_id: holdId, capture_micros: '7', received: false }], []);
  const lockOfHold = { text: 'SELECT FROM holds WHERE id = $1 FOR UPDATE', values: [holdId] };
  for (const lock of [lockOfAccount(customer), lockOfHold]) {
    await whileLockedBy(lock, async () => {
      expect(await settle()).toMatchObject([busy]);
      expect(await store.confirm([], [holdId], [])).toEqual([stillBusy]);
    });
  }
  expect(await settle()).toMatchObject([{ settlement: 'SETTLEMENT_SETTLED', captured_micros: '7' }]);
  await whileLockedBy(lockOfHold, async () => {
    expect(await store.confirm([holdId], [], [])).toEqual([stillBusy]);
  });
  expect(await store.confirm([holdId], [], [])).toEqual([]);
  expect(await billing.booksOf(customer)).toEqual({ balance: 993, held: 0, ledger: ['capture -7'] });
});

test('a request with a busy hold says so to a caller that knows it, and fails for another one', async () => {
  const { customer, holdId } = await billing.openHold(10);
  const confirm = { delivered_hold_ids: [], undelivered_hold_ids: [holdId] };
  await whileLockedBy(lockOfAccount(customer), async () => {
    const impatient = billing.database.open({ purpose: 'waiting', lockTimeoutMs: 200 });
    const replica = openReplica(billing.postgres, impatient);
    const confirmed = await replica.confirm.submit({ ...confirm, takes_busy: true }, context());
    expect(confirmed).toEqual({ busy_hold_ids: [holdId] });
    await expect(replica.confirm.submit(confirm, context())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
  await billing.replicaAt(0).confirm.submit(confirm, context());
  expect(await billing.booksOf(customer)).toMatchObject({ held: 0 });
});

test('overdue holds of other accounts end while one account is locked, and its own end after it', async () => {
  const [locked, free] = [await billing.openHold(10), await billing.openHold(10)];
  await billing.database.sql(`UPDATE holds SET due_at = now() - interval '1 minute' WHERE id = ANY ($1)`, [
    [locked.holdId, free.holdId],
  ]);
  const ended: HoldState[] = [];
  const { sweep, endDue } = createHoldStore(billing.postgres.query, {
    holdLifetimeMs: 60_000,
    confirmWithinMs: 60_000,
  });
  const sweeper = createSweeper({
    sweep,
    endDue,
    gate: openGate(),
    onSwept: (holds) => ended.push(...holds),
    onBusy: () => undefined,
    clock: { monotonic: () => 0 },
    intervalMs: 1_000,
    graceMs: 0,
  });
  let pass: Promise<void> | undefined;
  await whileLockedBy(lockOfAccount(locked.customer), async () => {
    pass = sweeper.pass();
    while (ended.length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(ended).toMatchObject([{ id: free.holdId, state: 'lapsed' }]);
  });
  await pass;
  expect(ended).toMatchObject([{ id: free.holdId }, { id: locked.holdId, state: 'lapsed' }]);
});

test('idempotent calls of others run while those of one account are locked', async () => {
  const { query } = billing.postgres;
  const stores = {
    free: createIdempotentCallStore(query, false),
    waiting: createIdempotentCallStore(query, true),
    gate: openGate(),
  };
  const queues = createIdempotentCallQueues(stores, createSealer([{ id: 'k1', key: randomBytes(32) }], 'KEYS'));
  const callOf = ({ accountId }: Customer) => ({
    account_id: accountId,
    key_sha256: randomBytes(32),
    trace_id: randomBytes(16).toString('hex'),
    fingerprint: Buffer.alloc(32),
  });
  const [locked, bystander] = [await openCustomer(billing.postgres), await openCustomer(billing.postgres)];
  const held = callOf(locked);
  await queues.begin.submit(held, context());
  const lock = { text: 'SELECT FROM idempotent_calls WHERE account_id = $1 FOR UPDATE', values: [locked.accountId] };
  const end = { http_status: 200, body: '{}' };
  let waiting: Promise<unknown>[] = [];
  await whileLockedBy(lock, async () => {
    waiting = Array.from({ length: 6 }, () => queues.begin.submit(held, context()));
    waiting.push(queues.finish.submit({ ...held, ...end }, context()));
    for (let count = 0; count < 10; count += 1) {
      const begun = callOf(bystander);
      const { state } = await queues.begin.submit(begun, context());
      expect(state).toBe('IDEMPOTENT_CALL_STATE_RUN');
      expect(await queues.finish.submit({ ...begun, ...end }, context())).toEqual({ finished: true });
    }
  });
  await Promise.all(waiting);
});

test('a call of an account that stays locked fails as UNAVAILABLE, at once after the first wait in vain', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000 });
  const impatient = billing.database.open({ purpose: 'waiting', lockTimeoutMs: 200 });
  const replica = openReplica(billing.postgres, impatient);
  await whileLockedBy(lockOfAccount(customer), async () => {
    for (let count = 0; count < 20; count += 1) {
      const refused = replica.admit.submit(admission(customer, 10), rootContext(30_000));
      await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
  });
  expect((await replica.admit.submit(admission(customer, 10), context())).admission).toBe('ADMISSION_ADMITTED');
});
