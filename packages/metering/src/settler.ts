import { toFault } from '@assay/faults/faults';
import { traceFromTraceparent } from '@assay/rpc/context';
import { endSpan, startSpan } from '@assay/rpc/spans';
import type { MeteringBilling } from './hold.ts';
import { settleHold, type Settled, type Settlement } from './settlement.ts';

/**
 * A settlement that a database stores until billing accepts it. The customer has already received the notification, so
 * the capture is final.
 */
export type PendingSettlement = Settlement & {
  /** The W3C traceparent of the work that the settlement pays for. */
  readonly traceparent: string;
  /** Number of tries that failed because billing was unavailable or the account had too little credit. */
  readonly tries: number;
};

/** Pending settlements in a database. Due times follow the database's clock. */
export type PendingSettlements = {
  /** Returns up to `max` settlements that are due. No other replica gets them for 15 seconds. */
  readonly claimDue: (max: number) => Promise<PendingSettlement[]>;
  /** Deletes settlements that billing has accepted. */
  readonly remove: (holdIds: readonly string[]) => Promise<void>;
  /** Makes settlements due again after the given times, and counts one more try for each. */
  readonly postpone: (settlements: readonly { readonly holdId: string; readonly afterMs: number }[]) => Promise<void>;
};

/**
 * Settles the holds of work that the customer received before paying. A database stores every settlement until billing
 * has accepted it.
 */
export type Settler = {
  /** Settles a hold soon. When too many settlements wait, leaves this one in the database; settleDue will settle it. */
  readonly enqueue: (settlement: PendingSettlement) => void;
  /** Settles all settlements that are due. Rejects when the database is unavailable; call it again later. */
  readonly settleDue: () => Promise<void>;
  /** Resolves when no settlement that `enqueue` received is in flight. */
  readonly idle: () => Promise<void>;
};

/** The settings, tools and callbacks of a settler. */
export type SettlerPorts = {
  readonly billing: Pick<MeteringBilling, 'Settle'>;
  readonly store: PendingSettlements;
  /** Called with billing's answer to each settlement: settled, lapsed, unknown, short, or the code of a fault. */
  readonly onAnswer: (answer: string, settlement: PendingSettlement) => void;
  /**
   * Called with the database's error when billing had already answered. The settler then repeats the settlement, which
   * changes nothing in billing.
   */
  readonly onFailure: (error: unknown) => void;
};

const settleTimeoutMs = 3_000;
const batchSize = 100;
const maxEnqueued = 2_000;
const minPauseMs = 2_000;
const minCreditPauseMs = 60_000;
const maxPauseMs = 3_600_000;

/** Creates a settler. Several replicas may settle the same hold several times, because billing accepts it only once. */
export function createSettler(ports: SettlerPorts): Settler {
  let waiting: PendingSettlement[] = [];
  let inFlight: Promise<void> | undefined;
  const settleWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      await settleBatch(batch, ports).catch(ports.onFailure);
    }
    inFlight = undefined;
  };
  return {
    enqueue: (settlement) => {
      if (waiting.length < maxEnqueued) {
        waiting.push(settlement);
        inFlight ??= Promise.resolve().then(settleWaiting);
      }
    },
    settleDue: async () => {
      for (;;) {
        const due = await ports.store.claimDue(batchSize);
        await settleBatch(due, ports);
        if (due.length < batchSize) {
          return;
        }
      }
    },
    idle: async () => {
      await inFlight;
    },
  };
}

async function settleBatch(settlements: readonly PendingSettlement[], ports: SettlerPorts): Promise<void> {
  const settled = await Promise.all(
    settlements.map(async (settlement) => ({ ...settlement, pauseMs: await settleOne(settlement, ports) })),
  );
  const taken = settled.filter(({ pauseMs }) => pauseMs === undefined).map(({ holdId }) => holdId);
  const postponed = settled.flatMap(({ holdId, pauseMs }) =>
    pauseMs === undefined ? [] : [{ holdId, afterMs: pauseMs }],
  );
  if (taken.length > 0) {
    await ports.store.remove(taken);
  }
  if (postponed.length > 0) {
    await ports.store.postpone(postponed);
  }
}

/**
 * Settles one hold. Returns the pause before the next try in milliseconds. Returns undefined when billing has accepted
 * the settlement.
 */
async function settleOne(settlement: PendingSettlement, ports: SettlerPorts): Promise<number | undefined> {
  const { span, trace } = startSpan('settle delivery', traceFromTraceparent(settlement.traceparent));
  try {
    const context = { trace, deadlineAtMs: performance.now() + settleTimeoutMs };
    const { answer } = await settleHold(ports.billing, settlement, settlement.captureMicros > 0n, context);
    endSpan(span);
    ports.onAnswer(answer, settlement);
    return pauseAfterAnswer(answer, settlement);
  } catch (thrown) {
    const { code } = toFault(thrown);
    endSpan(span, code);
    ports.onAnswer(code, settlement);
    return Math.min(minPauseMs * 2 ** Math.min(settlement.tries, 5), maxPauseMs);
  }
}

/**
 * Returns the pause before the next try in milliseconds, or undefined when no further try is needed. A release is
 * complete even when its hold no longer exists. A capture is tried again when its hold is missing or the account has
 * too little credit, because the account may get credit. The pauses grow.
 */
function pauseAfterAnswer(answer: Settled['answer'], settlement: PendingSettlement): number | undefined {
  const isDone = settlement.captureMicros === 0n || answer === 'settled' || answer === 'lapsed';
  return isDone ? undefined : Math.min(minCreditPauseMs * 2 ** Math.min(settlement.tries, 10), maxPauseMs);
}
