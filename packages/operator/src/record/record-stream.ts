import type { ProviderStream } from '@assay/providers/define-stream';
import { redactedText } from '@assay/providers/recording/redact';
import type { Clock } from '@assay/runtime/clock';
import { parseMessage } from '@assay/streams/parse-message';
import type { OpenTransport } from '@assay/streams/transport';
import type { Recording } from './record-answer.ts';

/** The dependencies of recordStream. */
export type RecordedStreamPorts = {
  readonly open: OpenTransport;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly secrets: readonly string[];
};

/** A stream with its URL and the headers that carry the operator's key. */
export type RecordedTarget = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly topics: readonly string[];
};

const recordForMs = 10_000;
const maxMessages = 40;
/**
 * Number of messages of each kind that a fixture contains. It is enough for a test, and prevents a fast venue from
 * filling the fixture with trades.
 */
const maxAlike = 4;
const maxMessageChars = 65_536;

type RecordedMessage = { readonly name: string; readonly text: string; readonly kinds: readonly string[] };

/** Listens to a stream for at most ten seconds and returns its messages as a fixture. Never rejects. */
export function recordStream(
  stream: ProviderStream,
  target: RecordedTarget,
  ports: RecordedStreamPorts,
): Promise<Recording> {
  return new Promise((resolve) => {
    const messages: RecordedMessage[] = [];
    let ended = false;
    const end = (lost?: string): void => {
      if (!ended) {
        ended = true;
        cancel();
        connection?.close();
        resolve(recordingOf(stream, messages, lost, ports.clock.now()));
      }
    };
    const cancel = ports.clock.after(recordForMs, () => end());
    const take = (text: string): void => {
      const kinds = kindsOf(stream, text);
      const alike = messages.filter((each) => each.kinds.join() === kinds.join()).length;
      if (!ended && alike < maxAlike && text.length <= maxMessageChars) {
        const name = `live ${messages.length + 1}`;
        messages.push({ name, text: redactedText(text, ports.secrets), kinds });
      }
      if (messages.length >= maxMessages) {
        end();
      }
    };
    const connection: ReturnType<OpenTransport> | undefined = ports.open(
      target.url,
      {
        onOpen: () => stream.subscribe(target.topics, 1).forEach((request) => connection?.send(request)),
        onMessage: take,
        onAlive: () => undefined,
        onClose: (detail) => end(detail),
      },
      target.headers,
    );
  });
}

/** Returns the kinds of the events that the stream's reader finds in a message. */
export function kindsOf(stream: ProviderStream, text: string): readonly string[] {
  const message = parseMessage(text, stream.numericPrices);
  if (message === undefined) {
    return [text === stream.ping?.answer ? 'heartbeat' : 'malformed'];
  }
  try {
    return stream.eventsOf(message).map(({ kind }) => kind);
  } catch {
    return ['malformed'];
  }
}

function recordingOf(
  stream: ProviderStream,
  messages: readonly RecordedMessage[],
  lost: string | undefined,
  nowMs: number,
): Recording {
  const of = `stream ${stream.id}`;
  const kinds = new Set(messages.flatMap((message) => message.kinds));
  const hasData = ['trade', 'quote', 'funding', 'funding_part'].some((kind) => kinds.has(kind));
  const isBroken = kinds.has('malformed') || kinds.has('rejected');
  if (messages.length === 0) {
    return { of, outcome: 'unreachable', detail: lost ?? `no message within ${recordForMs / 1_000} seconds` };
  }
  const file = {
    provider: stream.provider,
    recorded: { at: new Date(nowMs).toISOString(), stream: stream.id },
    messages,
  };
  return {
    of,
    outcome: isBroken ? 'malformed' : hasData ? 'ok' : 'no_data',
    detail: isBroken ? 'the reader does not know some message' : hasData ? '' : 'no trade, quote or rate arrived',
    fixture: {
      folder: 'stream-fixtures',
      name: `live-${stream.id.replace('.', '-')}-stream.json`,
      text: `${JSON.stringify(file, undefined, 2)}\n`,
    },
  };
}
