import type { Catalog } from '@assay/catalog/catalog';
import type { Clock } from '@assay/runtime/clock';
import type { QuestionParams, Provider } from '@assay/providers/define';
import type { FetchProvider } from '@assay/providers/fetch';
import type { Offer } from '@assay/providers/load';
import { tokenOpinion } from '@assay/providers/token-opinion';
import { createAsk, type AskResult, type AskSource } from '../../sources/attempt.ts';
import { failure, isUnbilled, type SourceOutcome, type SourceObservation } from '../../sources/observe.ts';
import { openSources, type Source } from '../../sources/source.ts';
import type { ProviderSettings } from '../../sources/provider-settings.ts';
import type { Attempt } from '../../verification/answer.ts';
import type { Derived } from '../types/define.ts';
import { contradictions } from './contradictions.ts';
import type { GivenOpinion, OpinionProviders, PendingOpinions } from './opinion-providers.ts';

/** The dependencies of opinion providers. */
export type OpinionPorts = {
  readonly fetch: FetchProvider;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Called once for each request, when the request ends. Several callers can share one request. */
  readonly onAttempt: (source: Source, outcome: SourceOutcome, tookMs: number) => void;
  /** Receives an unexpected error in the handling of an opinion. */
  readonly onUnexpected?: (provider: string, error: unknown) => void;
};

/**
 * Opens the providers of opinions, by data type. The engine asks them like any other source, each with a request
 * budget, a circuit breaker and a timeout. Equal requests in flight share one answer.
 */
export function openOpinions(
  providers: readonly Provider[],
  catalog: Catalog,
  settings: ProviderSettings,
  ports: OpinionPorts,
): ReadonlyMap<string, OpinionProviders> {
  const offers = new Map<string, Offer[]>();
  for (const provider of providers) {
    for (const adapter of provider.adapters) {
      const type = catalog.get(adapter.type);
      if (adapter.peer === true && type !== undefined) {
        const opinionType = { ...type, data: tokenOpinion, inferredParams: [] };
        const offer = { provider, adapter, type: opinionType, coveredParams: undefined, probeParams: undefined };
        offers.set(type.id, [...(offers.get(type.id) ?? []), offer]);
      }
    }
  }
  const {
    fetch,
    clock: { now, monotonic },
  } = ports;
  const ask = createAsk({
    fetch,
    now,
    monotonic,
    onObservation: (source, { outcome }, tookMs) => ports.onAttempt(source, outcome, tookMs),
    ...(ports.onUnexpected === undefined ? {} : { onUnexpected: ports.onUnexpected }),
  });
  const opinionsFrom = (sources: readonly Source[]): OpinionProviders => ({
    sources,
    maxCostMicros: sources.reduce((sum, { adapter }) => sum + adapter.costMicros, 0n),
    ask: (params) => askAll(sources, params, ask, now()),
  });
  return new Map([...openSources(offers, settings, monotonic)].map(([type, sources]) => [type, opinionsFrom(sources)]));
}

/** One request to a provider of opinions, with the answer once the answer has arrived. */
type Inquiry = {
  readonly source: Source;
  readonly asked: Exclude<AskResult, { readonly kind: 'unanswerable' }>;
  answered?: SourceObservation;
};

function askAll(
  sources: readonly Source[],
  params: QuestionParams,
  ask: AskSource,
  askedAtMs: number,
): PendingOpinions {
  const paramsKey = JSON.stringify(params);
  const inquiries: Inquiry[] = [];
  const waiting: Promise<void>[] = [];
  for (const source of sources) {
    const askResult = ask(source, params, paramsKey);
    if (askResult.kind === 'unanswerable') {
      continue;
    }
    const inquiry: Inquiry = { source, asked: askResult };
    inquiries.push(inquiry);
    if (askResult.kind === 'sent') {
      waiting.push(
        Promise.resolve(askResult.observation).then((observation) => {
          inquiry.answered = observation;
        }),
      );
    }
  }
  return {
    all: Promise.allSettled(waiting).then(() => undefined),
    given: () => inquiries.map((inquiry) => opinionOf(inquiry, askedAtMs)),
  };
}

function opinionOf({ source, asked, answered }: Inquiry, askedAtMs: number): GivenOpinion {
  const sent = asked.kind === 'sent';
  const unanswered = sent ? { outcome: 'timeout' as const, detail: 'no answer by the time of the decision' } : asked;
  const attempt: Attempt = {
    ...(answered ?? failure(unanswered.outcome, unanswered.detail, 0, 0)),
    provider: source.name,
    span: `ask ${source.provider.id}`,
    role: 'peer',
    askedAtMs,
    costMicros: sent && (answered === undefined || !isUnbilled(answered.outcome)) ? source.adapter.costMicros : 0n,
    coalesced: sent && asked.coalesced,
  };
  return { attempt, contradiction: (derived) => contradictionOf(answered, derived) };
}

/**
 * Returns how an opinion contradicts the datum from the chain, or undefined when it does not. An opinion that failed or
 * is outdated contradicts nothing.
 */
function contradictionOf(answered: SourceObservation | undefined, { flags }: Derived): string | undefined {
  if (answered?.outcome !== 'ok' || flags === undefined) {
    return undefined;
  }
  const flagContradictions = contradictions(flags, tokenOpinion.parse(answered.data).flags);
  return flagContradictions.length === 0 ? undefined : flagContradictions.map(({ message }) => message).join(', and ');
}
