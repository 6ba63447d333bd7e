import type { StreamEvent } from '@assay/providers/define-stream';
import { forgetTopics, type ManagerState, type Shard } from './manager-state.ts';
import { breakRecords, takePrint } from './take-print.ts';
import { emptyTopic, withEvent, withHeartbeat, type TopicEvent, type TopicState } from './topic-state.ts';

/**
 * When this many events were missed within `gapPeriodMs`, the connection itself loses messages. The manager then
 * replaces the connection.
 */
export const maxGaps = 5;
const gapPeriodMs = 60_000;

/** Applies one event of a connection to its topics. Drops events of topics that are not subscribed. */
export function takeEvent(state: ManagerState, shard: Shard, event: StreamEvent, receivedAtMs: number): void {
  switch (event.kind) {
    case 'trade':
    case 'quote':
    case 'funding':
      placeEvent(state, shard, event, event.topic, receivedAtMs);
      break;
    case 'funding_part':
      (event.topic === undefined ? [...shard.topics] : [event.topic]).forEach((topic) =>
        placeEvent(state, shard, { ...event, topic }, topic, receivedAtMs),
      );
      break;
    case 'heartbeat':
      if (event.topic !== undefined) {
        updateTopic(state, event.topic, (topicState) => withHeartbeat(topicState, event.lastSequence));
      }
      break;
    case 'gap':
      breakRecords(state, shard.topics);
      shard.topics.forEach((topic) => updateTopic(state, topic, (topicState) => ({ ...topicState, missed: true })));
      countGap(state, shard);
      break;
    case 'rejected':
      // A venue can also report refusals for markets to which nobody subscribed.
      if (event.topic === undefined || shard.topics.has(event.topic)) {
        state.ports.onCount('rejected');
      }
      if (event.topic !== undefined) {
        rejectTopic(state, shard, event.topic);
      }
      break;
    case 'service':
      setServing(state, event.available);
      break;
    case 'malformed':
      // The unreadable message may have been a trade.
      breakRecords(state, shard.topics);
      state.ports.onCount('malformed');
      break;
    case 'confirmed':
    case 'reconnect':
      break;
  }
}

function placeEvent(state: ManagerState, shard: Shard, event: TopicEvent, topic: string, receivedAtMs: number): void {
  const { ports, offset, stream } = state;
  if (!shard.topics.has(topic)) {
    return;
  }
  const topicState = state.topics.get(topic) ?? emptyTopic;
  const { state: next, placement } = withEvent(topicState, event, receivedAtMs, stream.countsTrades);
  if (event.kind === 'trade') {
    takePrint(state, event, placement, receivedAtMs);
  }
  if (placement === 'next') {
    ports.onCount('update');
  } else if (placement !== 'after_gap') {
    ports.onCount(placement);
    return;
  }
  const dated = next.trade === topicState.trade ? next.funding : next.trade;
  if (dated !== undefined && dated !== topicState.funding) {
    offset.add(dated.atMs, receivedAtMs);
  }
  setTopic(state, topic, next);
  if (placement === 'after_gap') {
    countGap(state, shard);
  }
}

function countGap({ ports }: ManagerState, shard: Shard): void {
  ports.onCount('after_gap');
  const nowMs = ports.clock.monotonic();
  shard.gapsAtMs = [...shard.gapsAtMs.filter((atMs) => nowMs - atMs < gapPeriodMs), nowMs];
  if (shard.gapsAtMs.length >= maxGaps) {
    shard.connection.restart(`missed events ${maxGaps} times in a minute`);
  }
}

function updateTopic(state: ManagerState, topic: string, change: (topicState: TopicState) => TopicState): void {
  const topicState = state.topics.get(topic);
  const next = topicState === undefined ? undefined : change(topicState);
  if (next !== undefined && next !== topicState) {
    setTopic(state, topic, next);
  }
}

function setTopic({ topics, ports, isServing }: ManagerState, topic: string, next: TopicState): void {
  topics.set(topic, next);
  ports.onTopic(topic, isServing ? next : undefined);
}

/**
 * Removes a topic that the venue refused. Some venues refuse all topics of a request because of one of them. So the
 * connection requests the other topics of that request again, unless they have sent something.
 */
function rejectTopic(state: ManagerState, shard: Shard, topic: string): void {
  if (!shard.topics.has(topic)) {
    return;
  }
  state.rejectedAtMs.set(topic, state.ports.clock.monotonic());
  state.shardOf.delete(topic);
  shard.topics.delete(topic);
  forgetTopics(state, [topic]);
  const requested = shard.connection.dropTopic(topic, (other) => state.topics.has(other));
  // Until these topics are subscribed again, the venue does not send their trades.
  breakRecords(state, requested);
}

function setServing(state: ManagerState, available: boolean): void {
  if (available !== state.isServing) {
    state.isServing = available;
    state.completeSinceMs.clear();
    state.topics.forEach((topicState, topic) => state.ports.onTopic(topic, available ? topicState : undefined));
  }
}
