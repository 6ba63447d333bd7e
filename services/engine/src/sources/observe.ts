import type { QuestionParams, ProviderResponse, ProviderReading } from '../providers/define.ts';
import type { Fetched } from '../providers/fetch.ts';
import type { HealthSignal } from './breaker.ts';
import type { Source } from './source.ts';

/** What became of one attempt; the words stand in events.proto. */
export type AttemptOutcome =
  | 'ok'
  | 'stale'
  | 'unknown_entity'
  | 'malformed'
  | 'rate_limited'
  | 'http_error'
  | 'timeout'
  | 'unreachable'
  | 'over_budget'
  | 'circuit_open'
  | 'undated';

/** What one request to a source showed. All who shared the request share it. */
export type SourceObservation = {
  readonly outcome: AttemptOutcome;
  /** Milliseconds since the Unix epoch, on our clock. */
  readonly receivedAtMs: number;
  /** The source's own time; undefined when it gave none. */
  readonly sourceAtMs?: number;
  /** The datum in the catalog's shape; there when the outcome is ok or stale. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The same as text, written once; empty without data. */
  readonly dataJson: string;
  /** Why it failed, in words that name no host; empty when it did not. */
  readonly detail: string;
  /** Zero when no answer came. */
  readonly httpStatus: number;
};

/** A source's clock may run ahead of ours by so much before its answer counts as nonsense. */
const maxAheadMs = 10_000;
const maxDetailLength = 200;

/** Reads what was fetched: the source's own time, freshness by it, and the shape that the catalog demands. */
export function observe(
  source: Source,
  params: QuestionParams,
  fetched: Fetched,
  receivedAtMs: number,
): SourceObservation {
  if (fetched.kind !== 'answered') {
    return failure(fetched.kind, fetched.detail, receivedAtMs, 0);
  }
  const { status } = fetched;
  if (status === 429) {
    return failure('rate_limited', 'HTTP 429', receivedAtMs, status);
  }
  if (status >= 300 && status < 400) {
    return failure('http_error', `redirected with HTTP ${status}`, receivedAtMs, status);
  }
  const reading = read(source, params, { status, body: fetched.body, receivedAtMs });
  if (reading.kind !== 'datum') {
    const detail = reading.kind === 'unknown_entity' ? '' : reading.detail;
    return failure(reading.kind, detail, receivedAtMs, status);
  }
  const sourceAtMs = reading.sourceAtMs ?? fetched.servedAtMs;
  if (sourceAtMs === undefined || !Number.isFinite(sourceAtMs)) {
    return failure('undated', 'neither the body nor the headers say when it was measured', receivedAtMs, status);
  }
  if (sourceAtMs - receivedAtMs > maxAheadMs) {
    return failure('malformed', 'its time lies in the future', receivedAtMs, status);
  }
  return checked(source, params, reading.data, { sourceAtMs, receivedAtMs, status });
}

function read(source: Source, params: QuestionParams, response: ProviderResponse): ProviderReading {
  try {
    return source.adapter.read(response, params);
  } catch {
    // An adapter that meets a shape it was not written for throws; that is the shape's fault, by the contract of read.
    return { kind: 'malformed', detail: 'the answer is not in the documented shape' };
  }
}

function checked(
  source: Source,
  params: QuestionParams,
  given: Readonly<Record<string, unknown>>,
  at: { readonly sourceAtMs: number; readonly receivedAtMs: number; readonly status: number },
): SourceObservation {
  const shape = source.type.data.safeParse({ ...given, asOf: new Date(at.sourceAtMs).toISOString() });
  if (!shape.success) {
    const issue = shape.error.issues[0];
    return failure('malformed', `${issue?.path.join('.')}: ${issue?.message}`, at.receivedAtMs, at.status);
  }
  const data = shape.data as Readonly<Record<string, unknown>>;
  const mistaken = source.type.inferredParams.find((name) => params[name] !== undefined && data[name] !== params[name]);
  if (mistaken !== undefined) {
    return failure('unknown_entity', `its ${mistaken} is another than the one given`, at.receivedAtMs, at.status);
  }
  const stale = at.receivedAtMs - at.sourceAtMs > source.type.maxAgeMs;
  return {
    outcome: stale ? 'stale' : 'ok',
    receivedAtMs: at.receivedAtMs,
    sourceAtMs: at.sourceAtMs,
    data,
    dataJson: JSON.stringify(data),
    detail: stale ? `${Math.round((at.receivedAtMs - at.sourceAtMs) / 1_000)} seconds old` : '',
    httpStatus: at.status,
  };
}

/** An observation of something that did not give a datum. */
export function failure(
  outcome: AttemptOutcome,
  detail: string,
  receivedAtMs: number,
  httpStatus: number,
): SourceObservation {
  return { outcome, receivedAtMs, dataJson: '', detail: detail.slice(0, maxDetailLength), httpStatus };
}

/**
 * What an outcome says about the source's health. Staleness says nothing by itself: a pair that is hardly traded is
 * stale at a healthy exchange. A rate limit has a remedy of its own, the pause.
 */
export function healthSignalOf(outcome: AttemptOutcome): HealthSignal {
  switch (outcome) {
    case 'ok':
    case 'unknown_entity':
      return 'success';
    case 'stale':
    case 'rate_limited':
    case 'over_budget':
    case 'circuit_open':
      return 'neutral';
    case 'malformed':
    case 'http_error':
    case 'timeout':
    case 'unreachable':
    case 'undated':
      return 'failure';
  }
}
