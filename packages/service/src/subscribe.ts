import type { Nats } from './nats.ts';
import type { ServiceTools } from './run.ts';

/** A NATS subject, and the decoder of its payload. */
export type MessageSource<Message> = {
  readonly subject: string;
  /** Throws for bytes that are no such message. */
  readonly decode: (bytes: Uint8Array) => Message;
};

/** Calls a handler for every message of a subject, until the connection closes. */
export type Subscribe = <Message>(
  connection: Pick<Nats['connection'], 'subscribe'>,
  source: MessageSource<Message>,
  onMessage: (message: Message) => void,
) => void;

/**
 * Creates the function that subscribes. It counts and drops a message that does not decode or that its handler cannot use,
 * so that no sender can end the subscription or the process.
 */
export function createSubscribe(tools: Pick<ServiceTools, 'log' | 'metrics'>): Subscribe {
  const malformed = tools.metrics.counter(
    'assay_messages_malformed_total',
    'NATS messages that did not parse and were dropped.',
    ['subject'],
  );
  return (connection, { subject, decode }, onMessage) => {
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) {
          tools.log.warn({ subject, cause: error.message }, 'a NATS subscription failed');
          return;
        }
        try {
          onMessage(decode(message.data));
        } catch (cause) {
          malformed.inc({ subject });
          tools.log.debug({ subject, err: cause }, 'dropped a malformed NATS message');
        }
      },
    });
  };
}
