import type { DeliveredAnswer, UndeliveredAnswer } from '@assay/rpc/verified-answer';

const data = { token: 'SOL', price: '151.2', currency: 'USD', asOf: '2026-01-02T03:04:05Z' };

/** Returns a delivered answer with a total cost in micro-credits. */
export function deliveryCosting(totalCostMicros: bigint): DeliveredAnswer {
  return {
    outcome: 'delivered',
    level: 'consensus',
    origin: 'measured',
    source: 'sandbox.coinbase',
    data,
    dataJson: JSON.stringify(data),
    params: { token: 'SOL' },
    reason: '',
    sourceCostMicros: totalCostMicros,
    totalCostMicros,
  };
}

/** Returns an answer without a datum. */
export function undelivered(outcome: UndeliveredAnswer['outcome']): UndeliveredAnswer {
  return { outcome, reached: undefined, required: 'single_source', problemCode: '', reason: '', params: {} };
}
