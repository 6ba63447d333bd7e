import { toFault } from '@assay/faults/faults';
import { traceFromTraceparent, type CallContext } from '@assay/rpc/context';
import type { SettleRequest } from '@assay/rpc/gen/assay/billing/v1/SettleRequest';
import type { SettleResponse__Output } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import { endSpan, startSpan } from '@assay/rpc/spans';
import type { DeliveryStore, OwedSettlement } from '../claim/store.ts';

/** Tells billing what deliveries came to. What it is given stands in the database until billing has taken it. */
export type Settler = {
  /** Has one told soon. Beyond the bound it is left to a later pass. */
  readonly soon: (settlement: OwedSettlement) => void;
  /** Tells all that is due. Rejects when the database cannot be reached; the next pass goes on. */
  readonly pass: () => Promise<void>;
  /** Resolves when nothing is being told. */
  readonly idle: () => Promise<void>;
};

/** What settling needs. */
export type SettlerPorts = {
  readonly settle: (request: SettleRequest, context: CallContext) => Promise<SettleResponse__Output>;
  readonly store: Pick<DeliveryStore, 'dueSettlements' | 'settled' | 'postpone'>;
  /** Told of each answer: settled, lapsed, unknown, short, or the code of a fault. */
  readonly answered: (answer: string, settlement: OwedSettlement) => void;
  /** Told when the database could not be told; the settlement is told again, which changes nothing. */
  readonly failed: (error: unknown) => void;
};

const settleWithinMs = 3_000;
const batchSize = 100;
const soonMax = 2_000;
const pause = { awayMs: 2_000, longestMs: 3_600_000 };

/** Creates a settler. A settlement may be told several times, by several replicas: billing takes it once. */
export function createSettler(ports: SettlerPorts): Settler {
  let waiting: OwedSettlement[] = [];
  let telling: Promise<void> | undefined;
  const tellWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      await tell(batch, ports).catch(ports.failed);
    }
    telling = undefined;
  };
  return {
    soon: (settlement) => {
      if (waiting.length < soonMax) {
        waiting.push(settlement);
        telling ??= Promise.resolve().then(tellWaiting);
      }
    },
    pass: async () => {
      for (;;) {
        const due = await ports.store.dueSettlements(batchSize);
        await tell(due, ports);
        if (due.length < batchSize) {
          return;
        }
      }
    },
    idle: async () => {
      await telling;
    },
  };
}

async function tell(settlements: readonly OwedSettlement[], ports: SettlerPorts): Promise<void> {
  const told = await Promise.all(
    settlements.map(async (settlement) => ({ ...settlement, pauseMs: await tellOne(settlement, ports) })),
  );
  const taken = told.filter(({ pauseMs }) => pauseMs === undefined).map(({ holdId }) => holdId);
  const left = told.flatMap(({ holdId, pauseMs }) => (pauseMs === undefined ? [] : [{ holdId, afterMs: pauseMs }]));
  if (taken.length > 0) {
    await ports.store.settled(taken);
  }
  if (left.length > 0) {
    await ports.store.postpone(left);
  }
}

/** Tells one and says after what pause to tell it again; undefined when that is not needed. */
async function tellOne(settlement: OwedSettlement, ports: SettlerPorts): Promise<number | undefined> {
  const { span, trace } = startSpan('settle delivery', traceFromTraceparent(settlement.traceparent));
  try {
    const { holdId, captureMicros } = settlement;
    const { settlement: answer } = await ports.settle(
      { hold_id: holdId, capture_micros: captureMicros.toString(), received: captureMicros > 0n },
      { trace, deadlineAtMs: Date.now() + settleWithinMs },
    );
    endSpan(span);
    ports.answered(answers[answer], settlement);
    return pauseAfter(answer, settlement);
  } catch (thrown) {
    const { code } = toFault(thrown);
    endSpan(span, code);
    ports.answered(code, settlement);
    return Math.min(pause.awayMs * 2 ** Math.min(settlement.tries, 5), pause.longestMs);
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
 * A release of what is gone or was never taken is done. A receipt that finds no credit, or no hold, is told again for as long as
 * it takes, at growing pauses: credit may come.
 */
function pauseAfter(answer: SettleResponse__Output['settlement'], settlement: OwedSettlement): number | undefined {
  const isDone = settlement.captureMicros === 0n || answer === 'SETTLEMENT_SETTLED' || answer === 'SETTLEMENT_LAPSED';
  return isDone ? undefined : Math.min(60_000 * 2 ** Math.min(settlement.tries, 10), pause.longestMs);
}
