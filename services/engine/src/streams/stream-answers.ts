import type { ProviderStream, TopicEvents } from '@assay/providers/define-stream';
import type { QuestionParams } from '@assay/providers/define';
import { agrees } from '@assay/streams/agrees';
import type { Demand } from '@assay/streams/demand';
import { unfitness, type Unfit } from '@assay/streams/freshness';
import type { LatestUpdate, LatestUpdates } from '@assay/streams/latest-updates';
import { LRUCache } from 'lru-cache';
import type { ObservationListener } from '../sources/observation-feed.ts';
import { observeUpdate, type SourceObservation } from '../sources/observe.ts';
import type { Source } from '../sources/source.ts';
import { streamTopic } from './stream-topic.ts';

/** An observation that came from a stream update. */
export type StreamAnswer = {
  readonly observation: SourceObservation;
  /** Whether the stream answered the same question a few milliseconds ago. The measurement then ignores this answer. */
  readonly isRepeated: boolean;
};

/** Answers questions from the latest stream updates. */
export type StreamAnswers = {
  /**
   * Returns the observation of the latest update, if the update is fresh and a recent REST answer agrees with it.
   * Otherwise returns undefined, and the caller must ask by REST.
   */
  readonly answer: (source: Source, params: QuestionParams, paramsKey: string) => StreamAnswer | undefined;
  /** Receives the REST answers. A stream update is used only while a recent REST answer agrees with it. */
  readonly onRestObservation: ObservationListener;
};

/** The limits of answers from streams. */
export type StreamBounds = {
  /** Maximum age of an update according to the venue's own time, in milliseconds. */
  readonly freshForMs: number;
  /** Maximum age, in milliseconds, of a REST answer that must agree with an update. */
  readonly confirmedForMs: number;
};

/** The dependencies of the answers from streams. */
export type StreamAnswersPorts = StreamBounds & {
  readonly streams: readonly ProviderStream[];
  readonly latest: Pick<LatestUpdates, 'find'>;
  readonly demand: Pick<Demand, 'ask'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Counts a question that a stream could have answered, with the result `answered` or the reason why it did not. */
  readonly onQuestion: (stream: ProviderStream, result: Unfit | 'answered' | 'unreadable') => void;
};

/** The stream and the topic that can answer one question to one source. */
type Route = {
  readonly stream: ProviderStream;
  readonly topic: string;
  /** A name made of the type, the stream and the topic. Two spellings of the same question have the same name. */
  readonly name: string;
  /** The event that was read last, with its observation. It is cached, because many calls ask about the same event. */
  read: { readonly events: TopicEvents; readonly observation: SourceObservation } | undefined;
  /** The last comparison of a stream's observation with a REST answer. */
  compared: { readonly data: unknown; readonly confirmed: unknown; readonly agrees: boolean } | undefined;
  /**
   * Two times by the wall clock. `wantedAtMs`: when the demand for the topic was last reported. `newAtMs`: when the
   * last answer that the measurement counts was given.
   */
  wantedAtMs: number;
  newAtMs: number;
};

/**
 * Milliseconds between two reports that a topic is in demand. A topic stays in demand for minutes after a report, so
 * one report a second is enough.
 */
const wantedEveryMs = 1_000;
/**
 * Milliseconds within which the measurement counts several answers as one. The shortest sampling interval is several
 * times as long.
 */
const newEveryMs = 20;

/**
 * Maximum number of routes. It is enough for a dozen sources with thousands of assets. A route whose topic is not
 * subscribed stores only names.
 */
const maxRoutes = 65_536;

/** Creates the answers from streams of one process. */
export function createStreamAnswers(ports: StreamAnswersPorts): StreamAnswers {
  const routes = new LRUCache<string, Route | 'none'>({ max: maxRoutes });
  /** The latest REST answers, by the name of the route. */
  const confirmations = new LRUCache<string, SourceObservation>({ max: maxRoutes });
  const routeOf = (source: Source, params: QuestionParams, paramsKey: string): Route | undefined => {
    const key = `${source.provider.id} ${source.type.id} ${paramsKey}`;
    const route = routes.get(key) ?? findRoute(ports.streams, source, params) ?? 'none';
    routes.set(key, route);
    return route === 'none' ? undefined : route;
  };
  return {
    answer: (source, params, paramsKey) => {
      const route = routeOf(source, params, paramsKey);
      if (route === undefined) {
        return undefined;
      }
      const nowMs = ports.now();
      if (Math.abs(nowMs - route.wantedAtMs) >= wantedEveryMs) {
        route.wantedAtMs = nowMs;
        ports.demand.ask(route.stream.id, route.topic);
      }
      const topicState = ports.latest.find(route.stream.id, route.topic);
      const result =
        topicState === undefined
          ? 'nothing'
          : answerFrom(
              { route, found: topicState, source, params, confirmed: confirmations.get(route.name), nowMs },
              ports,
            );
      ports.onQuestion(route.stream, typeof result === 'string' ? result : 'answered');
      if (typeof result === 'string') {
        return undefined;
      }
      const isRepeated = Math.abs(nowMs - route.newAtMs) < newEveryMs;
      route.newAtMs = isRepeated ? route.newAtMs : nowMs;
      return { observation: result, isRepeated };
    },
    onRestObservation: (source, observation, _tookMs, params) => {
      if (observation.outcome === 'ok') {
        const route = routeOf(source, params, JSON.stringify(params));
        if (route !== undefined) {
          confirmations.set(route.name, observation);
        }
      }
    },
  };
}

function findRoute(streams: readonly ProviderStream[], source: Source, params: QuestionParams): Route | undefined {
  const matchedTopic = streamTopic(streams, source, params);
  return matchedTopic === undefined
    ? undefined
    : {
        ...matchedTopic,
        name: `${source.type.id} ${matchedTopic.stream.id} ${matchedTopic.topic}`,
        read: undefined,
        compared: undefined,
        wantedAtMs: 0,
        newAtMs: 0,
      };
}

function answerFrom(
  {
    route,
    found,
    source,
    params,
    confirmed,
    nowMs,
  }: {
    readonly route: Route;
    readonly found: LatestUpdate;
    readonly source: Source;
    readonly params: QuestionParams;
    readonly confirmed: SourceObservation | undefined;
    readonly nowMs: number;
  },
  { freshForMs, confirmedForMs }: StreamAnswersPorts,
): SourceObservation | Unfit | 'unreadable' {
  const { state, leadMs, path } = found;
  const { maxAgeMs } = source.type;
  const unfit = unfitness(state, nowMs, leadMs, { freshForMs: route.stream.freshForMs ?? freshForMs, maxAgeMs });
  if (unfit !== undefined) {
    return unfit;
  }
  if (confirmed?.data === undefined || nowMs - confirmed.receivedAtMs > confirmedForMs) {
    return 'unconfirmed';
  }
  const { read } = route;
  const observation =
    read !== undefined && read.events.trade === state.trade && read.events.funding === state.funding
      ? read.observation
      : observeUpdate(source, params, route.stream.read(state, params, confirmed.data), {
          path,
          id: state.trade?.id ?? '',
          receivedAtMs: state.receivedAtMs,
        });
  route.read = { events: state, observation };
  if (observation.outcome !== 'ok' || observation.data === undefined) {
    return 'unreadable';
  }
  const { compared } = route;
  if (compared?.data !== observation.data || compared.confirmed !== confirmed.data) {
    const isAgreed = agrees(source.type, observation.data, confirmed.data);
    route.compared = { data: observation.data, confirmed: confirmed.data, agrees: isAgreed };
  }
  return route.compared?.agrees === true ? { ...observation, receivedAtMs: nowMs } : 'unconfirmed';
}
