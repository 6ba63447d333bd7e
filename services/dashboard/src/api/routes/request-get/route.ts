import { Fault } from '@assay/faults/faults';
import { z } from 'zod';
import { decisionView, type DecisionView } from '../../decision-view.ts';
import { failureView, type FailureView } from '../../failure-view.ts';
import { accountRoute } from '../../route.ts';

const traceIdPattern = /^tr_([0-9a-f]{32})$/;

/** The ledger rows of a request. */
export type ChargeView = {
  readonly operation: string;
  readonly heldMicros: string;
  readonly capturedMicros: string;
  readonly state: string;
  readonly heldAt: string;
  readonly endedAt: string | null;
};

/** A request with the decision behind its answer, or with its error. A gate call also has the decisions of its parts: the quote and the risk. */
export type RequestView = {
  readonly traceId: string;
  /**
   * The decisions of the request, oldest first. The last one belongs to the answer. Empty for a request that failed
   * before a decision.
   */
  readonly decisions: readonly DecisionView[];
  readonly charges: readonly ChargeView[];
  /** The error of the request. Null for a request without an error. */
  readonly failure: FailureView | null;
};

export default accountRoute({
  method: 'GET',
  path: '/requests/:trace',
  input: z.strictObject({}),
  run: async ({ membership, pathParams, context }, { engine, billing }): Promise<RequestView> => {
    const traceId = pathParams['trace'] ?? '';
    const digits = traceIdPattern.exec(traceId)?.[1];
    if (digits === undefined) {
      throw new Fault('NOT_FOUND', 'a trace id is tr_ and 32 lowercase hex digits, as in the traceId of an answer');
    }
    const account = { account_id: membership.accountId };
    const request = { ...account, trace_id: digits };
    const [{ decisions, failed_call: failed }, { charges }] = await Promise.all([
      engine.GetAccountDecisions(request, context),
      billing.GetAccountCharges(request, context),
    ]);
    if (decisions.length === 0 && failed === null) {
      throw new Fault(
        'NOT_FOUND',
        'this account has no request with this trace id; a new one appears after two seconds. Assay stores no request without a valid key, and of many failed requests in a minute only a sample',
      );
    }
    const { keys } = failed === null ? { keys: [] } : await billing.ListKeys(account, context);
    return {
      traceId,
      decisions: decisions.map(decisionView),
      charges: charges.map((charge) => ({
        operation: charge.operation,
        heldMicros: String(charge.held_micros),
        capturedMicros: String(charge.captured_micros),
        state: charge.state,
        heldAt: charge.held_at,
        endedAt: charge.ended_at || null,
      })),
      failure: failed === null ? null : failureView(failed, keys),
    };
  },
});
