import { createServerFactory, type SendToolRequest } from '@assay/mcp/server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { RequestListener } from 'node:http';
import type { HttpReply } from '../route.ts';
import { dispatch } from './dispatch.ts';

/** One POST to the endpoint of the agent protocol. */
export type McpRequest = {
  /** The caller's API key. Every call of a tool sends it with its request. */
  readonly apiKey: string;
  readonly remoteAddress: string;
  /** The headers of the protocol: those that name a version, a method or a media type. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed message. */
  readonly message: Readonly<Record<string, unknown>>;
};

/** Answers one message of the agent protocol (MCP). */
export type McpEndpoint = (request: McpRequest) => Promise<HttpReply>;

/**
 * Creates the endpoint of the agent protocol. A call of a tool becomes a request to the API in this process, so it has
 * the same checks, charge, limit and trace as that request over the network. The endpoint keeps no session.
 * @param api the public API.
 */
export function createMcpEndpoint(api: RequestListener): McpEndpoint {
  return async ({ apiKey, remoteAddress, headers, message }) => {
    const send: SendToolRequest = async ({ method, path, body }, { signal, traceparent }) => {
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
      return {
        status: response.status,
        body: response.body === '' ? undefined : (JSON.parse(response.body) as unknown),
      };
    };
    const handler = createMcpHandler(createServerFactory(send), { maxSubscriptions: 0 });
    const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(message) });
    const response = await handler.fetch(request, { parsedBody: message });
    const contentType = response.headers.get('content-type');
    return {
      status: response.status,
      body: await response.text(),
      ...(contentType === null ? {} : { contentType }),
    };
  };
}
