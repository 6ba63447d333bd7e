import { Fault } from '@assay/faults/faults';
import { defineRoute } from '../../route.ts';
import { isWholeTrace, traceBody, traceBodyOf } from '../../answers/trace-body.ts';

const traceIdPattern = /^tr_([0-9a-f]{32})$/;

export default defineRoute({
  method: 'GET',
  path: '/v1/traces/{traceId}',
  needsKey: true,
  document: {
    id: 'getTrace',
    summary: 'Read the decision behind an answer',
    description:
      'Returns the decision behind an answer of the account: which sources Assay asked, what each one answered, why the answer has its level, and the charge. The request is free. A decision is available at most two seconds after its answer.',
    responses: { 200: { description: 'The decision, its sources and its charge.', schema: traceBody } },
    faults: ['NOT_FOUND'],
  },
  prepare: ({ pathParams }, { decisions, charges }) => ({
    run: async (call, { accountId }) => {
      const traceId = pathParams['traceId'] ?? '';
      const digits = traceIdPattern.exec(traceId)?.[1];
      if (digits === undefined) {
        throw new Fault('NOT_FOUND', 'a trace id is tr_ and 32 lowercase hex digits, as in the traceId of an answer');
      }
      const request = { account_id: accountId, trace_id: digits };
      const [found, holds] = await Promise.all([decisions(request, call.context), charges(request, call.context)]);
      const charge = holds.charges.at(-1);
      if (!isWholeTrace(found.decisions, charge)) {
        throw new Fault(
          'NOT_FOUND',
          'no decision of this account has this trace id; ask again if the answer is less than two seconds old',
        );
      }
      return { status: 200, body: traceBodyOf(traceId, found.decisions, charge) };
    },
  }),
});
