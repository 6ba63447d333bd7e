import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { OpenTransport, TransportConnection, TransportEvents } from './transport.ts';

/** Maximum length of an event, in characters. A longer event ends the connection. */
const maxEventChars = 1_048_576;

type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

/** The state of one stream of server-sent events. */
type State = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly events: TransportEvents;
  readonly request: SendRequest;
  readonly parameters: Set<string>;
  /** Aborts the response in progress. Undefined while there is none. */
  current: AbortController | undefined;
  /** Set while reading is paused. */
  paused: { readonly until: Promise<void>; readonly resume: () => void } | undefined;
  closed: boolean;
};

/**
 * Returns a transport for server-sent events. A client cannot send messages on such a stream: its topics are parameters
 * of the URL's query. When a client sends `add <parameters>` or `remove <parameters>`, the transport requests the
 * stream again with the resulting parameters.
 * @param request sends the request, as `fetch` does.
 */
export function createEventStreamTransport(request: SendRequest = fetch): OpenTransport {
  return (url, events, headers = {}) => {
    const state: State = {
      url,
      headers,
      events,
      request,
      parameters: new Set(),
      current: undefined,
      paused: undefined,
      closed: false,
    };
    // The transport accepts parameters immediately. It opens the HTTP connection when the first parameters arrive.
    queueMicrotask(() => state.closed || events.onOpen());
    return connectionOf(state);
  };
}

function connectionOf(state: State): TransportConnection {
  return {
    send: (text) => {
      if (!state.closed && changeParameters(state.parameters, text)) {
        void read(state);
      }
    },
    pause: () => {
      state.paused ??= pause();
    },
    resume: () => {
      state.paused?.resume();
      state.paused = undefined;
    },
    close: () => {
      state.closed = true;
      state.paused?.resume();
      state.current?.abort();
    },
  };
}

function pause(): NonNullable<State['paused']> {
  let resume = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    resume = resolve;
  });
  return { until, resume: () => resume() };
}

/** Applies an `add` or `remove` message of the client to the parameters. Returns whether the parameters changed. */
function changeParameters(parameters: Set<string>, text: string): boolean {
  const [operation, list = ''] = text.split(' ');
  const changedParameters = list.split('&').filter((parameter) => parameter !== '');
  const changed = changedParameters.filter((parameter) => parameters.has(parameter) === (operation === 'remove'));
  changed.forEach((parameter) => (operation === 'remove' ? parameters.delete(parameter) : parameters.add(parameter)));
  return changed.length > 0;
}

/** Requests the stream with all its parameters, and reads it to its end. A newer request ends this one. */
async function read(state: State): Promise<void> {
  state.current?.abort();
  const abortOfThisRead = new AbortController();
  state.current = abortOfThisRead;
  const fail = (detail: string, httpStatus?: number): void => {
    if (!state.closed && state.current === abortOfThisRead) {
      state.closed = true;
      abortOfThisRead.abort();
      state.events.onClose(detail, ...(httpStatus === undefined ? [] : [httpStatus]));
    }
  };
  if (state.parameters.size === 0) {
    return;
  }
  try {
    const separator = state.url.includes('?') ? '&' : '?';
    const response = await state.request(`${state.url}${separator}${[...state.parameters].join('&')}`, {
      headers: { accept: 'text/event-stream', 'user-agent': 'assay/0.1', ...state.headers },
      redirect: 'manual',
      signal: abortOfThisRead.signal,
    });
    if (response.status !== 200 || response.body === null) {
      fail(`HTTP ${response.status}`, response.status);
      return;
    }
    await readBody(state, response.body, fail, abortOfThisRead.signal);
    fail('the venue closed the connection');
  } catch {
    // Do not report the error's text, because it can contain a host name.
    fail('connection lost');
  }
}

async function readBody(
  state: State,
  body: ReadableStream<Uint8Array>,
  fail: (detail: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const parser = createEventParser(state.events, signal, fail);
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    // While reading is paused, leave the body unread. The venue must then wait.
    await state.paused?.until;
    if (signal.aborted) {
      return;
    }
    parser.feed(decoder.decode(chunk, { stream: true }));
  }
}

function createEventParser(
  events: TransportEvents,
  signal: AbortSignal,
  fail: (detail: string) => void,
): EventSourceParser {
  return createParser({
    maxBufferSize: maxEventChars,
    onEvent: ({ data }) => {
      // The handler of a message can end the connection. Then ignore the remaining messages of this chunk.
      if (!signal.aborted) {
        events.onMessage(data);
      }
    },
    onComment: () => {
      if (!signal.aborted) {
        events.onAlive();
      }
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') {
        fail(`an event is longer than ${maxEventChars} characters`);
      }
    },
  });
}
