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

/** Billing with a real database, which the tests of one file share. Use it only inside tests. */
export type BillingWorld = {
  readonly database: BillingDatabase;
  /** The connection pool of the first replica. */
  readonly postgres: Postgres;
  /** The store that the batchers use. A test can run its statements one by one. */
  readonly store: HoldStore;
  /** Returns one of two replicas: the first one for an even index, the second one for an odd index. */
  readonly replicaAt: (index: number) => BillingReplica;
  /**
   * Takes a hold on the customer's account and returns the id of the hold. Fails the test when the balance does not
   * cover the hold.
   */
  readonly takeHold: (customer: Customer, holdMicros: number) => Promise<string>;
  /** Opens an account with credit, and takes one hold on it. */
  readonly openHold: (holdMicros: number, creditMicros?: number) => Promise<OpenHold>;
  /** Returns the account's balance and held amount, and the kind and amount of each ledger entry except credits. */
  readonly booksOf: (customer: Customer) => Promise<unknown>;
};

/** A customer, and the id of an open hold on the customer's account. */
export type OpenHold = { readonly customer: Customer; readonly holdId: string };

/**
 * Starts billing's database before the tests of a file. After the tests, checks that all invariants of the ledger hold,
 * and stops the database.
 * @param options.steppedClock replaces the database's clock by one that only the test advances.
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
