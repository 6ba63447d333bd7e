import { Fault } from '@assay/faults/faults';
import type { BeginIdempotentCallRequest__Output } from '@assay/rpc/gen/assay/billing/v1/BeginIdempotentCallRequest';
import type { BeginIdempotentCallResponse } from '@assay/rpc/gen/assay/billing/v1/BeginIdempotentCallResponse';
import type { FinishIdempotentCallRequest__Output } from '@assay/rpc/gen/assay/billing/v1/FinishIdempotentCallRequest';
import type { FinishIdempotentCallResponse } from '@assay/rpc/gen/assay/billing/v1/FinishIdempotentCallResponse';
import { randomBase62 } from '@assay/identifiers/base62';
import { createBatcher, type Batcher } from '@assay/storage/batcher';
import type { Sealer } from '@assay/storage/sealing';
import { checkAccountId, checkTraceId } from '../fields.ts';
import { Busy, createLanes, type LaneGate } from '../lanes.ts';
import type { CallAttempt, IdempotentCallStore } from './store.ts';

/** The two methods of idempotent calls, each with a separate queue. */
export type IdempotentCallQueues = {
  readonly begin: Batcher<BeginIdempotentCallRequest__Output, BeginIdempotentCallResponse>;
  readonly finish: Batcher<FinishIdempotentCallRequest__Output, FinishIdempotentCallResponse>;
};

const sha256Bytes = 32;
const callIdLength = 22;
const minStatus = 200;
/**
 * Maximum HTTP status of an answer that billing stores. After a status of 500 or more, the same request may succeed
 * later, so billing stores no such answer.
 */
const maxStatus = 499;
/**
 * Maximum number of statements in flight. Each statement locks only one call, because two statements that lock several
 * calls could deadlock.
 */
const writers = 2;
const queueLimit = 1_024;
const tenantQueueLimit = 256;

/**
 * The outcome when an attempt of an idempotent call begins, or when it ends. `lost` means that the lease of the attempt
 * expired and another attempt took over the call.
 */
export type IdempotentOutcome = 'run' | 'finished' | 'in_progress' | 'mismatch' | 'stored' | 'abandoned' | 'lost';

/** The stores that the queues use, and the gate that limits how many statements wait for locks. */
export type IdempotentCallStores = {
  /** The store whose statements never wait for a locked row. */
  readonly free: IdempotentCallStore;
  readonly waiting: IdempotentCallStore;
  readonly gate: LaneGate;
};

/**
 * Creates the queues of the two methods. They encrypt the bodies of answers before the bodies reach a store. A call of
 * a locked account waits in a separate queue of the account, its lane. The calls of other accounts therefore continue.
 * @param onOutcome receives the outcome of each begin and of each end of an attempt.
 */
export function createIdempotentCallQueues(
  stores: IdempotentCallStores,
  sealer: Sealer,
  onOutcome: (outcome: IdempotentOutcome) => void = () => undefined,
): IdempotentCallQueues {
  const queued = <Request extends { account_id: string }, Response>(
    run: (store: IdempotentCallStore, request: Request) => Promise<Response | Busy>,
  ): Batcher<Request, Response> => {
    const runAll =
      (store: IdempotentCallStore) =>
      (requests: readonly Request[]): Promise<(Response | Busy)[]> =>
        Promise.all(requests.map((request) => run(store, request)));
    const lanes = createLanes<Request, Response>({
      gate: stores.gate,
      batchSize: 1,
      queueLimit: tenantQueueLimit,
      nameOf: () => '',
      run: runAll(stores.waiting),
    });
    return createBatcher<Request, Response>({
      writers,
      batchSize: 1,
      queueLimit,
      tenantQueueLimit,
      tenantOf: ({ account_id }) => account_id,
      run: async (requests, _traces, contexts) =>
        (await runAll(stores.free)(requests)).map((result, index) =>
          result instanceof Busy ? lanes.submit(result.accountId, requests[index] as Request, contexts[index]) : result,
        ),
    });
  };
  return {
    begin: queued((store, request) => begin(store, sealer, request, onOutcome)),
    finish: queued((store, request) => finish(store, sealer, request, onOutcome)),
  };
}

async function begin(
  store: IdempotentCallStore,
  sealer: Sealer,
  request: BeginIdempotentCallRequest__Output,
  onOutcome: (outcome: IdempotentOutcome) => void,
): Promise<BeginIdempotentCallResponse | Busy> {
  const attempt = attemptOf(request);
  const begun = await store.begin(attempt, request.fingerprint, `call_${randomBase62(callIdLength)}`);
  if (begun instanceof Busy) {
    return begun;
  }
  onOutcome(begun.outcome);
  switch (begun.outcome) {
    case 'run':
      return { state: 'IDEMPOTENT_CALL_STATE_RUN', call_id: begun.callId };
    case 'finished':
      return {
        state: 'IDEMPOTENT_CALL_STATE_FINISHED',
        http_status: begun.httpStatus,
        body: sealer.open(begun.body, ownerOf(attempt)),
      };
    case 'in_progress':
      return { state: 'IDEMPOTENT_CALL_STATE_IN_PROGRESS' };
    default:
      return { state: 'IDEMPOTENT_CALL_STATE_MISMATCH' };
  }
}

async function finish(
  store: IdempotentCallStore,
  sealer: Sealer,
  request: FinishIdempotentCallRequest__Output,
  onOutcome: (outcome: IdempotentOutcome) => void,
): Promise<FinishIdempotentCallResponse | Busy> {
  const attempt = attemptOf(request);
  const isAbandoned = request.http_status === 0;
  const finished = isAbandoned
    ? await store.abandon(attempt)
    : await store.finish(attempt, request.http_status, sealer.seal(request.body, ownerOf(attempt)));
  if (finished instanceof Busy) {
    return finished;
  }
  const outcome = isAbandoned ? 'abandoned' : 'stored';
  onOutcome(finished ? outcome : 'lost');
  return { finished };
}

/** Checks a request to begin an attempt. Throws INVALID_PARAM with the name of the field when one is malformed. */
export function checkBegin(request: BeginIdempotentCallRequest__Output): void {
  checkAttempt(request);
  checkSha256('fingerprint', request.fingerprint);
}

/** Checks a request to end an attempt. Throws INVALID_PARAM with the name of the field when one is malformed. */
export function checkFinish(request: FinishIdempotentCallRequest__Output): void {
  checkAttempt(request);
  const { http_status: status } = request;
  if (status !== 0 && (status < minStatus || status > maxStatus)) {
    throw new Fault('INVALID_PARAM', `http_status must be 0, or from ${minStatus} to ${maxStatus}`);
  }
}

function checkAttempt(request: { account_id: string; key_sha256: Buffer; trace_id: string }): void {
  checkAccountId(request.account_id);
  checkTraceId(request.trace_id);
  checkSha256('key_sha256', request.key_sha256);
}

function checkSha256(field: string, value: Buffer): void {
  if (value.length !== sha256Bytes) {
    throw new Fault('INVALID_PARAM', `${field} must be the ${sha256Bytes} bytes of a SHA-256 digest`);
  }
}

function attemptOf(request: { account_id: string; key_sha256: Buffer; trace_id: string }): CallAttempt {
  return { accountId: request.account_id, keySha256: request.key_sha256, traceId: request.trace_id };
}

/**
 * Returns the owner text that is authenticated together with an encrypted body. Decryption fails unless it states the
 * account and the idempotency key that stored the body.
 */
function ownerOf({ accountId, keySha256 }: CallAttempt): string {
  return `${accountId} ${keySha256.toString('hex')}`;
}
