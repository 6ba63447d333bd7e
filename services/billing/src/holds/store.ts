import type { Context } from '@opentelemetry/api';
import { Fault } from '@assay/faults/faults';
import type { AdmitRequest__Output } from '@assay/rpc/gen/assay/billing/v1/AdmitRequest';
import type { AdmitResponse } from '@assay/rpc/gen/assay/billing/v1/AdmitResponse';
import type { HoldRequest__Output } from '@assay/rpc/gen/assay/billing/v1/HoldRequest';
import type { HoldResponse } from '@assay/rpc/gen/assay/billing/v1/HoldResponse';
import type { SettleRequest__Output } from '@assay/rpc/gen/assay/billing/v1/SettleRequest';
import type { SettleResponse } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import type { Postgres } from '@assay/storage/postgres';
import { runStatement } from '../database-faults.ts';
import { noAccount } from '../fields.ts';
import { Busy } from '../lanes.ts';

/**
 * The id of a hold, and its state after the statement. The state `busy` means that another transaction has locked the
 * hold or its account, so the statement left the hold out.
 */
export type HoldState = {
  readonly id: string;
  readonly state: string;
  /** The id of the account of a busy hold. Absent for all other holds. */
  readonly busyAccount?: string;
};

/** A settlement. If the outcome or the level is absent, the account's usage lists this call without it. */
export type SettleItem = Omit<SettleRequest__Output, 'outcome' | 'level'> &
  Partial<Pick<SettleRequest__Output, 'outcome' | 'level'>>;

/**
 * The statements that paid calls use, each for many items, and the sweep of overdue holds. A store either waits for
 * locked rows, or never waits. When a store never waits, the result of an item with a locked row is Busy.
 */
export type HoldStore = {
  /**
   * Admits requests: checks the key, then the rate limit, then the credit. No two items may have the same hold id,
   * except the empty id of items that take no hold.
   */
  readonly admit: (
    items: readonly AdmitRequest__Output[],
    traces: readonly Context[],
  ) => Promise<(AdmitResponse | Fault | Busy)[]>;
  /** Takes holds. Every hold id must appear only once. An item with an unknown account fails with NOT_FOUND. */
  readonly hold: (
    items: readonly HoldRequest__Output[],
    traces: readonly Context[],
  ) => Promise<(HoldResponse | Fault | Busy)[]>;
  /** Settles holds. Every hold id must appear only once. An item whose amount exceeds its hold fails with INTERNAL. */
  readonly settle: (
    items: readonly SettleItem[],
    traces: readonly Context[],
  ) => Promise<(SettleResponse | Fault | Busy)[]>;
  /**
   * Confirms the captures of delivered answers, and gives back the holds of undelivered answers. Returns three kinds of
   * holds, each with its state: those that it could not confirm, those that it gave back, and the busy ones.
   */
  readonly confirm: (
    delivered: readonly string[],
    undelivered: readonly string[],
    traces: readonly Context[],
  ) => Promise<HoldState[]>;
  /**
   * Ends up to `limit` holds that are due: open holds lapse and, with `reverse`, captured holds are reversed. Never
   * waits for a lock, and skips the holds in `except`.
   */
  readonly sweep: (options: {
    readonly reverse: boolean;
    readonly limit: number;
    readonly except?: readonly string[];
  }) => Promise<HoldState[]>;
  /** Ends the given holds of one account that are due. Unlike a sweep, it waits for the account's lock. */
  readonly endDue: (ids: readonly string[]) => Promise<HoldState[]>;
};

type AdmitRow = {
  item: string;
  admission: string;
  account_id: string | null;
  allowed: number | null;
  remaining: number | null;
  reset_ms: number | null;
  balance_micros: string | null;
};
type HoldRow = { item: string; outcome: string; balance_micros: string | null };
type SettleRow = {
  item: string;
  outcome: string;
  captured_micros: string;
  balance_micros: string | null;
  busy_account: string | null;
};

type HoldRowState = { id: string; state: string; busy_account: string | null };

/** Creates the hold store. The connections of `query` must use the schema `billing`. */
export function createHoldStore(
  query: Postgres['query'],
  options: {
    readonly holdLifetimeMs: number;
    readonly confirmWithinMs: number;
    /** Whether the statements wait for locked rows. When absent, they wait. */
    readonly waits?: boolean;
  },
): HoldStore {
  const waits = options.waits ?? true;
  const lifetime = `${options.holdLifetimeMs} milliseconds`;
  const confirmWithin = `${options.confirmWithinMs} milliseconds`;
  const run = <Row extends Record<string, unknown>>(
    name: string,
    text: string,
    values: readonly unknown[],
    traces: readonly Context[] = [],
  ): Promise<Row[]> => runStatement(() => query<Row>({ name, text, values }, traces));
  return {
    admit: async (items, traces) => {
      const values = [
        items.map((item) => item.key_sha256),
        items.map((item) => item.hold_id),
        items.map((item) => item.hold_micros),
        items.map((item) => item.trace_id),
        items.map((item) => item.operation),
        lifetime,
        waits,
      ];
      const rows = await run<AdmitRow>('admit', 'SELECT * FROM admit($1, $2, $3, $4, $5, $6, $7)', values, traces);
      return ordered(items.length, rows, admitResponse);
    },
    hold: async (items, traces) => {
      const values = [
        items.map((item) => item.hold_id),
        items.map((item) => item.account_id),
        items.map((item) => item.hold_micros),
        items.map((item) => item.trace_id),
        items.map((item) => item.operation),
        lifetime,
        waits,
      ];
      const rows = await run<HoldRow>('hold', 'SELECT * FROM take_holds($1, $2, $3, $4, $5, $6, $7)', values, traces);
      return ordered(items.length, rows, (row, index) => holdResponse(row, items[index]?.account_id ?? ''));
    },
    settle: async (items, traces) => {
      const values = [
        items.map((item) => item.hold_id),
        items.map((item) => item.capture_micros),
        items.map((item) => item.received),
        items.map((item) => item.outcome ?? ''),
        items.map((item) => item.level ?? ''),
        confirmWithin,
        waits,
      ];
      const text = 'SELECT * FROM settle_holds($1, $2, $3, $4, $5, $6, $7)';
      const rows = await run<SettleRow>('settle', text, values, traces);
      return ordered(items.length, rows, settleResponse);
    },
    confirm: async (delivered, undelivered, traces) => {
      const text = 'SELECT * FROM confirm_holds($1, $2, $3)';
      return (await run<HoldRowState>('confirm', text, [delivered, undelivered, waits], traces)).map(holdState);
    },
    sweep: async ({ reverse, limit, except = [] }) => {
      const text = 'SELECT * FROM sweep_holds($1, $2, $3)';
      return (await run<HoldRowState>('sweep', text, [reverse, limit, except])).map(holdState);
    },
    endDue: (ids) => run<HoldState>('end_due', `SELECT * FROM give_back($1, 'lapsed', clock(), true)`, [ids]),
  };
}

function holdState({ id, state, busy_account: busyAccount }: HoldRowState): HoldState {
  return busyAccount === null ? { id, state } : { id, state, busyAccount };
}

/** Returns the results in the order of their items. The database numbers items from one. */
function ordered<Row extends { item: string }, Result>(
  count: number,
  rows: readonly Row[],
  read: (row: Row, index: number) => Result | Fault | Busy,
): (Result | Fault | Busy)[] {
  const results: (Result | Fault | Busy)[] = Array.from({ length: count }, () => undecided);
  for (const row of rows) {
    const index = Number(row.item) - 1;
    results[index] = read(row, index);
  }
  return results;
}

const undecided = new Fault('INTERNAL', undefined, { cause: new Error('a statement returned no result for an item') });

const admissions: Readonly<Record<string, AdmitResponse['admission']>> = {
  admitted: 'ADMISSION_ADMITTED',
  invalid_key: 'ADMISSION_INVALID_KEY',
  rate_limited: 'ADMISSION_RATE_LIMITED',
  insufficient: 'ADMISSION_INSUFFICIENT_CREDITS',
};

function admitResponse(row: AdmitRow): AdmitResponse | Fault | Busy {
  if (row.admission === 'busy') {
    return new Busy(row.account_id ?? '');
  }
  const admission = admissions[row.admission];
  if (admission === undefined) {
    return foreignHold();
  }
  return {
    admission,
    account_id: row.account_id ?? '',
    limit: row.allowed ?? 0,
    remaining: row.remaining ?? 0,
    reset_ms: row.reset_ms ?? 0,
    balance_micros: row.balance_micros ?? '0',
  };
}

function holdResponse(row: HoldRow, accountId: string): HoldResponse | Fault | Busy {
  switch (row.outcome) {
    case 'busy':
      return new Busy(accountId);
    case 'held':
    case 'repeated':
    case 'short':
      return { held: row.outcome !== 'short', balance_micros: row.balance_micros ?? '0' };
    case 'unknown':
      return noAccount();
    default:
      return foreignHold();
  }
}

const settlements: Readonly<Record<string, SettleResponse['settlement']>> = {
  settled: 'SETTLEMENT_SETTLED',
  lapsed: 'SETTLEMENT_LAPSED',
  unknown: 'SETTLEMENT_UNKNOWN_HOLD',
  short: 'SETTLEMENT_SHORT',
};

function settleResponse(row: SettleRow): SettleResponse | Fault | Busy {
  if (row.outcome === 'busy') {
    return new Busy(row.busy_account ?? '');
  }
  const settlement = settlements[row.outcome];
  if (settlement === undefined) {
    return new Fault('INTERNAL', undefined, { cause: new Error('a settlement captures more than its hold') });
  }
  return { settlement, balance_micros: row.balance_micros ?? '0', captured_micros: row.captured_micros };
}

function foreignHold(): Fault {
  return new Fault('INTERNAL', undefined, { cause: new Error('a hold id was used for two accounts') });
}
