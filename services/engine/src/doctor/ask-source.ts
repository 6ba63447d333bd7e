import { createBreaker } from '@assay/concurrency/circuit-breaker';
import { createLatency } from '@assay/concurrency/latency';
import type { QuestionParams } from '@assay/providers/define';
import type { Fetched, FetchProvider } from '@assay/providers/fetch';
import type { Clock } from '@assay/runtime/clock';
import { createAsk, type AskPorts } from '../sources/attempt.ts';
import { createAccessDenials, liveDenialWaits } from '../sources/access-denials.ts';
import type { SourceObservation } from '../sources/observe.ts';
import type { Source } from '../sources/source.ts';
import type { OutcomeCode } from './outcomes.ts';

/** The answer of one source to one question of the check. */
export type SourceAnswer = {
  readonly source: Source;
  readonly params: QuestionParams;
  readonly outcome: OutcomeCode;
  readonly detail: string;
  /** The result of reading the source's response. Absent when no request was sent. */
  readonly observation?: SourceObservation;
  readonly tookMs?: number;
  /** How far the provider's clock is ahead of ours, in milliseconds, accurate to half a second. */
  readonly offsetMs?: number;
};

/** The dependencies of `askSource`. */
export type AskSourcePorts = Pick<AskPorts, 'fetchHost' | 'slotTime'> & {
  readonly fetch: FetchProvider;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
};

/**
 * Milliseconds to add to the header Date of a response. The header omits the fraction of the second, so the provider's
 * clock is on average half a second later.
 */
const halfSecondMs = 500;

/**
 * Asks a source one question without charging an account. The question uses the request budget. It leaves the circuit
 * breaker, the record of refused keys and the measured latency unchanged. Even an open circuit breaker does not stop
 * the question, because the operator wants the provider's actual state. Never rejects.
 * @param isReachable whether the host of the source accepts connections. It explains a request that timed out.
 */
export async function askSource(
  source: Source,
  params: QuestionParams,
  isReachable: Promise<boolean>,
  ports: AskSourcePorts,
): Promise<SourceAnswer> {
  const { fetch, clock, ...askPorts } = ports;
  const fetched: Fetched[] = [];
  const took: number[] = [];
  const ask = createAsk({
    ...askPorts,
    ...clock,
    fetch: async (...request) => {
      const answer = await fetch(...request);
      fetched.push(answer);
      return answer;
    },
    onObservation: (_source, _observation, tookMs) => void took.push(tookMs),
  });
  const apart: Source = {
    ...source,
    breaker: createBreaker(clock.monotonic),
    latency: createLatency(),
    usage: { ...source.usage, denials: createAccessDenials(liveDenialWaits, clock.monotonic) },
  };
  const askResult = ask(apart, params, 'check');
  if (askResult.kind !== 'sent') {
    if (askResult.kind === 'unanswerable') {
      return { source, params, outcome: 'not_listed', detail: 'its tables do not cover the asset' };
    }
    // If the host accepts no connection, the operator must check the network first, so the outcome does not mention the
    // used-up budget.
    return (await isReachable)
      ? { source, params, outcome: 'over_budget', detail: askResult.detail }
      : { source, params, outcome: 'unreachable', detail: 'no connection' };
  }
  const observation = await askResult.observation;
  const [tookMs] = took;
  const offsetMs = offsetOf(fetched, observation.receivedAtMs, tookMs ?? 0);
  return {
    source,
    params,
    outcome: codeOf(observation, observation.outcome === 'timeout' ? await isReachable : true),
    detail: observation.detail,
    observation,
    ...(tookMs === undefined ? {} : { tookMs }),
    ...(offsetMs === undefined ? {} : { offsetMs }),
  };
}

function offsetOf(fetched: readonly Fetched[], receivedAtMs: number, tookMs: number): number | undefined {
  const dateMs = fetched.flatMap((each) => (each.kind === 'answered' ? (each.dateMs ?? []) : []))[0];
  return dateMs === undefined ? undefined : dateMs + halfSecondMs - (receivedAtMs - tookMs / 2);
}

function codeOf({ outcome, httpStatus }: SourceObservation, wasReachable: boolean): OutcomeCode {
  switch (outcome) {
    case 'ok':
    case 'stale':
    case 'undated':
    case 'rate_limited':
    case 'unreachable':
    case 'over_budget':
    case 'key_missing':
      return outcome;
    case 'unknown_entity':
      return 'not_listed';
    case 'malformed':
      return 'unreadable';
    case 'exhausted':
      return 'quota_used_up';
    case 'access_denied':
      return 'key_refused';
    case 'timeout':
      return wasReachable ? 'slow' : 'unreachable';
    case 'http_error':
      return httpStatus === 404 ? 'not_listed' : 'server_error';
    case 'circuit_open':
      return 'over_budget';
  }
}
