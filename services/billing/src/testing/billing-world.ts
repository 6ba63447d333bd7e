import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Postgres } from '@assay/storage/postgres';
import { createHoldStore, type HoldStore } from '../holds/store.ts';
import { startBillingDatabase, type BillingDatabase } from './billing-database.ts';
import {
  context,
  holdOf,
  newHoldId,
  openCustomer,
  openReplica,
  type BillingReplica,
  type Customer,
} from './customers.ts';

/** Billing over a real database, shared by the tests of one file. Use it only inside tests. */
export type BillingWorld = {
  readonly database: BillingDatabase;
  /** The pool of the first replica. */
  readonly postgres: Postgres;
  /** The store below the batchers, whose statements a test runs one by one. */
  readonly store: HoldStore;
  /** Returns one of two replicas: the first for an even index, the second for an odd one. */
  readonly replicaAt: (index: number) => BillingReplica;
  /** Takes a hold on the customer's account and returns its id. Fails the test when the balance does not cover it. */
  readonly takeHold: (customer: Customer, holdMicros: number) => Promise<string>;
  /** Opens an account with credit, and takes one hold on it. */
  readonly openHold: (holdMicros: number, creditMicros?: number) => Promise<OpenHold>;
  /** Returns the account's balance, its held amount, and the kind and amount of each ledger row except credits. */
  readonly booksOf: (customer: Customer) => Promise<unknown>;
};

/** A customer and the id of a hold on the customer's account. */
export type OpenHold = { readonly customer: Customer; readonly holdId: string };

/**
 * Starts billing's database before the tests of a file. After the tests, checks that the books balance, and stops the
 * database.
 * @param options.steppedClock replaces the database's clock by one that advances only when a test advances it.
 */
export function useBilling(options: { readonly steppedClock?: boolean } = {}): BillingWorld {
  let opened:
    | { database: BillingDatabase; postgres: Postgres; store: HoldStore; replicas: BillingReplica[] }
    | undefined;
  beforeAll(async () => {
    const database = await startBillingDatabase();
    const postgres = database.open();
    const store = createHoldStore(postgres.query, { holdLifetimeMs: 60_000, confirmWithinMs: 60_000 });
    opened = { database, postgres, store, replicas: [openReplica(postgres), openReplica(database.open())] };
    if (options.steppedClock === true) {
      await database.stepClock(0);
    }
  }, 60_000);
  afterAll(async () => {
    const { database } = get();
    expect(await database.sql('SELECT * FROM audit()')).toEqual([]);
    await database.close();
  }, 60_000);

  const get = (): NonNullable<typeof opened> => {
    if (opened === undefined) {
      throw new Error("billing's database has not started; use it inside a test");
    }
    return opened;
  };
  const replicaAt = (index: number): BillingReplica => {
    const { replicas, postgres } = get();
    return replicas[index % replicas.length] ?? openReplica(postgres);
  };
  const takeHold = async (customer: Customer, holdMicros: number): Promise<string> => {
    const holdId = newHoldId();
    const response = await replicaAt(0).hold.submit(holdOf(customer, holdMicros, holdId), context());
    expect(response.held).toBe(true);
    return holdId;
  };
  return {
    get database() {
      return get().database;
    },
    get postgres() {
      return get().postgres;
    },
    get store() {
      return get().store;
    },
    replicaAt,
    takeHold,
    openHold: async (holdMicros, creditMicros = 1_000) => {
      const customer = await openCustomer(get().postgres, { creditMicros });
      return { customer, holdId: await takeHold(customer, holdMicros) };
    },
    booksOf: (customer) => readBooks(get().database, customer),
  };
}

async function readBooks(database: BillingDatabase, customer: Customer): Promise<unknown> {
  const [account] = await database.sql<{ balance: number; held: number }>(
    'SELECT balance_micros::integer AS balance, held_micros::integer AS held FROM accounts WHERE id = $1',
    [customer.accountId],
  );
  const rows = await database.sql<{ row: string }>(
    `SELECT kind || ' ' || amount_micros AS row FROM ledger
     WHERE account_id = $1 AND kind <> 'credit' ORDER BY at, kind`,
    [customer.accountId],
  );
  return { ...account, ledger: rows.map(({ row }) => row) };
}
