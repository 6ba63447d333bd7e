import type { ProviderAccess } from '@assay/providers/access';
import type { Provider, ProviderRequest, QuestionParams, TypeAdapter } from '@assay/providers/define';
import { parseExact, type Fetched, type FetchProvider } from '@assay/providers/fetch';
import { outcomeOfLive, type LiveAnswer, type RecordedOutcome } from '@assay/providers/recording/live-answer';
import { redactedJson, redactedText, withoutTexts } from '@assay/providers/recording/redact';

/** The result of recording one answer or one stream. */
export type Recording = {
  /** The data type of the answer, or the id of the stream. */
  readonly of: string;
  /**
   * `ok` when the adapter parsed an answer. Otherwise the kind of the adapter's result, or a word that says why no
   * answer arrived.
   */
  readonly outcome: string;
  /** Why the outcome is not `ok`, for the operator. Empty when it is `ok`. */
  readonly detail: string;
  /** The folder, name and text of the fixture. Absent when nothing arrived that could be stored. */
  readonly fixture?: { readonly folder: 'fixtures' | 'stream-fixtures'; readonly name: string; readonly text: string };
};

/** The dependencies of recordAnswer. */
export type RecordPorts = {
  /** An HTTP client that returns bodies as text. */
  readonly fetch: FetchProvider;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Texts to remove from a fixture, such as the operator's key. */
  readonly secrets: readonly string[];
};

const timeoutMs = 10_000;
/** Maximum size of an answer that is stored as a fixture, in bytes. Longer files do not belong in a repository. */
const maxFixtureBytes = 262_144;

/**
 * Asks a provider one question and returns its answer as a fixture. The fixture contains the redacted answer and the
 * datum that the adapter parses from it. Never rejects: when the provider does not answer, the recording has no
 * fixture.
 * @param baseUrl the base URL of the adapter, without a trailing slash.
 */
export async function recordAnswer(
  provider: Provider,
  adapter: TypeAdapter,
  params: QuestionParams,
  { baseUrl, access }: { readonly baseUrl: string; readonly access: ProviderAccess },
  ports: RecordPorts,
): Promise<Recording> {
  const of = adapter.type;
  const request = adapter.request(params);
  if (request === undefined) {
    return { of, outcome: 'not_covered', detail: `${provider.id} does not cover ${JSON.stringify(params)}` };
  }
  const send = (each: ProviderRequest): Promise<Fetched> =>
    ports.fetch(hostedUrl(baseUrl, each), { ...each, headers: { ...each.headers, ...access.headers } }, timeoutMs);
  const [first, second] = await Promise.all([send(request), request.second && send(request.second)]);
  const failed = [first, second].find((fetched) => fetched !== undefined && storable(fetched, ports) === undefined);
  if (failed !== undefined) {
    return { of, ...failureOf(failed) };
  }
  const answer = liveAnswer(provider, adapter, { params, request, first, second }, ports);
  return {
    of,
    outcome: typeof answer.outcome === 'string' ? answer.outcome : 'ok',
    detail: typeof answer.outcome === 'string' ? `the adapter reads the answer as ${answer.outcome}` : '',
    fixture: { folder: 'fixtures', name: `live-${provider.id}-${of.replace('.', '-')}.json`, text: answer.text },
  };
}

/**
 * Returns the base URL of a request that names a host of its own. In live mode, this host replaces the base URL's host.
 * With another base URL, such as the sandbox's, the host becomes the first segment of the path.
 */
function hostedUrl(baseUrl: string, { host }: ProviderRequest): string {
  return host === undefined ? baseUrl : baseUrl.startsWith('https:') ? `https://${host}` : `${baseUrl}/${host}`;
}

/**
 * Returns the redacted JSON of an answer. Undefined for a failure, for a text that is not JSON, and for a text over
 * `maxFixtureBytes`.
 */
function storable(fetched: Fetched, { secrets }: RecordPorts): string | undefined {
  const text = fetched.kind === 'answered' && typeof fetched.body === 'string' ? fetched.body : undefined;
  return text === undefined || text.length > maxFixtureBytes ? undefined : redactedJson(text, secrets);
}

function failureOf(fetched: Fetched): { readonly outcome: string; readonly detail: string } {
  if (fetched.kind !== 'answered') {
    return { outcome: fetched.kind, detail: fetched.detail };
  }
  const tooLong = typeof fetched.body === 'string' && fetched.body.length > maxFixtureBytes;
  return tooLong
    ? { outcome: 'too_large', detail: `the answer has more than ${maxFixtureBytes} bytes` }
    : { outcome: 'not_json', detail: `HTTP ${fetched.status}: the answer is not JSON` };
}

/**
 * Builds the text of a fixture around the redacted bodies. It inserts the bodies as text, so that every number keeps
 * its digits.
 */
function liveAnswer(
  provider: Provider,
  adapter: TypeAdapter,
  asked: {
    readonly params: QuestionParams;
    readonly request: ProviderRequest;
    readonly first: Fetched;
    readonly second: Fetched | undefined;
  },
  ports: RecordPorts,
): { readonly text: string; readonly outcome: RecordedOutcome } {
  const { params, request, first, second } = asked;
  const at = new Date(ports.now()).toISOString();
  const textOf = (body: string, outcome?: RecordedOutcome): string =>
    fixtureText(
      {
        provider: provider.id,
        endpoint: `${request.method ?? 'GET'} ${redactedText(request.path, ports.secrets)}`,
        status: statusOf(first),
      },
      body,
      {
        at,
        type: adapter.type,
        params,
        ...(first.kind === 'answered' && first.servedAtMs !== undefined
          ? { servedAt: new Date(first.servedAtMs).toISOString() }
          : {}),
        ...(outcome === undefined ? {} : { outcome }),
      },
      second === undefined ? undefined : { status: statusOf(second), body: storable(second, ports) ?? 'null' },
    );
  const outcomeOf = (body: string): RecordedOutcome =>
    outcomeOfLive(adapter, parseExact(textOf(body)) as unknown as LiveAnswer);
  const whole = storable(first, ports) ?? 'null';
  const outcome = outcomeOf(whole);
  const outcomeJson = JSON.stringify(outcome);
  // The profile describes a person, so the fixture contains only the fields that the adapter reads.
  const body =
    adapter.type === 'social.value'
      ? withoutTexts(whole, (without) => JSON.stringify(outcomeOf(without)) !== outcomeJson)
      : whole;
  return { text: textOf(body, outcome), outcome };
}

function statusOf(fetched: Fetched): number {
  return fetched.kind === 'answered' ? fetched.status : 0;
}

function fixtureText(
  head: object,
  body: string,
  recorded: object,
  second: { readonly status: number; readonly body: string } | undefined,
): string {
  const inner = JSON.stringify(recorded).slice(1, -1);
  const other = second === undefined ? '' : `,"second":{"status":${second.status},"body":${second.body}}`;
  return `{${JSON.stringify(head).slice(1, -1)},\n"body":${body},\n"recorded":{${inner}${other}}}\n`;
}
