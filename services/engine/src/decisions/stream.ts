import { AckPolicy, type JsMsg } from '@nats-io/jetstream';
import type { Nats } from '@assay/service/nats';
import { makeWorkQueue } from '@assay/service/work-queue';
import { subjects } from '@assay/rpc/subjects';
import type { StreamMessages, StreamMessage } from './recorder.ts';

/** The stream of decisions, made again whenever the server has lost it. */
export type DecisionStream = {
  /** Whether the server is there and the stream was there when last looked. */
  readonly available: () => boolean;
  /** Resolves when the stream has stored the message; rejects within half a second otherwise. */
  readonly publish: (message: { readonly messageId: string; readonly payload: Buffer }) => Promise<void>;
  /** Opens the consumer that all replicas share. */
  readonly open: () => Promise<StreamMessages>;
  /** Makes stream and consumer where they are missing. Called twice a second; does nothing when all is well. */
  readonly ensure: () => Promise<void>;
};

const publishTimeoutMs = 400;
const consumerName = 'engine-recorder';
const nanosPerMs = 1_000_000;
/**
 * What a recorder that died had taken goes to another after this long, and its decisions cannot be looked up until then.
 * A recorder that is merely slow may see its messages delivered twice, which are written once.
 */
const redeliverAfterMs = 8_000;
const maxStreamBytes = 512 * 1_024 * 1_024;
const maxUnsettledMessages = 256;

/**
 * Works on whatever connection there is now.
 * @param connection undefined until NATS was reached for the first time.
 * @param replicas copies that a NATS cluster keeps of the stream.
 */
export function createDecisionStream(
  connection: () => Nats | undefined,
  replicas: number,
  trouble: (what: string, error: unknown) => void,
): DecisionStream {
  let made = false;
  let making: Promise<void> | undefined;
  const reached = (): Nats => {
    const nats = connection();
    if (nats === undefined || !nats.connected()) {
      throw new Error('NATS is away');
    }
    return nats;
  };
  const make = async (): Promise<void> => {
    await makeStream(reached(), replicas);
    made = true;
  };
  const ensure = (): Promise<void> => {
    making ??= make().finally(() => {
      making = undefined;
    });
    return making;
  };
  return {
    available: () => made && connection()?.connected() === true,
    publish: async ({ messageId, payload }) => {
      try {
        await reached().jetstream.publish(subjects.decisionRecorded.subject, payload, {
          msgID: messageId,
          timeout: publishTimeoutMs,
        });
      } catch (error) {
        made = false;
        throw error;
      }
    },
    open: async () => {
      await ensure();
      return openConsumer(reached());
    },
    ensure: async () => {
      if (!made && connection()?.connected() === true) {
        try {
          await ensure();
        } catch (error) {
          trouble('the decision stream could not be made', error);
        }
      }
    },
  };
}

/**
 * A work queue: a message leaves the stream when its decisions are in the table. When it is full the newest is refused
 * and goes to the outbox, so that nothing that was acknowledged is ever pushed out.
 */
async function makeStream(nats: Nats, replicas: number): Promise<void> {
  const { stream } = subjects.decisionRecorded;
  await makeWorkQueue(nats, {
    ...subjects.decisionRecorded,
    maxBytes: maxStreamBytes,
    replicas,
    duplicateWindowMs: 120_000,
  });
  const manager = await nats.manager();
  await manager.consumers.add(stream, {
    durable_name: consumerName,
    ack_policy: AckPolicy.Explicit,
    ack_wait: redeliverAfterMs * nanosPerMs,
    max_ack_pending: maxUnsettledMessages,
    max_deliver: -1,
  });
}

async function openConsumer(nats: Nats): Promise<StreamMessages> {
  const consumer = await nats.jetstream.consumers.get(subjects.decisionRecorded.stream, consumerName);
  const messages = await consumer.consume({
    max_messages: maxUnsettledMessages / 4,
    expires: 5_000,
    idle_heartbeat: 500,
    // Ends the iteration when stream or consumer is gone, so that both are made again.
    abort_on_missing_resource: true,
  });
  return { messages: deliveries(messages), close: () => messages.close() };
}

async function* deliveries(messages: AsyncIterable<JsMsg>): AsyncIterable<StreamMessage> {
  for await (const message of messages) {
    yield {
      payload: message.data,
      acknowledge: () => message.ack(),
      retryAfter: (afterMs) => message.nak(afterMs),
      discard: () => message.term(),
    };
  }
}
