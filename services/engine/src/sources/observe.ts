import type { AttemptOutcome } from '@assay/catalog/outcomes';
import { isPlausibleTime } from '@assay/catalog/plausible-time';
import { cleanText } from '@assay/faults/clean-text';
import type { QuestionParams, ProviderResponse, ProviderReading } from '@assay/providers/define';
import type { Fetched } from '@assay/providers/fetch';
import { isAccessDenied, isQuotaUsedUp } from '@assay/providers/readings';
import type { HealthSignal } from '@assay/concurrency/circuit-breaker';
import type { Source } from './source.ts';

/** The outcome of a request to a provider or a node. Only a node's answer can prove that there is no datum. */
export type SourceOutcome = Exclude<AttemptOutcome, 'no_datum'>;

/** The stream update from which an observation was made. No request was sent for this observation. */
export type UsedUpdate = {
  /**
   * The connection from which the update came. `direct`: this replica's own connection. `shared`: the connection of
   * another replica.
   */
  readonly path: 'direct' | 'shared';
  /** The venue's id of the trade. Empty when the update has none. */
  readonly id: string;
  /** When the replica with the connection received the update, by our clock, in milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
};

/**
 * The result of one request to a source, or of one update of its stream. All calls that shared the request share the
 * result.
 */
export type SourceObservation = {
  readonly outcome: SourceOutcome;
  /** Milliseconds since the Unix epoch, by our clock. */
  readonly receivedAtMs: number;
  /**
   * The time that the source states, in milliseconds since the Unix epoch. Undefined when the answer states no time.
   */
  readonly sourceAtMs?: number;
  /** The datum in the catalog's shape. Present when the outcome is ok or stale. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The datum as JSON. Empty when there is none. */
  readonly dataJson: string;
  /** The reason why the attempt failed, without host names. Empty when the attempt succeeded. */
  readonly detail: string;
  /** The HTTP status of the response. Zero when no response came, and for a stream update. */
  readonly httpStatus: number;
  /** The stream update from which the observation was made. Absent when a request was sent. */
  readonly update?: UsedUpdate;
};

/** Maximum milliseconds that a source's clock may be ahead of ours. An answer with a later time is malformed. */
const maxClockSkewMs = 10_000;
const maxDetailLength = 200;
/** Maximum number of characters of a datum as JSON. Real data of providers have a few hundred characters. */
const maxDatumLength = 4_096;
/**
 * If a provider asks for at least this pause, in milliseconds, our quota is used up. If it asks for a shorter one, it
 * only limits the rate.
 */
const minQuotaPauseMs = 600_000;

/** Facts that adapters may need, in addition to the response, to determine the time of the datum. */
export type ObserveContext = Pick<ProviderResponse, 'second' | 'slotTime'>;

/**
 * Returns the observation of a finished request. Checks the source's own time, and the age and the shape of the datum.
 */
export function observe(
  source: Source,
  params: QuestionParams,
  fetched: Fetched,
  receivedAtMs: number,
  context: ObserveContext = {},
): SourceObservation {
  if (fetched.kind !== 'answered') {
    return failure(fetched.kind, fetched.detail, receivedAtMs, 0);
  }
  const { status } = fetched;
  const isLongPause = status === 429 && (fetched.retryAfterMs ?? 0) >= minQuotaPauseMs;
  if (isLongPause || isQuotaUsedUp(fetched)) {
    return failure('exhausted', `HTTP ${status}`, receivedAtMs, status);
  }
  if (status === 429) {
    return failure('rate_limited', 'HTTP 429', receivedAtMs, status);
  }
  if (isAccessDenied(status)) {
    return failure('access_denied', deniedDetail(source, `HTTP ${status}`), receivedAtMs, status);
  }
  if (status >= 300 && status < 400) {
    return failure('http_error', `redirected with HTTP ${status}`, receivedAtMs, status);
  }
  const reading = read(source, params, {
    status,
    body: fetched.body,
    ...(fetched.text === undefined ? {} : { text: fetched.text }),
    receivedAtMs,
    ...(fetched.servedAtMs === undefined ? {} : { servedAtMs: fetched.servedAtMs }),
    ...context,
  });
  if (reading.kind !== 'datum') {
    const detail = reading.kind === 'unknown_entity' ? '' : reading.detail;
    const failureDetail = reading.kind === 'access_denied' ? deniedDetail(source, detail) : detail;
    return failure(reading.kind, failureDetail, receivedAtMs, status);
  }
  if (source.adapter.peer === true && reading.sourceAtMs === undefined) {
    return undatedOpinion(source, params, reading.data, { servedAtMs: fetched.servedAtMs, receivedAtMs, status });
  }
  const { sourceAtMs } = reading;
  if (sourceAtMs === undefined || !Number.isFinite(sourceAtMs)) {
    return failure('undated', 'the answer does not say when it was measured', receivedAtMs, status);
  }
  if (sourceAtMs - receivedAtMs > maxClockSkewMs) {
    return failure('malformed', 'its time lies in the future', receivedAtMs, status);
  }
  return checked(source, params, reading.data, { sourceAtMs, receivedAtMs, status });
}

/**
 * Returns a text that says whether the provider refused our key or, if the request had none, requests without a key.
 */
function deniedDetail({ access }: Source, answer: string): string {
  const sent = Object.keys(access.headers).length > 0;
  return `${answer}: the provider refused ${sent ? 'our key or what its plan includes' : 'a request without a key'}`;
}

/** Returns the observation of a stream update. The update must pass the same checks as an answer by REST. */
export function observeUpdate(
  source: Source,
  params: QuestionParams,
  reading: ProviderReading,
  update: UsedUpdate,
): SourceObservation {
  const { receivedAtMs } = update;
  if (reading.kind !== 'datum' || reading.sourceAtMs === undefined) {
    return failure('undated', 'the update gives no datum with a time', receivedAtMs, 0);
  }
  const { sourceAtMs } = reading;
  return { ...checked(source, params, reading.data, { sourceAtMs, receivedAtMs, status: 0 }), update };
}

/**
 * Returns the observation of an opinion that states no time. If the response is old, the opinion is stale. If the
 * response is new, the opinion may still be old, because providers cache their reports.
 */
function undatedOpinion(
  source: Source,
  params: QuestionParams,
  data: Readonly<Record<string, unknown>>,
  at: { readonly servedAtMs: number | undefined; readonly receivedAtMs: number; readonly status: number },
): SourceObservation {
  const { servedAtMs, receivedAtMs, status } = at;
  const ageMs = receivedAtMs - (servedAtMs ?? receivedAtMs);
  return ageMs > source.type.maxAgeMs
    ? failure('stale', `${Math.round(ageMs / 1_000)} seconds old`, receivedAtMs, status)
    : checked(source, params, data, { receivedAtMs, status });
}

function read(source: Source, params: QuestionParams, response: ProviderResponse): ProviderReading {
  try {
    return source.adapter.read(response, params);
  } catch {
    // An adapter may throw for an answer with an unknown shape. By the contract of `read`, such an answer is malformed.
    return { kind: 'malformed', detail: 'the answer is not in the documented shape' };
  }
}

function checked(
  source: Source,
  params: QuestionParams,
  given: Readonly<Record<string, unknown>>,
  at: { readonly sourceAtMs?: number; readonly receivedAtMs: number; readonly status: number },
): SourceObservation {
  if (at.sourceAtMs !== undefined && !isPlausibleTime(at.sourceAtMs)) {
    return failure('malformed', 'its time is outside of this century', at.receivedAtMs, at.status);
  }
  const dated = at.sourceAtMs === undefined ? {} : { asOf: new Date(at.sourceAtMs).toISOString() };
  const shape = source.type.data.safeParse({ ...given, ...dated });
  if (!shape.success) {
    const issue = shape.error.issues[0];
    return failure('malformed', `${issue?.path.join('.')}: ${issue?.message}`, at.receivedAtMs, at.status);
  }
  const data = shape.data as Readonly<Record<string, unknown>>;
  const dataJson = JSON.stringify(data);
  if (dataJson.length > maxDatumLength) {
    return failure('malformed', `the datum has more than ${maxDatumLength} characters`, at.receivedAtMs, at.status);
  }
  const mismatched = source.type.inferredParams.find(
    (name) => params[name] !== undefined && data[name] !== params[name],
  );
  if (mismatched !== undefined) {
    return failure(
      'unknown_entity',
      `its ${mismatched} differs from the one in the question`,
      at.receivedAtMs,
      at.status,
    );
  }
  const ageMs = at.receivedAtMs - (at.sourceAtMs ?? at.receivedAtMs);
  const stale = ageMs > source.type.maxAgeMs;
  return {
    outcome: stale ? 'stale' : 'ok',
    receivedAtMs: at.receivedAtMs,
    ...(at.sourceAtMs === undefined ? {} : { sourceAtMs: at.sourceAtMs }),
    data,
    dataJson,
    detail: stale ? staleDetail(source, ageMs) : '',
    httpStatus: at.status,
  };
}

/**
 * Returns the age of a datum as text. If the datum is old because the provider renews it rarely, the text states the
 * renewal interval.
 */
function staleDetail({ access: { plan, renewedEveryMs }, type }: Source, ageMs: number): string {
  const age = `${Math.round(ageMs / 1_000)} seconds old`;
  return renewedEveryMs === undefined || renewedEveryMs < type.maxAgeMs
    ? age
    : `${age}; ${plan === undefined ? 'without a paid plan' : `in the plan ${plan}`} it is renewed every ${renewedEveryMs / 1_000} seconds`;
}

/** Returns the observation of a request that gave no datum. */
export function failure(
  outcome: SourceOutcome,
  detail: string,
  receivedAtMs: number,
  httpStatus: number,
): SourceObservation {
  return { outcome, receivedAtMs, dataJson: '', detail: cleanText(detail, maxDetailLength), httpStatus };
}

/**
 * Returns whether an attempt is free for the caller. It is free if the provider refuses us or our quota is used up,
 * because the provider then did no work.
 */
export function isUnbilled(outcome: SourceOutcome): boolean {
  return outcome === 'exhausted' || outcome === 'access_denied' || outcome === 'key_missing';
}

/**
 * Returns what an outcome says about a source's health. It says nothing in these cases:
 * - A stale answer: a rarely traded pair is stale even at a healthy exchange.
 * - A refused key: AccessDenials makes the engine wait.
 * - A page that is not found: some exchanges answer with 404 for a pair that they do not list.
 * - A rate limit: the provider's budget makes the engine pause.
 */
export function healthSignalOf({ outcome, httpStatus }: SourceObservation): HealthSignal {
  switch (outcome) {
    case 'ok':
    case 'unknown_entity':
      return 'success';
    case 'stale':
    case 'rate_limited':
    case 'exhausted':
    case 'access_denied':
    case 'key_missing':
    case 'over_budget':
    case 'circuit_open':
      return 'neutral';
    case 'http_error':
      return httpStatus === 404 ? 'neutral' : 'failure';
    case 'malformed':
    case 'timeout':
    case 'unreachable':
    case 'undated':
      return 'failure';
  }
}
