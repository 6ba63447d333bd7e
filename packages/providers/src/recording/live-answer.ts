import { readFileSync } from 'node:fs';
import type { ProviderReading, ProviderResponse, QuestionParams, TypeAdapter } from '../define.ts';
import { parseExact } from '../fetch.ts';

/**
 * The result of reading an answer, in a form for comparison. It is the datum with the source's time as `at`, or the
 * kind of a reading without a datum.
 */
export type RecordedOutcome = string | Readonly<Record<string, unknown>>;

/** A provider's live answer, stored as a fixture. `assay record` writes it, and the adapters' tests read it. */
export type LiveAnswer = {
  readonly provider: string;
  /** The method and the path of the request, without the host and the key. */
  readonly endpoint: string;
  readonly status: number;
  readonly body: unknown;
  readonly recorded: {
    /** The time at which the answer arrived, as ISO 8601. */
    readonly at: string;
    readonly type: string;
    readonly params: QuestionParams;
    /** The time at which the provider generated the answer, as ISO 8601. Absent when the answer does not state it. */
    readonly servedAt?: string;
    /** The answer to the second request, for adapters that send two. */
    readonly second?: { readonly status: number; readonly body: unknown };
    /** The result of reading the answer when it was recorded. */
    readonly outcome: RecordedOutcome;
  };
};

/** Reads a fixture. Undefined when the fixture is not a live recording. */
export function readLiveAnswer(fixture: URL): LiveAnswer | undefined {
  const text = readFileSync(fixture, 'utf8');
  const file = parseExact(text) as Partial<LiveAnswer> | undefined;
  if (file?.recorded === undefined) {
    return undefined;
  }
  // Only the body needs numbers as texts. Parse the outcome again, with ordinary numbers.
  const { recorded } = JSON.parse(text) as LiveAnswer;
  return { ...(file as LiveAnswer), recorded: { ...file.recorded, outcome: recorded.outcome } };
}

/**
 * Returns a live answer in the form that adapters read. During a test no node supplies the times of Solana slots, so
 * every slot gets the time of arrival.
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

/** Reads a live answer with an adapter and returns the result. An adapter that throws counts as `malformed`. */
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
