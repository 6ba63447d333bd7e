/**
 * A message in the work queue. It says that something changed at a watched address. It only starts a verification, and
 * proves nothing by itself.
 */
export type Trigger = {
  /** The same for every copy of the message. See triggerId. */
  readonly id: string;
  readonly watchId: string;
  /** Slot of the read that observed the change. */
  readonly slot: bigint;
  /** Time of the read that observed the change, in milliseconds since the Unix epoch. */
  readonly observedAtMs: number;
  /** W3C traceparent of the span that observed the change. Empty without one. */
  readonly traceparent: string;
};
