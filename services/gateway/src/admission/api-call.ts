import type { CallContext } from '@assay/rpc/context';

/** One request to the API while the gateway answers it. */
export type ApiCall = {
  /** `tr_` and the 32 hex digits of the trace that belongs to this request. */
  readonly traceId: string;
  /** The request's trace, and the time by which its response must be written. */
  readonly context: CallContext;
  /** Whether the caller still waits for a response. */
  readonly isOpen: () => boolean;
  /** An id that all attempts of an idempotent call share. Absent for a request without an idempotency key. */
  readonly idempotentCallId?: string;
};

/** The caller of a request that billing admitted. */
export type AdmittedCaller = {
  readonly accountId: string;
  /** The balance in micro-credits, without deducting holds. */
  readonly balanceMicros: bigint;
};
