import type { OpenCall } from '@assay/metering/metered-call';

/** One request to the API while the gateway answers it. */
export type ApiCall = OpenCall & {
  /** `tr_` and the 32 hex digits of the trace that belongs to this request. */
  readonly traceId: string;
  /** An id that all attempts of an idempotent call share. Absent for a request without an idempotency key. */
  readonly idempotentCallId?: string;
};

/** The account of a request's key, and the SHA-256 of the key. The request itself can still be refused. */
export type KnownCaller = { readonly accountId: string; readonly keySha256: Uint8Array };

/** The caller of a request that billing admitted. */
export type AdmittedCaller = {
  readonly accountId: string;
  /** The balance in micro-credits, without deducting holds. */
  readonly balanceMicros: bigint;
};
