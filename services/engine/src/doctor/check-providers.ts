import { takesKey } from '@assay/providers/access';
import type { Provider } from '@assay/providers/define';
import type { Finding } from '@assay/diagnosis/finding';
import { attemptTimeoutMs } from '../sources/attempt.ts';
import type { Source } from '../sources/source.ts';
import { askSource, type AskSourcePorts, type SourceAnswer } from './ask-source.ts';
import { durationText, findingOf, gravest, medianOf, outcomes, type OutcomeCode } from './outcomes.ts';
import { withOutliers } from './outliers.ts';
import { questionsOf, subjectOf } from './questions.ts';
import type { Reach, ReachHost } from './reach.ts';
import type { RelatedProvider } from './related-providers.ts';

/** The dependencies of the check of providers. */
export type ProviderPorts = AskSourcePorts & {
  readonly providers: readonly Provider[];
  /** Every open source, including the sources of opinions. */
  readonly sources: readonly Source[];
  readonly mode: 'live' | 'sandbox';
  readonly reach: ReachHost;
  /** Returns the providers that, according to the measurement, share an upstream with this provider. */
  readonly relatedTo: (provider: string) => readonly RelatedProvider[];
};

/** The operator's choices: whether to ask about every asset, and whether to ask sources that bill each request. */
export type ProviderChoices = { readonly allAssets: boolean; readonly billed: boolean };

/** The findings about providers, and the answers from which they were made. */
export type CheckedProviders = {
  readonly findings: readonly Finding[];
  readonly answers: readonly SourceAnswer[];
};

/** The check warns if a clock differs by at least this many milliseconds. The header Date is exact only to a second. */
const maxOffsetMs = 2_000;
/**
 * Time limit of the connection test, in milliseconds. The test ends before the request, so that its result can explain
 * a request that timed out.
 */
const reachTimeoutMs = attemptTimeoutMs - 200;
const maxShownAssets = 12;

/** Asks all providers in parallel. Takes at most slightly longer than one attempt. Never rejects. */
export async function checkProviders(choices: ProviderChoices, ports: ProviderPorts): Promise<CheckedProviders> {
  const reaches = new Map<string, Promise<Reach>>();
  const reachOf = (url: string): Promise<Reach> => {
    const known = reaches.get(url) ?? ports.reach(url, reachTimeoutMs);
    reaches.set(url, known);
    return known;
  };
  const answersBySource = await Promise.all(
    ports.sources
      .filter(({ adapter }) => adapter.unprobed !== true || choices.billed)
      .map((source) => askQuestions(source, choices.allAssets, reachOf(source.baseUrl), ports)),
  );
  const answers = withOutliers(answersBySource.flat());
  const findings = await Promise.all(
    ports.providers.map(async (provider) => {
      const own = ports.sources.filter((source) => source.provider.id === provider.id);
      const reached = await Promise.all([...new Set(own.map(({ baseUrl }) => baseUrl))].map(reachOf));
      const ofProvider = answers.filter(({ source }) => source.provider.id === provider.id);
      return providerFinding(provider, own, ofProvider, reached, ports);
    }),
  );
  return { findings, answers };
}

/**
 * Always asks the first question. Asks further questions only while at least half of the request budget is left for
 * callers.
 */
async function askQuestions(
  source: Source,
  allAssets: boolean,
  reach: Promise<Reach>,
  ports: ProviderPorts,
): Promise<readonly SourceAnswer[]> {
  const isReachable = reach.then(({ connected }) => connected);
  const [first, ...others] = questionsOf(source, allAssets);
  const ask = (params: SourceAnswer['params']): Promise<SourceAnswer> => askSource(source, params, isReachable, ports);
  const pendingAnswers = first === undefined ? [] : [ask(first)];
  for (const params of others) {
    if (source.usage.budget.hasHeadroom()) {
      pendingAnswers.push(ask(params));
    }
  }
  return Promise.all(pendingAnswers);
}

function providerFinding(
  provider: Provider,
  own: readonly Source[],
  answers: readonly SourceAnswer[],
  reached: readonly Reach[],
  ports: ProviderPorts,
): Finding {
  if (own.length === 0) {
    const page = provider.key?.obtainedAt.replace(/^https:\/\//, '');
    const facts = page === undefined ? {} : { 'get a key at': page };
    return findingOf('provider', provider.id, ports.mode === 'live' ? 'key_missing' : 'not_configured', '', facts);
  }
  if (answers.length === 0) {
    return findingOf('provider', provider.id, 'billed', '', {});
  }
  const offsetMs = medianOf(answers.flatMap((answer) => answer.offsetMs ?? []));
  const related = ports.relatedTo(provider.id);
  const outcome = gravest([
    ...answers.map((answer) => answer.outcome),
    ...(Math.abs(offsetMs ?? 0) > maxOffsetMs ? (['clock_off'] as const) : []),
    // An aggregator or an oracle states that its data come from other providers. So only a venue gets a warning if its
    // data repeat those of another provider.
    ...(related.length > 0 && provider.statement.kind === 'venue' ? (['repeats'] as const) : []),
  ]);
  const facts = factsOf(own, answers, reached, offsetMs);
  const shared = related.length === 0 ? {} : { 'shares an upstream with': related.map(({ id }) => id).join(', ') };
  return findingOf('provider', provider.id, outcome, detailOf(outcome, answers, offsetMs, related), {
    ...facts,
    ...shared,
  });
}

function detailOf(
  outcome: OutcomeCode,
  answers: readonly SourceAnswer[],
  offsetMs: number | undefined,
  related: readonly RelatedProvider[],
): string {
  if (outcome === 'clock_off') {
    return `${durationText(Math.abs(offsetMs ?? 0))} ${(offsetMs ?? 0) > 0 ? 'ahead of' : 'behind'} ours`;
  }
  if (outcome === 'repeats') {
    return related.map(({ id, detail }) => `${id} (${detail})`).join(', ');
  }
  const concerned = answers.filter((answer) => answer.outcome === outcome && outcome !== 'ok');
  const types = new Set(concerned.map(({ source }) => source.type.id));
  const typeIds = new Set(answers.map(({ source }) => source.type.id));
  const where = types.size === typeIds.size ? '' : ` (${[...types].join(', ')})`;
  const detail =
    outcome === 'not_listed'
      ? concerned.map(({ params }) => subjectOf(params)).join(', ')
      : (concerned.find((answer) => answer.detail !== '')?.detail ?? '');
  return concerned.length === 0 ? '' : `${detail}${where}`.trim();
}

function factsOf(
  own: readonly Source[],
  answers: readonly SourceAnswer[],
  reached: readonly Reach[],
  offsetMs: number | undefined,
): Finding['facts'] {
  const good = answers.filter(({ outcome }) => outcome === 'ok' || outcome === 'disagrees');
  const tookMs = medianOf(answers.flatMap((answer) => answer.tookMs ?? []));
  const ageMs = medianOf(
    good.flatMap(({ observation }) =>
      observation?.sourceAtMs === undefined ? [] : [observation.receivedAtMs - observation.sourceAtMs],
    ),
  );
  const budget = own[0]?.usage.budget.remaining();
  const gave = reached.find(({ connected }) => !connected);
  return {
    reachable: gave === undefined ? 'yes' : `no: ${gave.detail}`,
    key: keyText(own, answers),
    format: formatText(answers),
    ...(ageMs === undefined ? {} : { 'age of datum': durationText(ageMs) }),
    ...(offsetMs === undefined ? {} : { 'clock offset': `${(offsetMs / 1_000).toFixed(1)} s` }),
    ...(tookMs === undefined ? {} : { latency: durationText(tookMs) }),
    'budget left':
      budget === undefined ? 'no limit' : `${budget.left} of ${budget.requests} per ${durationText(budget.perMs)}`,
    types: [...new Set(own.map(({ type }) => type.id))].join(', '),
    ...assetFacts(answers),
  };
}

function keyText(own: readonly Source[], answers: readonly SourceAnswer[]): string {
  if (answers.some(({ outcome }) => outcome === 'key_refused')) {
    return 'refused';
  }
  if (own.every(({ provider }) => !takesKey(provider))) {
    return 'takes none';
  }
  return own.every(({ access }) => Object.keys(access.headers).length === 0)
    ? 'none configured'
    : answers.some(({ outcome }) => outcomes[outcome].status === 'ok')
      ? 'accepted'
      : 'not known';
}

function formatText(answers: readonly SourceAnswer[]): string {
  const unread = answers.filter(({ outcome }) => outcome === 'unreadable' || outcome === 'undated').length;
  const read = answers.filter(({ observation }) => observation?.data !== undefined).length;
  return unread > 0 ? 'not the documented one' : read > 0 ? 'read' : 'not seen';
}

/**
 * Returns which of the assets in the questions a provider lists and which it does not. Returns nothing for a type
 * without assets.
 */
function assetFacts(answers: readonly SourceAnswer[]): Finding['facts'] {
  const assetAnswers = answers.filter(({ params }) => params['symbol'] !== undefined || params['token'] !== undefined);
  const listed = new Set(
    assetAnswers.flatMap(({ observation, params }) => (observation?.data ? [subjectOf(params)] : [])),
  );
  const assetNames = new Set(assetAnswers.map(({ params }) => subjectOf(params)));
  const shown = [...listed].slice(0, maxShownAssets).join(', ');
  return assetNames.size === 0
    ? {}
    : {
        assets: `${listed.size} of ${assetNames.size} asked${shown === '' ? '' : `: ${shown}`}${listed.size > maxShownAssets ? ', ...' : ''}`,
      };
}
