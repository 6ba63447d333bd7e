import { createServerFactory, withoutNullArguments, type SendToolRequest } from '@assay/mcp/server';
import { tools } from '@assay/mcp/tools';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import type { RequestListener } from 'node:http';
import type { HttpReply } from '../answers/http-reply.ts';
import { acceptedMedia, type AcceptedMedia } from './accepted-media.ts';
import { dispatch, type LocalResponse } from './dispatch.ts';
import type { MessageLimit } from './message-limit.ts';

/** One POST to the endpoint of the agent protocol. */
export type McpRequest = {
  /** The caller's API key. Every tool call sends it with its request to the API. */
  readonly apiKey: string;
  readonly remoteAddress: string;
  /** The headers that the protocol reads: those that name a version, a method or a media type. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed message. */
  readonly message: Readonly<Record<string, unknown>>;
};

/** Answers one message of the agent protocol (MCP). */
export type McpEndpoint = (request: McpRequest) => Promise<HttpReply>;

const toolNames = new Set(tools.map(({ name }) => name));

/**
 * Creates the endpoint of the agent protocol. A tool call becomes a request to the API inside this process, so it has
 * the same checks, charge, limit and trace as the same request over the network. Its charge is confirmed when the
 * caller's connection accepted the answer. The endpoint stores no session.
 * @param api the public API.
 * @param limit limits the messages that do not become a request to the API.
 */
export function createMcpEndpoint(api: RequestListener, limit: MessageLimit): McpEndpoint {
  return async ({ apiKey, remoteAddress, headers, message: given }) => {
    const message = withoutNullArguments(given);
    const isCall = isToolCall(message);
    if (isCall) {
      limit.beforeCall(apiKey, remoteAddress);
    } else {
      limit.count(apiKey, remoteAddress);
    }
    const media = acceptedMedia(headers['accept']);
    if (!media.json && !media.stream) {
      return notAcceptable;
    }
    const answers = collectAnswers();
    let isSent = false;
    const send: SendToolRequest = async ({ method, path, body }, { signal, traceparent }) => {
      isSent = true;
      const response = await dispatch(api, {
        method,
        path,
        remoteAddress,
        signal,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(traceparent === undefined ? {} : { traceparent }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? '' : JSON.stringify(body),
      });
      answers.add(response);
      return {
        status: response.status,
        body: response.body === '' ? undefined : (JSON.parse(response.body) as unknown),
      };
    };
    try {
      const request = new Request('http://localhost/mcp', {
        method: 'POST',
        // The protocol's library compares this header as text. With the caller's own header, it would refuse wildcards,
        // and clients that accept only one media type.
        headers: { ...headers, accept: 'application/json, text/event-stream' },
        body: JSON.stringify(message),
      });
      const response = await serve(createServerFactory(send), request, message, media);
      const contentType = response.headers.get('content-type');
      return {
        status: response.status,
        body: await response.text(),
        onDelivered: answers.onDelivered,
        ...(contentType === null ? {} : { contentType }),
      };
    } catch (thrown) {
      answers.onDelivered(false);
      throw thrown;
    } finally {
      if (isCall && !isSent) {
        limit.onUnsentCall(apiKey, remoteAddress);
      }
    }
  };
}

const notAcceptable: HttpReply = {
  status: 406,
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_000, message: 'send Accept with application/json, text/event-stream or both' },
  }),
};

/**
 * Serves one message. A caller that accepts JSON gets JSON. A caller that accepts only streams gets a stream with one
 * event. A subscription is acknowledged and ends at once, because this server never sends notifications. Clients of
 * version 2025-11-25 have a separate transport here, because the library's handler answers them only with streams.
 */
async function serve(
  factory: McpServerFactory,
  request: Request,
  message: McpRequest['message'],
  media: AcceptedMedia,
): Promise<Response> {
  if (!media.json || !(await isLegacyRequest(request, message))) {
    const mode = media.json ? {} : ({ responseMode: 'sse' } as const);
    return createMcpHandler(factory, mode).fetch(request, { parsedBody: message });
  }
  const server = await factory({ era: 'legacy', requestInfo: request });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** Returns whether the message calls a tool. A message without an id is a notification, which calls nothing. */
function isToolCall({ id, method, params }: McpRequest['message']): boolean {
  const name = typeof params === 'object' && params !== null ? (params as { readonly name?: unknown }).name : undefined;
  return id !== undefined && method === 'tools/call' && toolNames.has(String(name));
}

/** Collects the API's answers to one message, and reports to all of them whether the reply reached the caller. */
function collectAnswers(): {
  readonly add: (answer: LocalResponse) => void;
  readonly onDelivered: (delivered: boolean) => void;
} {
  const waiting: LocalResponse[] = [];
  let hasEnded = false;
  return {
    add: (answer) => {
      if (hasEnded) {
        // The reply was written before this answer arrived, so the caller never receives the answer.
        answer.onDelivered(false);
      } else {
        waiting.push(answer);
      }
    },
    onDelivered: (delivered) => {
      hasEnded = true;
      waiting.splice(0).forEach((answer) => answer.onDelivered(delivered));
    },
  };
}
