import { readFileSync } from 'node:fs';
import type { ProviderReading, ProviderResponse, QuestionParams, TypeAdapter } from '../define.ts';
import { parseExact } from '../fetch.ts';

/** The outcome of a reading, for comparison: the datum with the source's time as `at`, or the kind of any other reading. */
export type RecordedOutcome = string | Readonly<Record<string, unknown>>;

/** A live answer of a provider as a fixture. `assay record` writes it, and the tests of the adapters read it. */
export type LiveAnswer = {
  readonly provider: string;
  /** The method and the path of the request, without host and key. */
  readonly endpoint: string;
  readonly status: number;
  readonly body: unknown;
  readonly recorded: {
    /** The time of the arrival, as ISO 8601. */
    readonly at: string;
    readonly type: string;
    readonly params: QuestionParams;
    /** The time at which the provider made the answer, as ISO 8601. Absent when it did not say. */
    readonly servedAt?: string;
    /** The answer to the request's `second`. */
    readonly second?: { readonly status: number; readonly body: unknown };
    /** What the adapter read on that day. */
    readonly outcome: RecordedOutcome;
  };
};

/** Reads a fixture. Undefined for one that nobody recorded live. */
export function readLiveAnswer(fixture: URL): LiveAnswer | undefined {
  const text = readFileSync(fixture, 'utf8');
  const file = parseExact(text) as Partial<LiveAnswer> | undefined;
  if (file?.recorded === undefined) {
    return undefined;
  }
  // Only the answer keeps its numbers as texts. The outcome has those of a datum.
  const { recorded } = JSON.parse(text) as LiveAnswer;
  return { ...(file as LiveAnswer), recorded: { ...file.recorded, outcome: recorded.outcome } };
}

/**
 * Returns a live answer in the shape that adapters read. No node dates the slots of Solana in a recording, so each slot is
 * of the time of the arrival.
 */
export function responseOfLive({ status, body, recorded }: LiveAnswer): ProviderResponse {
  const receivedAtMs = Date.parse(recorded.at);
  return {
    status: Number(status),
    body,
    receivedAtMs,
    slotTime: () => receivedAtMs,
    ...(recorded.servedAt === undefined ? {} : { servedAtMs: Date.parse(recorded.servedAt) }),
    ...(recorded.second === undefined
      ? {}
      : { second: { ...recorded.second, status: Number(recorded.second.status), receivedAtMs } }),
  };
}

/** Returns what an adapter reads in a live answer. A reader that throws counts as one that finds the answer malformed. */
export function outcomeOfLive(adapter: TypeAdapter, answer: LiveAnswer): RecordedOutcome {
  let reading: ProviderReading;
  try {
    reading = adapter.read(responseOfLive(answer), answer.recorded.params);
  } catch {
    return 'malformed';
  }
  if (reading.kind !== 'datum') {
    return reading.kind;
  }
  const at = reading.sourceAtMs === undefined ? {} : { at: new Date(reading.sourceAtMs).toISOString() };
  return { ...reading.data, ...at };
}
