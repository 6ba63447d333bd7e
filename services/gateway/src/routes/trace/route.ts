import { Fault } from '@assay/faults/faults';
import { defineRoute } from '../../route.ts';
import { keptPerMinute } from '../../failed-calls/sampling.ts';
import { isWholeTrace, mayGetDecision, traceBody, traceBodyOf } from '../../answers/trace-body.ts';

const traceIdPattern = /^tr_([0-9a-f]{32})$/;

export default defineRoute({
  method: 'GET',
  path: '/v1/traces/{traceId}',
  needsKey: true,
  document: {
    id: 'getTrace',
    summary: 'Read the decision behind an answer, or a failed call',
    description:
      'Returns the decision behind an answer of the account: which sources Assay asked, what each one answered, why the answer has its level, and the charge. For a call that ended with an error, it returns what was asked, the error and its remedy. The request is free. A trace is available at most two seconds after its response.',
    responses: {
      200: { description: 'The decision with its sources and its charge, or the failed call.', schema: traceBody },
    },
    faults: ['NOT_FOUND'],
  },
  prepare: ({ pathParams }, { decisions, charges, now }) => ({
    run: async (call, { accountId }) => {
      const traceId = pathParams['traceId'] ?? '';
      const digits = traceIdPattern.exec(traceId)?.[1];
      if (digits === undefined) {
        throw new Fault('NOT_FOUND', 'a trace id is tr_ and 32 lowercase hex digits, as in the traceId of an answer');
      }
      const request = { account_id: accountId, trace_id: digits };
      const [found, holds] = await Promise.all([decisions(request, call.context), charges(request, call.context)]);
      const charge = holds.charges.at(-1);
      const isFinalFailure = found.failed_call !== null && !mayGetDecision(found.failed_call, charge, now());
      if (!isFinalFailure && !isWholeTrace(found.decisions, charge)) {
        throw new Fault(
          'NOT_FOUND',
          `no stored call of this account has this trace id; ask again if the call is less than two seconds old. Assay stores no call without a valid key, and of more than ${keptPerMinute} failed calls in a minute only a sample`,
        );
      }
      return { status: 200, body: traceBodyOf(traceId, found.decisions, charge, found.failed_call) };
    },
  }),
});
