import type { Context } from '@opentelemetry/api';

/** A call that a process served. `method` and `outcome` must come from small fixed sets. */
export type FinishedCall = {
  readonly kind: 'rpc' | 'http';
  readonly method: string;
  readonly outcome: string;
  readonly durationMs: number;
  /** The HTTP status; absent for gRPC and for a caller that left. */
  readonly status?: number | undefined;
  /** The context of the call. Its trace becomes the exemplar of the duration's bucket if it is sampled. */
  readonly context?: Context;
};
