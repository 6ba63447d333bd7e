import type { AttemptOutcome } from '../sources/observe.ts';
import type { Params } from '../providers/define.ts';

/** One reading of a reference, whatever became of it. */
export type ReferenceReading = {
  /** What decisions and refusals call it. */
  readonly name: string;
  readonly askedAtMs: number;
  /** Zero when nothing was received. */
  readonly receivedAtMs: number;
  readonly outcome: AttemptOutcome;
  /** The number with half the width of its confidence interval, both decimal strings; there when the outcome is ok. */
  readonly said?: { readonly value: string; readonly confidence: string };
  /** When the reference itself says that it measured; undefined when nothing was read. */
  readonly sourceAtMs?: number;
  /** What was read, for the record; empty when nothing was. */
  readonly dataJson: string;
  /** Why it cannot be used, in words that name no host; empty when it can. */
  readonly detail: string;
  readonly httpStatus: number;
  /** Everything that was sent for it. */
  readonly costMicros: bigint;
};

/** An authority beside the providers that answers of one type are held against. */
export type Reference = {
  /** The name under which its independence of providers is measured. */
  readonly id: string;
  /** The provider that is documented to publish the very same stream: who is independent of it is independent of this. */
  readonly upstreamProvider: string;
  /** The most that one reading can cost. */
  readonly maxCostMicros: bigint;
  /** Whether it has anything to say about these parameters. */
  readonly covers: (params: Params) => boolean;
  /** Reads it within a time. Never rejects. */
  readonly read: (params: Params, deadlineAtMs: number) => Promise<ReferenceReading>;
};

/** References by data type. */
export type References = ReadonlyMap<string, Reference>;
