import { Fault } from '@assay/faults/faults';
import { isWellFormedApiKey } from '@assay/identifiers/api-key';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { sentKey } from '../../admission/admission.ts';
import { defineBodyRoute } from '../../route.ts';

/** The protocol's library checks the messages itself, and gives their errors the protocol's form. */
const message = z.looseObject({});

const protocolHeaders = /^(accept|content-type|mcp-.*)$/;
const loopbackOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

const forbiddenOrigin = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32_000,
    message:
      'this origin may not call the endpoint: call it from a program, or ask the operator to list the origin in ASSAY_CORS_ORIGINS',
  },
});

/**
 * The agent protocol (MCP). Each tool call is checked, counted and charged like the request to the API that it becomes.
 * Other messages are free, and have a separate limit. A page of another origin is refused, as the protocol requires.
 */
export default defineBodyRoute({
  method: 'POST',
  path: '/mcp',
  needsKey: false,
  body: { schemaOf: () => message },
  document: null,
  prepare: ({ body, headers, remoteAddress }, { mcp, corsOrigins }) => {
    const { origin } = headers;
    if (origin !== undefined && !loopbackOrigin.test(origin) && !corsOrigins.has(origin)) {
      return { run: async () => ({ status: 403, body: forbiddenOrigin }) };
    }
    const apiKey = sentKey(headers);
    if (apiKey === undefined || !isWellFormedApiKey(apiKey)) {
      throw new Fault('INVALID_KEY');
    }
    return {
      run: () => mcp({ apiKey, remoteAddress, headers: protocolHeadersOf(headers), message: body }),
    };
  },
});

function protocolHeadersOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => protocolHeaders.test(name) && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}
