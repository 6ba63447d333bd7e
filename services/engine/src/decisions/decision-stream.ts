import { AckPolicy, type JsMsg } from '@nats-io/jetstream';
import type { Nats } from '@assay/messaging/nats';
import { redeliverAfter } from '@assay/messaging/redeliver-after';
import { makeWorkQueue } from '@assay/messaging/work-queue';
import { subjects } from '@assay/rpc/subjects';
import type { StreamMessage, StreamMessages } from './recorder.ts';

/** The stream of decisions. When the NATS server has lost the stream, the engine creates it again. */
export type DecisionStream = {
  /** Whether the server is connected and the stream existed at the last check. */
  readonly available: () => boolean;
  /** Resolves when the stream has stored the message. Otherwise rejects within half a second. */
  readonly publish: (message: { readonly messageId: string; readonly payload: Buffer }) => Promise<void>;
  /** Opens the NATS consumer that all replicas share. */
  readonly open: () => Promise<StreamMessages>;
  /** Creates the stream and its consumer when they are missing. Does nothing while NATS is unavailable. */
  readonly ensure: () => Promise<void>;
};

const publishTimeoutMs = 400;
const consumerName = 'engine-recorder';
const nanosPerMs = 1_000_000;
/**
 * If a recorder dies, NATS delivers its messages to another recorder after this many milliseconds. Until then, nobody
 * can look up the decisions in them. A recorder that is only slow may cause a second delivery of a message, but the
 * table still gets each decision only once.
 */
const redeliverAfterMs = 8_000;
const maxUnacknowledgedMessages = 256;

/** Settings of the stream. */
export type DecisionStreamOptions = {
  /** Number of copies of the stream that a NATS cluster stores. */
  readonly replicas: number;
  /** Maximum size of the stream. It determines how many decisions can wait while the database is unavailable. */
  readonly maxBytes: number;
  /** Called with each size that NATS refused. The engine then creates a smaller stream. */
  readonly onSizeRefused: (bytes: number) => void;
};

/**
 * Creates the access to the stream over the current connection.
 * @param connection returns undefined before the first connection to NATS.
 */
export function createDecisionStream(
  connection: () => Nats | undefined,
  options: DecisionStreamOptions,
): DecisionStream {
  let exists = false;
  let creating: Promise<void> | undefined;
  const connected = (): Nats => {
    const nats = connection();
    if (nats === undefined || !nats.connected()) {
      throw new Error('NATS is not connected');
    }
    return nats;
  };
  const create = async (): Promise<void> => {
    await createStream(connected(), options);
    exists = true;
  };
  const createOnce = (): Promise<void> => {
    creating ??= create().finally(() => {
      creating = undefined;
    });
    return creating;
  };
  return {
    available: () => exists && connection()?.connected() === true,
    publish: async ({ messageId, payload }) => {
      try {
        await connected().jetstream.publish(subjects.decisionRecorded.subject, payload, {
          msgID: messageId,
          timeout: publishTimeoutMs,
        });
      } catch (error) {
        exists = false;
        throw error;
      }
    },
    open: async () => {
      await createOnce();
      return openConsumer(connected());
    },
    ensure: async () => {
      if (!exists && connection()?.connected() === true) {
        await createOnce();
      }
    },
  };
}

/**
 * Creates the stream as a work queue: a message leaves the stream when its decisions are in the table. A full stream
 * refuses new messages, which then go to the outbox. The stream never drops a message that it acknowledged.
 */
async function createStream(nats: Nats, options: DecisionStreamOptions): Promise<void> {
  const { stream } = subjects.decisionRecorded;
  await makeWorkQueue(nats, { ...subjects.decisionRecorded, ...options, duplicateWindowMs: 120_000 });
  const manager = await nats.manager();
  await manager.consumers.add(stream, {
    durable_name: consumerName,
    ack_policy: AckPolicy.Explicit,
    ack_wait: redeliverAfterMs * nanosPerMs,
    max_ack_pending: maxUnacknowledgedMessages,
    max_deliver: -1,
  });
}

async function openConsumer(nats: Nats): Promise<StreamMessages> {
  const consumer = await nats.jetstream.consumers.get(subjects.decisionRecorded.stream, consumerName);
  const messages = await consumer.consume({
    max_messages: maxUnacknowledgedMessages / 4,
    expires: 5_000,
    idle_heartbeat: 500,
    // When the stream or the consumer is gone, the iteration ends, and the recorder creates both again.
    abort_on_missing_resource: true,
  });
  return { messages: streamMessages(messages), close: () => messages.close() };
}

async function* streamMessages(messages: AsyncIterable<JsMsg>): AsyncIterable<StreamMessage> {
  for await (const message of messages) {
    yield {
      payload: message.data,
      acknowledge: () => message.ack(),
      retryAfter: (afterMs) => redeliverAfter(message, afterMs),
      discard: () => message.term(),
    };
  }
}
