import { guarded } from '@assay/runtime/guarded';
import type { Nats } from './nats.ts';
import type { Metrics } from '@assay/telemetry/metrics';
import type { ServiceTools } from '@assay/runtime/run';
import { createUnexpectedReport } from '@assay/telemetry/unexpected-errors';

/** A NATS subject, and the decoder of its payload. */
export type MessageSource<Message> = {
  readonly subject: string;
  /** Decodes a payload. Throws when the bytes are not such a message. */
  readonly decode: (bytes: Uint8Array) => Message;
};

/** Calls a handler for every message of a subject, until the connection closes. */
export type Subscribe = <Message>(
  connection: Pick<Nats['connection'], 'subscribe'>,
  source: MessageSource<Message>,
  onMessage: (message: Message) => void,
) => void;

const counters = new WeakMap<Metrics, (subject: string) => void>();

/** Returns the function that counts a dropped message of a subject. A process has only one such counter. */
export function malformedCounter(metrics: Metrics): (subject: string) => void {
  const existingCounter = counters.get(metrics);
  if (existingCounter !== undefined) {
    return existingCounter;
  }
  const malformed = metrics.counter(
    'assay_messages_malformed_total',
    'NATS messages that did not parse and were dropped.',
    ['subject'],
  );
  const count = (subject: string): void => malformed.inc({ subject });
  counters.set(metrics, count);
  return count;
}

/**
 * Creates the function that subscribes. A message that cannot be decoded is dropped and counted as malformed. A message
 * that makes its handler throw is dropped and counted as an unexpected error of its subject. So a message cannot end
 * the subscription or the process.
 */
export function createSubscribe(tools: Pick<ServiceTools, 'log' | 'metrics'>): Subscribe {
  const countMalformed = malformedCounter(tools.metrics);
  const reportUnexpected = createUnexpectedReport(tools);
  return (connection, { subject, decode }, onMessage) => {
    const handle = guarded(onMessage, (error) => reportUnexpected(subject, error));
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) {
          tools.log.warn({ subject, cause: error.message }, 'a NATS subscription failed');
          return;
        }
        let decoded;
        try {
          decoded = decode(message.data);
        } catch (cause) {
          countMalformed(subject);
          tools.log.debug({ subject, err: cause }, 'dropped a malformed NATS message');
          return;
        }
        handle(decoded);
      },
    });
  };
}
