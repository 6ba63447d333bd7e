import type { Catalog } from '@assay/catalog/catalog';
import { createAsk, type AskSource, type AskResult } from '../../sources/attempt.ts';
import type { AttemptOutcome, SourceObservation } from '../../sources/observe.ts';
import { openSources, type ProviderSettings, type Source } from '../../sources/source.ts';
import type { QuestionParams, Provider } from '../../providers/define.ts';
import type { FetchProvider } from '../../providers/fetch.ts';
import type { Offer } from '../../providers/load.ts';
import { tokenOpinion } from '../../providers/token-opinion.ts';
import type { AttemptReport } from '../../verification/report.ts';
import type { Derived } from '../types/define.ts';
import type { Peers, PeerSaid, PeersAsked } from './opinion-providers.ts';
import { contradictions } from './contradictions.ts';

/** What asking peers needs of the world. */
export type PeerPorts = {
  readonly fetch: FetchProvider;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Told of every request that ended, once however many shared it. */
  readonly observed: (source: Source, outcome: AttemptOutcome, tookMs: number) => void;
};

/**
 * Opens the providers that say something about what is derived from the chain, by data type. Each is asked like any other
 * source: with its own budget, circuit and time, equal requests in flight shared.
 */
export function openPeers(
  providers: readonly Provider[],
  catalog: Catalog,
  settings: ProviderSettings,
  ports: PeerPorts,
): ReadonlyMap<string, Peers> {
  const offers = new Map<string, Offer[]>();
  for (const provider of providers) {
    for (const adapter of provider.adapters) {
      const type = catalog.get(adapter.type);
      if (adapter.peer === true && type !== undefined) {
        const opinions = { ...type, data: tokenOpinion, inferredParams: [] };
        const offer = { provider, adapter, type: opinions, probeParams: undefined };
        offers.set(type.id, [...(offers.get(type.id) ?? []), offer]);
      }
    }
  }
  const { fetch, now } = ports;
  const ask = createAsk({
    fetch,
    now,
    onObservation: (source, { outcome }, tookMs) => ports.observed(source, outcome, tookMs),
  });
  const peersOf = (sources: readonly Source[]): Peers => ({
    maxCostMicros: sources.reduce((sum, { adapter }) => sum + adapter.costMicros, 0n),
    ask: (params) => askAll(sources, params, ask, now()),
  });
  return new Map([...openSources(offers, settings, now)].map(([type, sources]) => [type, peersOf(sources)]));
}

/** One peer that is being asked, with what it has answered so far. */
type Inquiry = {
  readonly source: Source;
  readonly asked: Exclude<AskResult, { readonly kind: 'unanswerable' }>;
  answered?: SourceObservation;
};

function askAll(sources: readonly Source[], params: QuestionParams, ask: AskSource, askedAtMs: number): PeersAsked {
  const paramsKey = JSON.stringify(params);
  const inquiries: Inquiry[] = [];
  const waiting: Promise<void>[] = [];
  for (const source of sources) {
    const asked = ask(source, params, paramsKey);
    if (asked.kind === 'unanswerable') {
      continue;
    }
    const inquiry: Inquiry = { source, asked };
    inquiries.push(inquiry);
    if (asked.kind === 'sent') {
      waiting.push(
        asked.observation.then((observation) => {
          inquiry.answered = observation;
        }),
      );
    }
  }
  return {
    all: Promise.all(waiting).then(() => undefined),
    said: () => inquiries.map((inquiry) => saidBy(inquiry, askedAtMs)),
  };
}

function saidBy({ source, asked, answered }: Inquiry, askedAtMs: number): PeerSaid {
  const sent = asked.kind === 'sent';
  const failed = sent ? { outcome: 'timeout' as const, detail: 'no answer by the time of the decision' } : asked;
  const attempt: AttemptReport = {
    provider: source.name,
    span: `ask ${source.provider.id}`,
    role: 'peer',
    outcome: answered?.outcome ?? failed.outcome,
    askedAtMs,
    receivedAtMs: answered?.receivedAtMs ?? 0,
    sourceAtMs: answered?.sourceAtMs ?? 0,
    dataJson: answered?.dataJson ?? '',
    detail: answered?.detail ?? failed.detail,
    costMicros: sent ? source.adapter.costMicros : 0n,
    httpStatus: answered?.httpStatus ?? 0,
    coalesced: sent && asked.coalesced,
  };
  return { attempt, contradiction: (derived) => contradictionOf(answered, derived) };
}

/** Only an answer that is fresh and well formed can contradict; any other says nothing. */
function contradictionOf(answered: SourceObservation | undefined, { flags }: Derived): string | undefined {
  if (answered?.outcome !== 'ok' || flags === undefined) {
    return undefined;
  }
  const found = contradictions(flags, tokenOpinion.parse(answered.data).flags);
  return found.length === 0 ? undefined : found.map(({ sentence }) => sentence).join(', and ');
}
