import { usageOfDelivery } from '@assay/catalog/outcomes';
import { toFault } from '@assay/faults/faults';
import { traceFromTraceparent, type CallContext } from '@assay/rpc/context';
import type { SettleRequest } from '@assay/rpc/gen/assay/billing/v1/SettleRequest';
import type { SettleResponse__Output } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import { endSpan, startSpan } from '@assay/rpc/spans';
import type { PendingSettlement, SettlementStore } from './store.ts';

/** Settles the holds of deliveries with billing. The database stores every settlement until billing has accepted it. */
export type Settler = {
  /** Settles soon. When too many settlements wait, leaves this one in the database for settleDue. */
  readonly enqueue: (settlement: PendingSettlement) => void;
  /** Settles everything that is due. Rejects when the database is unavailable. Call it again later. */
  readonly settleDue: () => Promise<void>;
  /** Resolves when no enqueued settlement is left. */
  readonly idle: () => Promise<void>;
};

/** Dependencies of a settler. */
export type SettlerPorts = {
  readonly settle: (request: SettleRequest, context: CallContext) => Promise<SettleResponse__Output>;
  readonly store: Pick<SettlementStore, 'claimDue' | 'remove' | 'postpone'>;
  /** Called with billing's answer to each settlement: settled, lapsed, unknown, short, or the code of a fault. */
  readonly onAnswer: (answer: string, settlement: PendingSettlement) => void;
  /**
   * Called with the database's error after billing answered. The settlement is then repeated, which changes nothing at
   * billing.
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
 * Settles one hold. Returns the pause before the next try in milliseconds, or undefined when billing has accepted the
 * settlement.
 */
async function settleOne(settlement: PendingSettlement, ports: SettlerPorts): Promise<number | undefined> {
  const { span, trace } = startSpan('settle delivery', traceFromTraceparent(settlement.traceparent));
  try {
    const { holdId, captureMicros, outcome, level } = settlement;
    const { settlement: answer } = await ports.settle(
      {
        hold_id: holdId,
        capture_micros: captureMicros.toString(),
        received: captureMicros > 0n,
        outcome: usageOfDelivery[outcome],
        level,
      },
      { trace, deadlineAtMs: performance.now() + settleTimeoutMs },
    );
    endSpan(span);
    ports.onAnswer(answers[answer], settlement);
    return pauseAfterAnswer(answer, settlement);
  } catch (thrown) {
    const { code } = toFault(thrown);
    endSpan(span, code);
    ports.onAnswer(code, settlement);
    return Math.min(minPauseMs * 2 ** Math.min(settlement.tries, 5), maxPauseMs);
  }
}

const answers = {
  SETTLEMENT_UNSPECIFIED: 'unspecified',
  SETTLEMENT_SETTLED: 'settled',
  SETTLEMENT_LAPSED: 'lapsed',
  SETTLEMENT_UNKNOWN_HOLD: 'unknown',
  SETTLEMENT_SHORT: 'short',
} as const satisfies Record<SettleResponse__Output['settlement'], string>;

/**
 * Returns the pause before the next try in milliseconds, or undefined when nothing is left to do. A release is finished
 * when its hold no longer exists. A capture that lacks credit or its hold is repeated at growing pauses, because the
 * account may get credit.
 */
function pauseAfterAnswer(
  answer: SettleResponse__Output['settlement'],
  settlement: PendingSettlement,
): number | undefined {
  const isDone = settlement.captureMicros === 0n || answer === 'SETTLEMENT_SETTLED' || answer === 'SETTLEMENT_LAPSED';
  return isDone ? undefined : Math.min(minCreditPauseMs * 2 ** Math.min(settlement.tries, 10), maxPauseMs);
}
