import { defaultResponseBytes } from '@assay/catalog/define';
import type { QuestionParams, ProviderRequest } from '@assay/providers/define';
import type { Fetched, FetchProvider } from '@assay/providers/fetch';
import { defaultPauseMs } from '@assay/concurrency/request-budget';
import { createCoalescer } from '@assay/concurrency/coalesce';
import { scopeOf } from './access-denials.ts';
import { failure, healthSignalOf, observe, type SourceOutcome, type SourceObservation } from './observe.ts';
import type { FetchHost } from './host-fetch.ts';
import type { ObservationListener } from './observation-feed.ts';
import { questionOf, type Source } from './source.ts';

/** The immediate result of asking a source. */
export type AskResult =
  /** The provider's tables do not contain what the question names. The engine sends no request and charges nothing. */
  | { readonly kind: 'unanswerable' }
  /** The engine may not ask the source now, for the reason in `outcome`. It sends no request and charges nothing. */
  | { readonly kind: 'unsent'; readonly outcome: SourceOutcome; readonly detail: string }
  | {
      readonly kind: 'sent';
      /**
       * The observation from a stream update, which is available immediately, or a promise of the observation from a
       * request. The promise never rejects.
       */
      readonly observation: SourceObservation | Promise<SourceObservation>;
      /** Whether this call shares a request that another call had sent before. Both calls pay the full price. */
      readonly coalesced: boolean;
    };

/**
 * Asks one source one question.
 * @param paramsKey a text that identifies the parameters: equal parameters have equal keys.
 */
export type AskSource = (source: Source, params: QuestionParams, paramsKey: string) => AskResult;

/** The dependencies of the function that asks sources. */
export type AskPorts = {
  readonly fetch: FetchProvider;
  /** Sends a request to a host that a caller named. When absent, such requests fail. */
  readonly fetchHost?: FetchHost;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Milliseconds on a clock that never runs backwards. */
  readonly monotonic: () => number;
  /** Returns the time of a Solana slot according to the engine's own nodes. See ProviderResponse. */
  readonly slotTime?: (slot: number) => number | undefined;
  /** Receives the answer to every request once, even when several calls shared the request. */
  readonly onObservation: ObservationListener;
  /** Receives an unexpected error in the handling of a provider's answer. */
  readonly onUnexpected?: (provider: string, error: unknown) => void;
};

/** Time limit of one request in milliseconds, from its start to the last byte of the answer. */
export const attemptTimeoutMs = 2_500;
/**
 * Milliseconds without requests after a provider's answer that says that our quota is used up. This is the longest
 * pause that a budget allows. After each pause, one request tests whether the provider has renewed the quota.
 */
const exhaustedPauseMs = 60_000;
const joinableForMs = 1_500;
/**
 * Maximum number of requests in flight to one provider. It applies even if the provider's budget allows more, and
 * limits the memory of this process.
 */
const maxInFlight = 256;

/** Creates the function through which this process asks all its sources. */
export function createAsk(ports: AskPorts): AskSource {
  const coalescer = createCoalescer<SourceObservation>(ports.monotonic, joinableForMs);
  return (source, params, paramsKey) => {
    const key = `${source.provider.id} ${source.type.id} ${paramsKey}`;
    const inFlight = coalescer.find(key);
    if (inFlight !== undefined) {
      return { kind: 'sent', observation: inFlight, coalesced: true };
    }
    const request = source.adapter.request(params);
    if (request === undefined) {
      return { kind: 'unanswerable' };
    }
    const refused = refusal(source, questionOf(source, paramsKey), request.second === undefined ? 1 : 2);
    if (refused !== undefined) {
      return refused;
    }
    const sent = send(source, { params, paramsKey }, request, ports).catch((error: unknown) =>
      unexpected(source, error, ports),
    );
    return { kind: 'sent', observation: coalescer.share(key, sent), coalesced: false };
  };
}

/**
 * Returns the observation of an attempt whose answer caused an unexpected error. Only this attempt fails, and the call
 * continues.
 */
function unexpected(source: Source, error: unknown, ports: AskPorts): SourceObservation {
  ports.onUnexpected?.(source.provider.id, error);
  source.breaker.record('failure');
  return failure('malformed', 'the answer could not be read', ports.now(), 0);
}

/**
 * Returns why a request may not be sent now, or undefined when it may be sent. The circuit breaker is checked last: if
 * it allows a trial, the trial must be sent, because the breaker waits for its result.
 */
function refusal({ usage, breaker }: Source, question: string, requests: number): AskResult | undefined {
  const denial = usage.denials.of(question);
  if (denial !== undefined) {
    const seconds = Math.ceil(denial.remainingMs / 1_000);
    return { kind: 'unsent', outcome: 'access_denied', detail: `${denial.detail}; asked again in ${seconds} s` };
  }
  if (usage.inFlight >= maxInFlight) {
    return { kind: 'unsent', outcome: 'over_budget', detail: 'too many of our requests are in flight' };
  }
  if (!usage.budget.canTake()) {
    const paused = usage.budget.pausedForMs() > 0;
    return {
      kind: 'unsent',
      outcome: 'over_budget',
      detail: paused ? 'the provider asked us to pause' : 'its request budget is used up',
    };
  }
  if (!breaker.admit()) {
    return { kind: 'unsent', outcome: 'circuit_open', detail: 'it failed recently, and its circuit breaker is open' };
  }
  for (let request = 0; request < requests; request += 1) {
    usage.budget.take();
  }
  return undefined;
}

async function send(
  source: Source,
  { params, paramsKey }: { readonly params: QuestionParams; readonly paramsKey: string },
  request: ProviderRequest,
  ports: AskPorts,
): Promise<SourceObservation> {
  const { usage, breaker, latency } = source;
  const sentAtMs = ports.monotonic();
  usage.inFlight += 1;
  const [first, second] = await Promise.all([
    fetchSafely(source, request, ports),
    request.second === undefined ? undefined : fetchSafely(source, request.second, ports),
  ]);
  usage.inFlight -= 1;
  const receivedAtMs = ports.now();
  const tookMs = ports.monotonic() - sentAtMs;
  // An attempt can need two requests, and fails if either of them fails. If both fail, the failure of the first one is
  // reported.
  const fetched = second === undefined || !isUsable(first) || isUsable(second) ? first : second;
  const observation = observe(source, params, fetched, receivedAtMs, {
    ...(second?.kind === 'answered' ? { second: { status: second.status, body: second.body, receivedAtMs } } : {}),
    ...(ports.slotTime === undefined ? {} : { slotTime: ports.slotTime }),
  });
  if (isForeignHost(source, request)) {
    // The caller chose this host, so its failures must not count against the provider's own hosts.
    ports.onObservation(source, observation, tookMs, params);
    return observation;
  }
  breaker.record(healthSignalOf(observation));
  const question = questionOf(source, paramsKey);
  if (observation.outcome === 'access_denied') {
    usage.denials.deny(question, observation.detail, scopeOf(observation.httpStatus));
  } else if (fetched.kind === 'answered') {
    usage.denials.allow(question);
  }
  if (observation.outcome === 'exhausted') {
    usage.budget.pause(exhaustedPauseMs);
  }
  if (fetched.kind === 'answered') {
    usage.exhausted = observation.outcome === 'exhausted';
  }
  if (observation.outcome === 'rate_limited') {
    usage.budget.pause((fetched.kind === 'answered' ? fetched.retryAfterMs : undefined) ?? defaultPauseMs);
  }
  if (fetched.kind === 'answered' || fetched.kind === 'timeout') {
    latency.add(tookMs);
  }
  ports.onObservation(source, observation, tookMs, params);
  return observation;
}

/** Returns whether the host was named by the caller, and is not the provider's own host. */
function isForeignHost({ provider }: Source, { host }: ProviderRequest): boolean {
  return host !== undefined && new URL(provider.baseUrl).host !== host;
}

function isUsable(fetched: Fetched): boolean {
  return fetched.kind === 'answered' && fetched.status >= 200 && fetched.status < 300;
}

/**
 * Sends the request. The HTTP client throws for a malformed request, for example one with a line break in a header.
 * Such an error counts as a failed attempt.
 */
async function fetchSafely(source: Source, request: ProviderRequest, ports: AskPorts): Promise<Fetched> {
  try {
    const { host, path } = request;
    const headers = { ...request.headers, ...source.access.headers };
    const bounded = { ...request, headers, maxBytes: source.type.maxResponseBytes ?? defaultResponseBytes };
    if (host === undefined) {
      return await ports.fetch(source.baseUrl, bounded, attemptTimeoutMs);
    }
    return source.isProxied
      ? await ports.fetch(source.baseUrl, { ...bounded, path: `/${host}${path}` }, attemptTimeoutMs)
      : ((await ports.fetchHost?.(host, path)) ?? { kind: 'unreachable', detail: 'no way to hosts of callers' });
  } catch {
    return { kind: 'malformed', detail: 'the request could not be sent' };
  }
}
