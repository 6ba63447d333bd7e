import { AckPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { subjects } from '@assay/rpc/subjects';
import type { Nats } from '@assay/messaging/nats';
import { redeliverAfter } from '@assay/messaging/redeliver-after';
import { makeTriggerStream, triggerId } from '../../trigger-stream.ts';
import type { Trigger } from './trigger.ts';

/** A trigger from the queue, with the three responses that JetStream accepts for a message. */
export type QueuedTrigger = {
  /** Undefined if the message contains no trigger. */
  readonly trigger: Trigger | undefined;
  /** Number of times that the queue delivered the message, this time included. */
  readonly deliveryCount: number;
  /** Removes the message from the queue. */
  readonly ack: () => void;
  /** Makes the queue deliver the message again, to any replica, after a time in milliseconds. */
  readonly nak: (afterMs: number) => void;
  /** Extends the time for which the queue waits for a response. */
  readonly working: () => void;
};

/** The consumer of triggers. The iteration ends when the stream breaks or the queue closes. */
export type TriggerQueue = {
  readonly triggers: AsyncIterable<QueuedTrigger>;
  readonly close: () => Promise<unknown>;
};

const consumerName = 'watch-delivery';
const nanosPerMs = 1_000_000;
/**
 * Maximum number of unacknowledged messages. Deferred triggers count as unacknowledged, so with a lower limit many slow
 * webhooks would stop the queue for everybody.
 */
const maxUnacknowledged = 100_000;
const maxPulled = 128;

/**
 * Opens the consumer that all replicas share. Creates the stream and the consumer if they are missing. Rejects while
 * NATS is unavailable.
 * @param options.onSizeRefused receives each size in bytes that NATS refused for the queue.
 * @param options.redeliverAfterMs time without a response after which the queue delivers a trigger to another replica.
 */
export async function openTriggerQueue(
  nats: Nats | undefined,
  options: {
    readonly streamReplicas: number;
    readonly redeliverAfterMs: number;
    readonly onSizeRefused: (bytes: number) => void;
  },
): Promise<TriggerQueue> {
  if (nats === undefined || !nats.connected()) {
    throw new Error('NATS is unavailable');
  }
  const { stream } = subjects.watchTriggered;
  await makeTriggerStream(nats, { replicas: options.streamReplicas, onSizeRefused: options.onSizeRefused });
  const manager = await nats.manager();
  await manager.consumers.add(stream, {
    durable_name: consumerName,
    ack_policy: AckPolicy.Explicit,
    ack_wait: options.redeliverAfterMs * nanosPerMs,
    max_ack_pending: maxUnacknowledged,
    max_deliver: -1,
  });
  const consumer = await nats.jetstream.consumers.get(stream, consumerName);
  const messages = await consumer.consume({
    max_messages: maxPulled,
    expires: 5_000,
    idle_heartbeat: 500,
    // Ends the iteration when the stream or the consumer is gone, so that the worker opens the queue again.
    abort_on_missing_resource: true,
  });
  return { triggers: readTriggers(messages), close: () => messages.close() };
}

async function* readTriggers(messages: ConsumerMessages): AsyncIterable<QueuedTrigger> {
  for await (const message of messages) {
    yield queuedTrigger(message);
  }
}

function queuedTrigger(message: JsMsg): QueuedTrigger {
  return {
    trigger: decode(message.data),
    deliveryCount: message.info.deliveryCount,
    ack: () => message.ack(),
    nak: (afterMs) => redeliverAfter(message, afterMs),
    working: () => message.working(),
  };
}

/** Returns undefined for a payload that is no trigger. The worker logs and drops the message. */
function decode(payload: Uint8Array): Trigger | undefined {
  try {
    const { watch_id, slot, content_hash, traceparent, observed_at_ms } = subjects.watchTriggered.decode(payload);
    const id = triggerId({ watchId: watch_id, slot: BigInt(slot), contentHash: content_hash });
    const observation = { slot: BigInt(slot), observedAtMs: Number(observed_at_ms) };
    return watch_id === '' ? undefined : { id, watchId: watch_id, ...observation, traceparent };
  } catch {
    return undefined;
  }
}
