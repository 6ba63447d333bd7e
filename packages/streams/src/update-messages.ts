import type { StreamUpdated } from '@assay/rpc/gen/assay/events/v1/StreamUpdated';
import type { StreamUpdated__Output } from '@assay/rpc/gen/assay/events/v1/StreamUpdated';
import type { TopicUpdate } from '@assay/rpc/gen/assay/events/v1/TopicUpdate';
import type { TopicUpdate__Output } from '@assay/rpc/gen/assay/events/v1/TopicUpdate';
import type { LatestUpdates } from './latest-updates.ts';
import type { TopicState } from './topic-state.ts';

/**
 * The topics of one stream that changed since the last batch. The state is undefined for a topic whose events must no
 * longer be used.
 */
export type ChangedTopics = ReadonlyMap<string, TopicState | undefined>;

/** Returns the message that tells the other replicas about a batch of changed topics. */
export function updateMessage(stream: string, holder: string, leadMs: number, changed: ChangedTopics): StreamUpdated {
  return {
    stream,
    holder,
    lead_ms: Math.round(leadMs),
    topics: [...changed].map(([topic, state]) => topicMessage(topic, state)),
  };
}

/** Stores the events of the topics in a message that another replica sent. */
export function applyUpdateMessage(message: StreamUpdated__Output, latest: LatestUpdates): void {
  const leadMs = Number(message.lead_ms);
  for (const update of message.topics) {
    if (update.dropped) {
      latest.drop(message.stream, update.topic);
    } else {
      latest.set(message.stream, update.topic, { state: stateOf(update), leadMs, path: 'shared' });
    }
  }
}

function topicMessage(topic: string, state: TopicState | undefined): TopicUpdate {
  if (state === undefined) {
    return { topic, dropped: true };
  }
  const { trade, quote, funding } = state;
  return {
    topic,
    missed: state.missed,
    received_at_ms: state.receivedAtMs,
    trade: trade === undefined ? null : { price: trade.price, at_ms: trade.atMs, id: trade.id },
    quote: quote === undefined ? null : { bid: quote.bid, ask: quote.ask, at_ms: quote.atMs ?? 0 },
    funding:
      funding === undefined
        ? null
        : {
            rate: funding.rate,
            interval_hours: funding.intervalHours ?? 0,
            next_funding_at_ms: funding.nextFundingAtMs ?? 0,
            at_ms: funding.atMs,
          },
  };
}

function stateOf({
  topic,
  missed,
  received_at_ms: receivedAtMs,
  trade,
  quote,
  funding,
}: TopicUpdate__Output): TopicState {
  const quoteAtMs = Number(quote?.at_ms ?? 0);
  const [hours, nextMs] = [funding?.interval_hours ?? 0, Number(funding?.next_funding_at_ms ?? 0)];
  return {
    missed,
    receivedAtMs: Number(receivedAtMs),
    ...(trade ? { trade: { kind: 'trade', topic, price: trade.price, atMs: Number(trade.at_ms), id: trade.id } } : {}),
    ...(quote
      ? {
          quote: {
            kind: 'quote',
            topic,
            bid: quote.bid,
            ask: quote.ask,
            ...(quoteAtMs === 0 ? {} : { atMs: quoteAtMs }),
          },
        }
      : {}),
    ...(funding
      ? {
          funding: {
            kind: 'funding',
            topic,
            rate: funding.rate,
            atMs: Number(funding.at_ms),
            ...(hours === 0 ? {} : { intervalHours: hours }),
            ...(nextMs === 0 ? {} : { nextFundingAtMs: nextMs }),
          },
        }
      : {}),
  };
}
