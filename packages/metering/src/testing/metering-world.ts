import { jest } from '@jest/globals';
import type { Pricing } from '../charge.ts';
import { createConfirmationQueue, type ConfirmationQueue } from '../confirmation-queue.ts';
import type { Hold, MeteringBilling } from '../hold.ts';
import { createSettler, type PendingSettlement, type Settler } from '../settler.ts';
import { ledgerBilling, type BillingFate } from './ledger-billing.ts';
import { createModel, modelSweep, type LedgerModel } from './ledger-model.ts';

/** The opening balance of the account in micro-credits. */
export const openingMicros = 3_000;

/** A piece of work that has ended, as its customer saw it. */
export type Work = {
  readonly hold: Hold;
  readonly isReceived: boolean;
  /** The amount that the customer should pay if the work was received, in micro-credits. */
  readonly priceMicros: bigint;
  /** Whether the settlement of the work is in the database. No crash can lose it there. */
  readonly isStored?: boolean;
};

/** One process that meters work, its database, and the ledger. Tests set what happens to the next requests. */
export type MeteringWorld = {
  readonly ledger: LedgerModel;
  readonly billing: MeteringBilling;
  readonly pricing: Pricing;
  readonly confirmations: ConfirmationQueue;
  readonly settler: Settler;
  /** Every hold that the process requested. */
  readonly holds: Hold[];
  readonly works: Work[];
  /** What happens to the next requests to billing, by method. */
  fates: Partial<Record<keyof MeteringBilling, BillingFate>>;
  isDatabaseDown: boolean;
  /**
   * Returns the correct price of answers from their costs, in micro-credits. A cost below zero means an answer without
   * a datum.
   */
  readonly priceOf: (costs: readonly number[], hold: Hold) => bigint;
  /** Stores the end of a notification and its settlement in the database. */
  readonly store: (settlement: PendingSettlement) => void;
  /** Ends the process as `kill -9` does, and starts it again. It loses everything that was only in its memory. */
  readonly kill: () => void;
  /**
   * Lets time pass. Meanwhile the queue sends confirmations, due settlements are settled, and billing ends overdue
   * holds.
   */
  readonly pass: (ms: number, reverse: boolean) => Promise<void>;
  /** Lets time pass for billing only. Billing then ends the open holds. */
  readonly lapse: (ms: number) => void;
  /** Ends all failures, and continues until nothing is left to do. */
  readonly heal: (holdLifetimeMs: number) => Promise<void>;
  /**
   * Returns whether received work must be charged. It must be unless a process that knew of the receipt died before it
   * informed billing.
   */
  readonly isDue: (work: Work) => boolean;
};

/** Creates a world with one account. It needs fake timers. */
export function createMeteringWorld(): MeteringWorld {
  const ledger = createModel(1, openingMicros);
  const pending = new Map<string, PendingSettlement>();
  /**
   * Ids of holds that need not end in a charge. A process died before it stored the work, or it did not inform billing
   * in time, so that billing released the hold or reversed its charge.
   */
  const lost = new Set<string>();
  const pricing: Pricing = { markupBasisPoints: 12_500n, onHoldExceeded: () => undefined };
  const billing = ledgerBilling(ledger, (method) => world.fates[method] ?? 'answered');
  const openDatabase = (): void => {
    if (world.isDatabaseDown) {
      throw new Error('the database is unavailable');
    }
  };
  const openQueue = (): ConfirmationQueue =>
    createConfirmationQueue({
      confirm: billing.Confirm,
      maxQueued: 100,
      onDrop: () => undefined,
      onFailure: () => undefined,
    });
  const openSettler = (): Settler =>
    createSettler({
      billing,
      store: {
        claimDue: async (max) => [...pending.values()].slice(0, max),
        remove: async (ids) => {
          openDatabase();
          ids.forEach((id) => pending.delete(id));
        },
        postpone: async () => openDatabase(),
      },
      onAnswer: () => undefined,
      onFailure: () => undefined,
    });
  const giveUp = (reverse: boolean): void => {
    for (const [id, { state, dueAtMs }] of ledger.holds) {
      if (dueAtMs <= ledger.nowMs && (state === 'open' || (reverse && state === 'captured'))) {
        lost.add(id);
      }
    }
  };
  const pass = async (ms: number, reverse: boolean): Promise<void> => {
    ledger.nowMs += ms;
    await jest.advanceTimersByTimeAsync(ms);
    await world.settler.settleDue().catch(() => undefined);
    giveUp(reverse);
    modelSweep(ledger, reverse);
  };
  let confirmations = openQueue();
  let settler = openSettler();
  const world: MeteringWorld = {
    ledger,
    billing,
    pricing,
    get confirmations() {
      return confirmations;
    },
    get settler() {
      return settler;
    },
    holds: [],
    works: [],
    fates: {},
    isDatabaseDown: false,
    priceOf: (costs, { micros }) => {
      const price = costs.reduce((sum, cost) => sum + (cost < 0 ? 0 : Math.ceil((cost * 5) / 4)), 0);
      return BigInt(Math.min(price, Number(micros)));
    },
    store: (settlement) => void pending.set(settlement.holdId, settlement),
    kill: () => {
      world.works.forEach(({ hold, isStored }) => isStored !== true && lost.add(hold.id));
      jest.clearAllTimers();
      confirmations = openQueue();
      settler = openSettler();
    },
    pass,
    lapse: (ms) => {
      ledger.nowMs += ms;
      giveUp(false);
      modelSweep(ledger, false);
    },
    heal: async (holdLifetimeMs) => {
      world.fates = {};
      world.isDatabaseDown = false;
      await pass(6_000, false);
      await pass(holdLifetimeMs, true);
      await pass(holdLifetimeMs, true);
    },
    isDue: ({ hold, isStored }) => !lost.has(hold.id) || (isStored === true && !pending.has(hold.id)),
  };
  return world;
}
