import type { Finding } from '@assay/diagnosis/finding';
import { agrees } from '@assay/streams/agrees';
import { permanentTopicsOf } from '../streams/permanent-topics.ts';
import type { Source } from '../sources/source.ts';
import type { StreamTarget } from '../streams/open-streams.ts';
import type { SourceAnswer } from './ask-source.ts';
import { listenTo, maxListenMs, type Heard, type ListenPorts } from './listen-stream.ts';
import { durationText, findingOf, medianOf, type OutcomeCode } from './outcomes.ts';
import type { Reach, ReachHost } from './reach.ts';

/** The dependencies of the check of streams. */
export type StreamPorts = ListenPorts & {
  readonly targets: readonly StreamTarget[];
  readonly sources: readonly Source[];
  /** Maximum age of an update that answers a question, in milliseconds. */
  readonly freshForMs: number;
  readonly reach: ReachHost;
};

/**
 * Maximum time, in milliseconds, that a venue's clock may be ahead of ours. A clock that is further ahead makes updates
 * look fresher than they are.
 */
const maxLeadMs = 1_000;
const maxTopics = 3;
/**
 * Minimum number of misplaced trades for a finding, and their minimum share of all updates. A misplaced trade is
 * repeated, out of order or after a gap. Even a healthy connection has a few of them if it begins in the middle of a
 * burst.
 */
const minMisplaced = 3;
const minMisplacedShare = 0.05;

/**
 * Listens to every stream for at most six seconds, on separate connections, and compares the stream with the answers by
 * REST. Never rejects.
 * @param answers resolves with the answers that this check got by REST.
 */
export function checkStreams(answers: Promise<readonly SourceAnswer[]>, ports: StreamPorts): Promise<Finding[]> {
  return Promise.all(
    ports.targets.map(async (target) => {
      const { stream, url } = target;
      const own = ports.sources.filter(({ provider }) => provider.id === stream.provider);
      const topics = permanentTopicsOf(stream, own).slice(0, maxTopics);
      const [heard, reached] = await Promise.all([listenTo(target, topics, ports), ports.reach(url, maxListenMs)]);
      const judged = judge(target, heard, reached, await answers, ports);
      return findingOf('stream', stream.id, judged.outcome, judged.detail, factsOf(heard, reached));
    }),
  );
}

type Judged = { readonly outcome: OutcomeCode; readonly detail: string };

function judge(
  { stream }: StreamTarget,
  heard: Heard,
  reached: Reach,
  answers: readonly SourceAnswer[],
  { freshForMs }: StreamPorts,
): Judged {
  const { counts, agesMs, leadMs } = heard;
  if (heard.denied) {
    return { outcome: 'key_refused', detail: '' };
  }
  if (!heard.opened) {
    return { outcome: 'unreachable', detail: reached.connected ? heard.lost : reached.detail };
  }
  if (agesMs.length === 0) {
    return silence(heard);
  }
  const misplaced = misplacedTrades(heard);
  if (misplaced !== undefined) {
    return misplaced;
  }
  if (leadMs > maxLeadMs || (counts.future ?? 0) > 0) {
    return { outcome: 'clock_ahead', detail: `by ${durationText(leadMs)}` };
  }
  const ageMs = medianOf(agesMs) ?? 0;
  if (ageMs > (stream.freshForMs ?? freshForMs)) {
    return { outcome: 'late', detail: `${durationText(ageMs)} old` };
  }
  const contradicted = answers.find((answer) => contradicts(stream, heard, answer));
  return contradicted === undefined
    ? { outcome: 'ok', detail: '' }
    : { outcome: 'disagrees', detail: `its ${contradicted.source.type.id} differs from the answer by REST` };
}

/** Returns the outcome of a connection on which no event with a time arrived. */
function silence({ counts, messages }: Heard): Judged {
  if ((counts.future ?? 0) > 0) {
    return { outcome: 'clock_ahead', detail: 'by more than 10 s' };
  }
  if ((counts.malformed ?? 0) > 0) {
    return { outcome: 'unreadable', detail: '' };
  }
  if ((counts.rejected ?? 0) > 0) {
    return { outcome: 'subscription_refused', detail: '' };
  }
  return { outcome: messages === 0 ? 'no_message' : 'no_trade', detail: `for ${durationText(maxListenMs)}` };
}

/**
 * Returns the fault in the order of the trades, or undefined when there is none. Every trade out of order also causes a
 * gap. When a connection is opened again, the stream repeats each topic's last trade. So out-of-order and repeated
 * trades are the fault only if there are at least half as many of them as of gaps. Otherwise the fault is the gaps.
 */
export function misplacedTrades({ counts, agesMs }: Pick<Heard, 'counts' | 'agesMs'>): Judged | undefined {
  const gaps = counts.after_gap ?? 0;
  const kinds = [
    { times: counts.out_of_order ?? 0, outcome: 'out_of_order' },
    { times: counts.duplicate ?? 0, outcome: 'repeated_trades' },
    { times: gaps, outcome: 'missed_trades' },
  ] as const;
  return kinds
    .filter(({ times }) => times >= minMisplaced && times >= agesMs.length * minMisplacedShare && times >= gaps / 2)
    .map(({ times, outcome }) => ({ outcome, detail: `${times} times, compared with ${agesMs.length} updates` }))[0];
}

/**
 * Returns whether a stream's value and the REST answer to the same question differ by more than the tolerance of the
 * type.
 */
function contradicts(stream: StreamTarget['stream'], heard: Heard, answer: SourceAnswer): boolean {
  const { source, params, observation, outcome } = answer;
  const topic = source.provider.id === stream.provider ? stream.topicOf(source.type.id, params) : undefined;
  const state = topic === undefined ? undefined : heard.topics.get(topic);
  if (state === undefined || observation?.data === undefined || outcome === 'stale') {
    return false;
  }
  const reading = stream.read(state, params, observation.data);
  return reading.kind === 'datum' && !agrees(source.type, reading.data, observation.data);
}

function factsOf(heard: Heard, reached: Reach): Finding['facts'] {
  const ageMs = medianOf(heard.agesMs);
  return {
    reachable: reached.connected ? 'yes' : `no: ${reached.detail}`,
    ...(heard.opened ? { 'opened in': durationText(heard.openTookMs), messages: String(heard.messages) } : {}),
    ...(ageMs === undefined ? {} : { 'age of datum': durationText(ageMs) }),
    ...(heard.leadMs > 0 ? { 'clock ahead by': durationText(heard.leadMs) } : {}),
    ...(heard.topics.size === 0 ? {} : { topics: String(heard.topics.size) }),
  };
}
