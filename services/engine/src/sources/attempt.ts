import type { QuestionParams, ProviderRequest } from '../providers/define.ts';
import type { Fetched, FetchProvider } from '../providers/fetch.ts';
import { defaultPauseMs } from './budget.ts';
import { createCoalescer } from './coalesce.ts';
import { observe, healthSignalOf, type AttemptOutcome, type SourceObservation } from './observe.ts';
import type { Source } from './source.ts';

/** What asking a source led to, at once. */
export type AskResult =
  /** The provider's tables say that it does not cover the entity: it was not asked and costs nothing. */
  | { readonly kind: 'unanswerable' }
  /** Nothing was sent and nothing is owed. */
  | { readonly kind: 'unsent'; readonly outcome: AttemptOutcome; readonly detail: string }
  | {
      readonly kind: 'sent';
      /** Never rejects. */
      readonly observation: Promise<SourceObservation>;
      /** Whether the request was under way already for another caller. It costs the same. */
      readonly coalesced: boolean;
    };

/** Asks one source one question. `paramsKey` tells parameter sets apart: equal sets have equal keys. */
export type AskSource = (source: Source, params: QuestionParams, paramsKey: string) => AskResult;

/** What asking needs of the world. */
export type AskPorts = {
  readonly fetch: FetchProvider;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Told of every request that ended, once however many shared it. */
  readonly onObservation: (
    source: Source,
    observation: SourceObservation,
    tookMs: number,
    params: QuestionParams,
  ) => void;
};

/** How long one request may take, from its sending to the last byte of its answer. */
export const attemptTimeoutMs = 2_500;
const joinableForMs = 1_500;
/** Requests to one provider that may be unanswered at a time, whatever its budget: the bound of this process's memory. */
const maxInFlight = 256;

/** Creates the one way in which this process asks sources. */
export function createAsk(ports: AskPorts): AskSource {
  const coalescer = createCoalescer<SourceObservation>(ports.now, joinableForMs);
  return (source, params, paramsKey) => {
    const key = `${source.provider.id} ${source.type.id} ${paramsKey}`;
    const underWay = coalescer.find(key);
    if (underWay !== undefined) {
      return { kind: 'sent', observation: underWay, coalesced: true };
    }
    const request = source.adapter.request(params, source.key);
    if (request === undefined) {
      return { kind: 'unanswerable' };
    }
    const refused = refusal(source);
    if (refused !== undefined) {
      return refused;
    }
    return { kind: 'sent', observation: coalescer.share(key, send(source, params, request, ports)), coalesced: false };
  };
}

/** The budget is looked at before the breaker, since a breaker that admits a trial must hear how it ended. */
function refusal({ usage, breaker }: Source): AskResult | undefined {
  if (usage.inFlight >= maxInFlight) {
    return { kind: 'unsent', outcome: 'over_budget', detail: 'too many of our requests are in flight' };
  }
  if (!usage.budget.canTake()) {
    const paused = usage.budget.pausedForMs() > 0;
    return {
      kind: 'unsent',
      outcome: 'over_budget',
      detail: paused ? 'the provider asked us to pause' : 'its rate budget is used up',
    };
  }
  if (!breaker.admit()) {
    return { kind: 'unsent', outcome: 'circuit_open', detail: 'it failed lately and is given time' };
  }
  usage.budget.take();
  return undefined;
}

async function send(
  source: Source,
  params: QuestionParams,
  request: ProviderRequest,
  ports: AskPorts,
): Promise<SourceObservation> {
  const { usage, breaker, latency } = source;
  const sentAtMs = ports.now();
  usage.inFlight += 1;
  const fetched = await fetchSafely(source, request, ports);
  usage.inFlight -= 1;
  const observation = observe(source, params, fetched, ports.now());
  const tookMs = observation.receivedAtMs - sentAtMs;
  breaker.record(healthSignalOf(observation.outcome));
  if (observation.outcome === 'rate_limited') {
    usage.budget.pause((fetched.kind === 'answered' ? fetched.retryAfterMs : undefined) ?? defaultPauseMs);
  }
  if (fetched.kind === 'answered' || fetched.kind === 'timeout') {
    latency.add(tookMs);
  }
  ports.onObservation(source, observation, tookMs, params);
  return observation;
}

/** A request that an adapter wrote wrongly (a line break in a header, say) makes the client throw: one failed attempt. */
async function fetchSafely(source: Source, request: ProviderRequest, ports: AskPorts): Promise<Fetched> {
  try {
    return await ports.fetch(source.baseUrl, request, attemptTimeoutMs);
  } catch {
    return { kind: 'malformed', detail: 'the request could not be sent' };
  }
}
