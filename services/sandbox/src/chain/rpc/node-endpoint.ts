import { text, type MockEndpoint, type MockResponse } from '../../mock-endpoint.ts';
import { envelope, exactJson, idOf, type Dispatch } from './json-rpc.ts';
import { RpcError } from './rpc-error.ts';

const maxBatchCalls = 100;

/** Returns the mock endpoint of a node: JSON-RPC by POST, alone or in batches, and the health page. */
export function nodeEndpoint(
  name: string,
  dispatch: Dispatch,
): Pick<MockEndpoint, 'respond' | 'rateLimited' | 'serverError'> {
  return {
    respond: ({ method, path, body }) => {
      if (method === 'GET' && path === '/health') {
        return text(200, healthText(dispatch({ jsonrpc: '2.0', id: 1, method: 'getHealth' })));
      }
      if (method !== 'POST') {
        return text(405, 'Used HTTP Method is not allowed. POST or OPTIONS is required');
      }
      const parsed = parse(body);
      if (parsed === undefined) {
        return written(envelope(null, new RpcError(-32_700, 'Parse error')));
      }
      return Array.isArray(parsed.value) ? batchResponse(parsed.value, dispatch) : callResponse(parsed.value, dispatch);
    },
    rateLimited: ({ body }) => ({
      ...written(envelope(idOf(parse(body)?.value), new RpcError(429, 'Too many requests for a specific RPC call'))),
      status: 429,
    }),
    serverError: () => text(500, `${name}: Internal Server Error`),
  };
}

function callResponse(call: unknown, dispatch: Dispatch): MockResponse {
  const reply = dispatch(call);
  return reply === undefined ? { status: 200, body: '' } : written(reply);
}

function batchResponse(calls: readonly unknown[], dispatch: Dispatch): MockResponse {
  if (calls.length === 0 || calls.length > maxBatchCalls) {
    return written(envelope(null, new RpcError(-32_600, 'Invalid request')));
  }
  const replies = calls.flatMap((call) => dispatch(call) ?? []);
  return replies.length === 0 ? { status: 200, body: '' } : written(replies);
}

function written(body: object): MockResponse {
  return { status: 200, body: exactJson(body) };
}

function parse(body: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) as unknown };
  } catch {
    return undefined;
  }
}

function healthText(reply: object | undefined): string {
  return reply !== undefined && 'result' in reply ? 'ok' : 'behind';
}
