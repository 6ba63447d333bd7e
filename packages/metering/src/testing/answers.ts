import { decisionWith } from '@assay/rpc/testing/answers';
import type { DeliveredAnswer, UndeliveredAnswer } from '@assay/rpc/verified-answer';

/** Returns a delivered answer with a total cost in micro-credits. */
export function deliveryCosting(totalCostMicros: bigint): DeliveredAnswer {
  const decision = decisionWith({
    type: 'token.price',
    params_json: '{"token":"SOL"}',
    source: 'sandbox.coinbase',
    origin: 'measured',
    data_json: '{"token":"SOL","price":"151.2","currency":"USD","asOf":"2026-01-02T03:04:05Z"}',
    source_cost_micros: Number(totalCostMicros),
    total_cost_micros: Number(totalCostMicros),
  });
  return { ...decision, outcome: 'delivered', level: 'consensus', required: 'single_source' };
}

/** Returns an answer without a datum. */
export function undelivered(outcome: UndeliveredAnswer['outcome']): UndeliveredAnswer {
  const decision = decisionWith({ type: 'token.price', params_json: '{"token":"SOL"}' });
  return { ...decision, outcome, level: '', required: 'single_source' };
}
