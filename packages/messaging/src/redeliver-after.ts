import type { JsMsg } from '@nats-io/jetstream';

/**
 * Asks the server to deliver a message again after a pause, to any replica.
 * @param afterMs the pause, rounded up to whole milliseconds. The server refuses a pause that is not a whole number of
 * nanoseconds, and then delivers the message again immediately and endlessly.
 */
export function redeliverAfter(message: JsMsg, afterMs: number): void {
  message.nak(Math.ceil(afterMs));
}
