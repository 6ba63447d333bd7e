import type { Context } from '@opentelemetry/api';

/** A call that a process served. `method` and `outcome` are metric labels, so they must come from small fixed sets. */
export type FinishedCall = {
  readonly kind: 'rpc' | 'http';
  readonly method: string;
  readonly outcome: string;
  readonly durationMs: number;
  /** The HTTP status; absent for gRPC, and for a caller that disconnected. */
  readonly status?: number | undefined;
  /** The context of the call. If its trace is sampled, it becomes the exemplar of the duration's bucket. */
  readonly context?: Context;
};
