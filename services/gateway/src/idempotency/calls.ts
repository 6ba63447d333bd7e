import { Fault, toFault } from '@assay/faults/faults';
import { withinTimeout, type CallContext } from '@assay/rpc/context';
import { publicFaultOf } from '../answers/error-body.ts';
import { billingFault } from '@assay/metering/billing-faults';
import type { MeteredCalls } from '@assay/metering/metered-call';
import type { PreparedRequest } from '../route.ts';
import type { AdmittedCaller, ApiCall } from '../admission/api-call.ts';
import type { HttpReply } from '../answers/http-reply.ts';
import type { BillingClient } from '../service-clients.ts';
import type { IdempotentRequest } from './request.ts';

/** Answers requests that have an idempotency key. */
export type IdempotentCalls = {
  /**
   * Runs a request once, or returns the stored answer of an earlier attempt. Throws IDEMPOTENCY_MISMATCH,
   * IDEMPOTENCY_IN_PROGRESS, the fault of the request, or the fault of an unavailable billing.
   * @param prepared the valid request, or the fault of an invalid one.
   */
  readonly answer: (
    call: ApiCall,
    admitted: AdmittedCaller,
    request: IdempotentRequest,
    prepared: PreparedRequest | Fault,
  ) => Promise<HttpReply>;
};

/** The dependencies of idempotent calls. */
export type IdempotentCallOptions = {
  readonly billing: Pick<BillingClient, 'BeginIdempotentCall' | 'FinishIdempotentCall'>;
  readonly meteredCalls: Pick<MeteredCalls, 'takeHold' | 'releaseHold'>;
};

const beginTimeoutMs = 3_000;
/** Minimum time that billing gets to end an attempt, in milliseconds, even when the call's deadline has passed. */
const minFinishMs = 250;

/** The fields by which billing identifies an attempt. */
type Attempt = { readonly account_id: string; readonly key_sha256: Buffer; readonly trace_id: string };

/** Creates the idempotent calls over billing's methods. */
export function createIdempotentCalls(options: IdempotentCallOptions): IdempotentCalls {
  return {
    answer: async (call, admitted, request, prepared) => {
      const attempt: Attempt = {
        account_id: admitted.accountId,
        key_sha256: request.keySha256,
        trace_id: call.traceId.slice('tr_'.length),
      };
      const begun = await options.billing
        .BeginIdempotentCall(
          { ...attempt, fingerprint: request.fingerprint },
          withinTimeout(call.context, beginTimeoutMs),
        )
        .catch((thrown: unknown) => {
          throw billingFault(thrown);
        });
      switch (begun.state) {
        case 'IDEMPOTENT_CALL_STATE_FINISHED':
          return replayOf(begun.http_status, begun.body);
        case 'IDEMPOTENT_CALL_STATE_IN_PROGRESS':
          throw new Fault('IDEMPOTENCY_IN_PROGRESS');
        case 'IDEMPOTENT_CALL_STATE_MISMATCH':
          throw new Fault('IDEMPOTENCY_MISMATCH');
        case 'IDEMPOTENT_CALL_STATE_RUN':
          return runAttempt(options, { ...call, idempotentCallId: begun.call_id }, admitted, attempt, prepared);
        default:
          throw new Fault('INTERNAL', undefined, { cause: new Error(`billing answered ${begun.state}`) });
      }
    },
  };
}

/**
 * Returns a stored answer. The header states the trace id of the stored body, because only that id has a decision or a
 * failed call. This request's own id has neither.
 */
function replayOf(status: number, body: string): HttpReply {
  const { traceId, verification } = JSON.parse(body) as {
    readonly traceId?: string;
    readonly verification?: { readonly traceId?: string };
  };
  const stated = traceId ?? verification?.traceId;
  const headers = { 'idempotency-replayed': 'true' };
  return stated === undefined ? { status, body, headers } : { status, body, headers, traceId: stated };
}

/**
 * Runs one attempt, and stores its answer before sending it. A stored answer counts as delivered, because the caller
 * can repeat the request to receive it.
 */
async function runAttempt(
  options: IdempotentCallOptions,
  call: ApiCall,
  admitted: AdmittedCaller,
  attempt: Attempt,
  prepared: PreparedRequest | Fault,
): Promise<HttpReply> {
  let reply: HttpReply;
  try {
    reply = await run(options, call, admitted, prepared);
  } catch (thrown) {
    const fault = toFault(thrown);
    const { status, body } = publicFaultOf(fault, call.traceId);
    if (isStored(status) && !fault.isMendable && call.isOpen()) {
      await finish(options, call, attempt, status, body);
    } else {
      await abandon(options, call, attempt);
    }
    throw thrown;
  }
  if (!call.isOpen() || !isStored(reply.status)) {
    await abandon(options, call, attempt);
    return reply;
  }
  try {
    await finish(options, call, attempt, reply.status, reply.body.toString());
  } catch (thrown) {
    // Billing may have stored the answer although the call failed. Billing has then confirmed the capture, and this
    // report changes nothing.
    reply.onDelivered?.(false);
    throw thrown;
  }
  return { ...reply, onDelivered: () => undefined };
}

async function run(
  { meteredCalls }: IdempotentCallOptions,
  call: ApiCall,
  admitted: AdmittedCaller,
  prepared: PreparedRequest | Fault,
): Promise<HttpReply> {
  if (prepared instanceof Fault) {
    throw prepared;
  }
  // The hold is taken only now instead of at admission, because most repeated requests get a stored answer and need no
  // hold.
  if (prepared.hold !== undefined) {
    await meteredCalls.takeHold(call, admitted, prepared.hold);
    if (!call.isOpen()) {
      meteredCalls.releaseHold(prepared.hold);
      throw new Fault('DEADLINE_EXCEEDED');
    }
  }
  return prepared.run(call, admitted);
}

/**
 * Returns whether an answer with this status is stored for later attempts. It is not stored if a repetition may
 * succeed: after a failed authentication, over the rate limit, or after a failure of the service.
 */
function isStored(status: number): boolean {
  return status < 500 && status !== 401 && status !== 429;
}

/** Stores an answer. Throws IDEMPOTENCY_IN_PROGRESS when another attempt has taken over this attempt's lease. */
async function finish(
  { billing }: IdempotentCallOptions,
  call: ApiCall,
  attempt: Attempt,
  status: number,
  body: string,
): Promise<void> {
  const { finished } = await billing.FinishIdempotentCall(
    { ...attempt, http_status: status, body },
    finishContext(call),
  );
  if (!finished) {
    throw new Fault('IDEMPOTENCY_IN_PROGRESS');
  }
}

/**
 * Ends the lease of an attempt without an answer, so that the next attempt can run immediately. Otherwise the lease
 * would end by itself after 15 seconds.
 */
async function abandon({ billing }: IdempotentCallOptions, call: ApiCall, attempt: Attempt): Promise<void> {
  await billing
    .FinishIdempotentCall({ ...attempt, http_status: 0, body: '' }, finishContext(call))
    .catch(() => undefined);
}

function finishContext({ context }: ApiCall): CallContext {
  return { ...context, deadlineAtMs: Math.max(context.deadlineAtMs, performance.now() + minFinishMs) };
}
