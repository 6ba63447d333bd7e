import type { Context } from '@opentelemetry/api';

/** A call that a process served. `method` and `outcome` are metric labels, so they must come from small fixed sets. */
export type FinishedCall = {
  readonly kind: 'rpc' | 'http';
  readonly method: string;
  readonly outcome: string;
  readonly durationMs: number;
  /** The HTTP status; absent for gRPC, and for a caller that disconnected. */
  readonly status?: number | undefined;
  /**
   * The context of the call. If its trace is sampled, the trace becomes the exemplar of the histogram bucket that
   * counts the call.
   */
  readonly context?: Context;
};
