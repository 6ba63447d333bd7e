import { AckPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { subjects } from '@assay/rpc/subjects';
import type { Nats } from '@assay/service/nats';
import { makeTriggerStream, triggerId } from '../../trigger-stream.ts';
import type { Trigger } from '../claim/store.ts';

/** A trigger out of the queue, until it is settled with it. */
export type QueuedTrigger = {
  /** Undefined when the message is none of ours. */
  readonly trigger: Trigger | undefined;
  /** How often it came, this time included. */
  readonly visits: number;
  /** It leaves the queue. */
  readonly done: () => void;
  /** It comes again, to whichever replica. */
  readonly again: (afterMs: number) => void;
  /** It is still being dealt with; without this it comes again. */
  readonly working: () => void;
};

/** Triggers as they come, until the stream breaks or is closed. */
export type TriggerQueue = {
  readonly triggers: AsyncIterable<QueuedTrigger>;
  readonly close: () => Promise<unknown>;
};

const consumerName = 'watch-delivery';
const nanosPerMs = 1_000_000;
/** Triggers that wait for a watch under way count, too: with fewer, many slow webhooks would stop the queue for all. */
const maxUnsettled = 100_000;
const pulledAtOnce = 128;

/**
 * Opens the consumer that all replicas share, making queue and consumer where they are missing. Rejects while NATS is away.
 * @param options.redeliverAfterMs after so long without a sign of life a trigger goes to another replica.
 */
export async function openTriggerQueue(
  nats: Nats | undefined,
  options: { readonly streamReplicas: number; readonly redeliverAfterMs: number },
): Promise<TriggerQueue> {
  if (nats === undefined || !nats.connected()) {
    throw new Error('NATS is away');
  }
  const { stream } = subjects.watchTriggered;
  await makeTriggerStream(nats, options.streamReplicas);
  const manager = await nats.manager();
  await manager.consumers.add(stream, {
    durable_name: consumerName,
    ack_policy: AckPolicy.Explicit,
    ack_wait: options.redeliverAfterMs * nanosPerMs,
    max_ack_pending: maxUnsettled,
    max_deliver: -1,
  });
  const consumer = await nats.jetstream.consumers.get(stream, consumerName);
  const messages = await consumer.consume({
    max_messages: pulledAtOnce,
    expires: 5_000,
    idle_heartbeat: 500,
    // Ends the iteration when stream or consumer is gone, so that both are made again.
    abort_on_missing_resource: true,
  });
  return { triggers: triggersOf(messages), close: () => messages.close() };
}

async function* triggersOf(messages: ConsumerMessages): AsyncIterable<QueuedTrigger> {
  for await (const message of messages) {
    yield queued(message);
  }
}

function queued(message: JsMsg): QueuedTrigger {
  return {
    trigger: read(message.data),
    visits: message.info.deliveryCount,
    done: () => message.ack(),
    again: (afterMs) => message.nak(afterMs),
    working: () => message.working(),
  };
}

function read(payload: Uint8Array): Trigger | undefined {
  try {
    const { watch_id, slot, content_hash, traceparent, observed_at_ms } = subjects.watchTriggered.decode(payload);
    const id = triggerId({ watchId: watch_id, slot: BigInt(slot), contentHash: content_hash });
    const seen = { slot: BigInt(slot), observedAtMs: Number(observed_at_ms) };
    return watch_id === '' ? undefined : { id, watchId: watch_id, ...seen, traceparent };
  } catch {
    // Not a message of ours; the worker says so and drops it.
    return undefined;
  }
}
