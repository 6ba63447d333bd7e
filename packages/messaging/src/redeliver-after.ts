import type { JsMsg } from '@nats-io/jetstream';

/**
 * Makes a stream deliver a message again after a pause, to any replica.
 * @param afterMs the pause, rounded up to whole milliseconds. The server refuses a pause that is no whole number of
 *   nanoseconds, and would then deliver the message again at once, without an end.
 */
export function redeliverAfter(message: JsMsg, afterMs: number): void {
  message.nak(Math.ceil(afterMs));
}
