import { Fault } from '@assay/faults/faults';
import type { SettleResponse__Output } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import type { MeteringBilling } from '../hold.ts';
import { modelConfirm, modelHold, modelSettle, type LedgerModel } from './ledger-model.ts';

/**
 * The possible fates of a request to billing. With `lost_response`, billing does the work, but the caller gets no
 * response.
 */
export const billingFates = ['answered', 'lost_request', 'lost_response', 'late_response'] as const;

/** The fate of one request to billing. */
export type BillingFate = (typeof billingFates)[number];

const settlements: Readonly<Record<string, SettleResponse__Output['settlement']>> = {
  settled: 'SETTLEMENT_SETTLED',
  lapsed: 'SETTLEMENT_LAPSED',
  unknown: 'SETTLEMENT_UNKNOWN_HOLD',
  short: 'SETTLEMENT_SHORT',
};

/**
 * Returns billing's methods over the model of its ledger, for the account `0`. The tests of billing prove that its SQL
 * statements give the results of the model.
 * @param fateOf decides what happens to each request.
 */
export function ledgerBilling(
  model: LedgerModel,
  fateOf: (method: keyof MeteringBilling) => BillingFate,
): MeteringBilling {
  const request = async <Result>(method: keyof MeteringBilling, work: () => Result): Promise<Result> => {
    const fate = fateOf(method);
    if (fate === 'lost_request') {
      throw new Fault('UNAVAILABLE');
    }
    const result = work();
    if (fate === 'answered') {
      return result;
    }
    throw new Fault(fate === 'late_response' ? 'DEADLINE_EXCEEDED' : 'UNAVAILABLE');
  };
  return {
    Hold: ({ hold_id: id = '', hold_micros: micros }) =>
      request('Hold', () => {
        if (Number(micros) < 1) {
          throw new Fault('INVALID_PARAM', 'hold_micros must be at least 1');
        }
        const answer = modelHold(model, id, 0, Number(micros));
        if (answer === 'foreign') {
          throw new Fault('INTERNAL');
        }
        return { held: answer === 'held', balance_micros: String(model.accounts[0]?.balance) };
      }),
    Settle: ({ hold_id: id = '', capture_micros: micros, received = false }) =>
      request('Settle', () => {
        const [answer, balance, captured] = modelSettle(model, id, Number(micros), received);
        const settlement = settlements[answer];
        if (settlement === undefined) {
          throw new Fault('INTERNAL');
        }
        return { settlement, balance_micros: String(balance), captured_micros: String(captured) };
      }),
    Confirm: ({ delivered_hold_ids: delivered = [], undelivered_hold_ids: undelivered = [] }) =>
      request('Confirm', () => {
        modelConfirm(model, delivered, undelivered);
        return { busy_hold_ids: [] };
      }),
  };
}
