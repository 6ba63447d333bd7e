/** A message in the work queue: something changed at a watched address. It starts a verification and proves nothing. */
export type Trigger = {
  /** Equal for every copy of the message: see triggerId. */
  readonly id: string;
  readonly watchId: string;
  /** Slot of the read that observed the change. */
  readonly slot: bigint;
  /** Time of that read, in milliseconds since the Unix epoch. */
  readonly observedAtMs: number;
  /** W3C traceparent of the span that observed the change; empty without one. */
  readonly traceparent: string;
};
