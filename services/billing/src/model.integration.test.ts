import { beforeAll, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { Busy } from './lanes.ts';
import fc from 'fast-check';
import { createAccountStore, type AccountStore } from './accounts/store.ts';
import { admission, context, holdOf, openCustomer, type Customer } from './testing/customers.ts';
import { useBilling } from './testing/billing-world.ts';
import {
  createModel,
  modelAdmit,
  modelConfirm,
  modelCredit,
  modelHold,
  modelSettle,
  modelSweep,
  type LedgerModel,
} from '@assay/metering/testing/ledger-model';

const accountCount = 3;
const openingMicros = 1_000;

const billing = useBilling({ steppedClock: true });
let accounts: AccountStore;
let runs = 0;

beforeAll(() => {
  accounts = createAccountStore(billing.postgres.query);
});

const names = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 30, size: 'max' });
const account = fc.integer({ min: 0, max: accountCount - 1 });

/** Generates steps with many items of one kind. Ids repeat, amounts are often too large, and the clock advances. */
const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom('hold', 'admit'),
    names,
    account,
    amounts: fc.infiniteStream(fc.integer({ min: 1, max: 400 })),
  }),
  fc.record({
    kind: fc.constantFrom('settle', 'settle received', 'settle mixed'),
    names,
    account,
    amounts: fc.infiniteStream(fc.integer({ min: 0, max: 300 })),
  }),
  fc.record({
    kind: fc.constantFrom('confirm', 'credit', 'sweep', 'sweep all'),
    names,
    account,
    amounts: fc.infiniteStream(fc.integer({ min: 1, max: 30_000 })),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Run = { readonly customers: readonly Customer[]; readonly model: LedgerModel; readonly name: string };

const words: Readonly<Record<string, string>> = {
  SETTLEMENT_SETTLED: 'settled',
  SETTLEMENT_LAPSED: 'lapsed',
  SETTLEMENT_UNKNOWN_HOLD: 'unknown',
  SETTLEMENT_SHORT: 'short',
};

/** Runs one step in the database and in the model, and compares the results. */
async function take(run: Run, { kind, names: drawn, account: first, amounts }: Step): Promise<void> {
  const { customers, model } = run;
  const items = drawn.map((number, place) => ({
    id: `${run.name}-${number}`,
    owner: (first + (number % 7 === 0 ? place : number)) % accountCount,
    amount: Number(amounts.next().value ?? 1),
  }));
  const customerOf = (owner: number): Customer =>
    customers[owner] ?? { accountId: '', key: '', keySha256: Buffer.alloc(32) };
  switch (kind) {
    case 'hold': {
      const answers = await billing.store.hold(
        items.map(({ id, owner, amount }) => holdOf(customerOf(owner), amount, id)),
        [],
      );
      const outcomes = answers.map((answer) =>
        isFailed(answer) ? 'foreign' : answer.held === true ? 'held' : 'short',
      );
      expect(outcomes).toEqual(items.map(({ id, owner, amount }) => modelHold(model, id, owner, amount)));
      return;
    }
    case 'admit': {
      const answers = await billing.store.admit(
        items.map(({ id, owner, amount }) => admission(customerOf(owner), amount, id)),
        [],
      );
      const outcomes = answers.map((answer) =>
        isFailed(answer) ? 'foreign' : answer.admission === 'ADMISSION_ADMITTED' ? 'held' : 'short',
      );
      expect(outcomes).toEqual(items.map(({ id, owner, amount }) => modelAdmit(model, id, owner, amount)));
      return;
    }
    case 'settle':
    case 'settle received':
    case 'settle mixed': {
      const requests = items.map(({ id, amount }, place) => ({
        hold_id: id,
        capture_micros: String(amount),
        received: kind === 'settle received' || (kind === 'settle mixed' && place % 2 === 0),
      }));
      const outcomes = (await billing.store.settle(requests, [])).map((answer) =>
        isFailed(answer)
          ? ['excess', 0, 0]
          : [words[String(answer.settlement)], Number(answer.balance_micros), Number(answer.captured_micros)],
      );
      expect(outcomes).toEqual(
        requests.map(({ hold_id: id, received }, place) => modelSettle(model, id, items[place]?.amount ?? 0, received)),
      );
      return;
    }
    case 'confirm': {
      const ids = items.map(({ id }) => id);
      const [delivered, undelivered] = [ids.slice(0, ids.length / 2), ids.slice(ids.length / 2)];
      await billing.store.confirm(delivered, undelivered, []);
      modelConfirm(model, delivered, undelivered);
      return;
    }
    case 'credit': {
      const [{ id, owner, amount } = { id: '', owner: 0, amount: 1 }] = items;
      const { outcome } = await accounts.addCredits(
        customerOf(owner).accountId,
        `credit-${id}`,
        String((amount % 500) + 1),
      );
      expect(outcome).toBe(modelCredit(model, `credit-${id}`, owner, (amount % 500) + 1));
      return;
    }
    default: {
      const byMs = items[0]?.amount ?? 0;
      await billing.database.stepClock(byMs);
      model.nowMs += byMs;
      await billing.store.sweep({ reverse: kind === 'sweep all', limit: 1_000 });
      modelSweep(model, kind === 'sweep all');
    }
  }
}

/** Returns the accounts, holds and ledger entries of the database, in the form in which the model has them. */
async function booksOf(run: Run): Promise<unknown> {
  const ids = run.customers.map(({ accountId }) => accountId);
  const rows = await billing.database.sql<{ id: string; balance: number; held: number }>(
    'SELECT id, balance_micros::integer AS balance, held_micros::integer AS held FROM accounts WHERE id = ANY ($1)',
    [ids],
  );
  const states = await billing.database.sql<{ id: string; state: string; captured: number }>(
    'SELECT id, state, captured_micros::integer AS captured FROM holds WHERE account_id = ANY ($1) ORDER BY id',
    [ids],
  );
  return {
    accounts: ids.map((id) => rows.filter((row) => row.id === id).map(({ balance, held }) => ({ balance, held }))[0]),
    holds: Object.fromEntries(states.map(({ id, state, captured }) => [id, `${state} ${captured}`])),
  };
}

async function startRun(): Promise<Run> {
  runs += 1;
  const customers = [];
  for (let opened = 0; opened < accountCount; opened += 1) {
    customers.push(await openCustomer(billing.postgres, { creditMicros: openingMicros, rateLimit: 1_000_000 }));
  }
  return { customers, model: createModel(accountCount, openingMicros), name: `run${runs}` };
}

test('for any sequence of statements the answers and the books equal those of the model', async () => {
  let items = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
      const run = await startRun();
      for (const next of steps) {
        items += next.names.length;
        await take(run, next);
      }
      expect(await booksOf(run)).toEqual({
        accounts: run.model.accounts,
        holds: Object.fromEntries(
          [...run.model.holds].map(([id, { state, captured }]) => [id, `${state} ${captured}`]),
        ),
      });
    }),
    { numRuns: 40, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: false },
  );
  expect(await billing.database.sql('SELECT * FROM audit()')).toEqual([]);
  expect(items).toBeGreaterThan(1_000);
}, 150_000);

test('with any concurrent calls on two replicas and a sweeper the books balance and every hold is charged once', async () => {
  const burst = fc.array(
    fc.record({
      kind: fc.constantFrom('hold', 'admit', 'settle', 'settle', 'settle received', 'deliver', 'lose', 'sweep'),
      name: fc.integer({ min: 0, max: 40 }),
      amount: fc.integer({ min: 1, max: 200 }),
      replica: fc.integer({ min: 0, max: 1 }),
    }),
    { minLength: 50, maxLength: 200, size: 'max' },
  );
  const replicas = [billing.replicaAt(0), billing.replicaAt(1)];
  await fc.assert(
    fc.asyncProperty(fc.array(burst, { minLength: 1, maxLength: 4 }), async (bursts) => {
      const run = await startRun();
      const captured = new Map<string, Set<string>>();
      for (const calls of bursts) {
        await Promise.all(
          calls.map(async ({ kind, name, amount, replica }) => {
            const id = `${run.name}-${name}`;
            const customer = run.customers[name % accountCount];
            const { hold, admit, settle, confirm } = replicas[replica] ?? billing.replicaAt(0);
            if (customer === undefined) {
              return;
            }
            switch (kind) {
              case 'hold':
                await hold.submit(holdOf(customer, amount + 200, id), context());
                return;
              case 'admit':
                await admit.submit(admission(customer, amount + 200, id), context());
                return;
              case 'settle':
              case 'settle received': {
                const answer = await settle.submit(
                  { hold_id: id, capture_micros: String(amount), received: kind === 'settle received' },
                  context(),
                );
                if (answer.settlement === 'SETTLEMENT_SETTLED' && answer.captured_micros !== '0') {
                  captured.set(id, (captured.get(id) ?? new Set()).add(JSON.stringify(answer)));
                }
                return;
              }
              case 'sweep':
                await billing.store.sweep({ reverse: true, limit: 100 });
                return;
              default: {
                const ids = [id, `${run.name}-${name + 1}`];
                await confirm.submit(
                  kind === 'deliver'
                    ? { delivered_hold_ids: ids, undelivered_hold_ids: [] }
                    : { delivered_hold_ids: [], undelivered_hold_ids: ids },
                  context(),
                );
              }
            }
          }),
        );
        await billing.database.stepClock(25_000);
      }
      expect([...captured].filter(([, answers]) => answers.size > 1)).toEqual([]);
    }),
    { numRuns: 15, interruptAfterTimeLimit: 8_000, markInterruptAsFailure: false },
  );
  expect(await billing.database.sql('SELECT * FROM audit()')).toEqual([]);
}, 60_000);

/** Returns whether an item failed. The store of this test waits for locks, so no item is ever busy. */
function isFailed<Answer>(answer: Answer | Fault | Busy): answer is Fault | Busy {
  return answer instanceof Fault || answer instanceof Busy;
}
