import { readFileSync } from 'node:fs';
import { parse as parseLossless } from 'lossless-json';
import type { ProviderStream, StreamEvent } from '../define-stream.ts';

/** A recorded message of a stream: a name that describes it, and its text. */
export type RecordedMessage = { readonly name: string; readonly text: string };

/**
 * Returns the messages of a recording, in order. Each line of `messages` is the text of one message, so that every
 * digit is preserved.
 */
export function recordedMessages(fixture: URL): readonly RecordedMessage[] {
  const file = JSON.parse(readFileSync(fixture, 'utf8')) as {
    readonly messages: readonly { readonly name: string; readonly text: string }[];
  };
  return file.messages;
}

/** Returns the events of one recorded message by its name. Throws when the recording does not have it. */
export function eventsOfRecorded(
  stream: ProviderStream | undefined,
  messages: readonly RecordedMessage[],
  name: string,
): readonly StreamEvent[] {
  const recordedMessage = messages.find((each) => each.name === name);
  if (recordedMessage === undefined || stream === undefined) {
    throw new Error(`the recording has no message "${name}"`);
  }
  const message = stream.numericPrices
    ? parseLossless(recordedMessage.text, undefined, { parseNumber: (literal) => literal })
    : (JSON.parse(recordedMessage.text) as unknown);
  return stream.eventsOf(message);
}
