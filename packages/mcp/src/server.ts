import {
  McpServer,
  type CallToolResult,
  type McpServerFactory,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { inToolWords } from './tool-words.ts';
import { instructions, tools, type ToolRequest } from './tools.ts';
import { version } from './version.ts';

/** A response to the request of a tool. */
export type ToolResponse = {
  readonly status: number;
  /** The parsed body; undefined when the response has no body or the body is not JSON. */
  readonly body: unknown;
  /**
   * Words about where the response came from and what may have sent it instead of the service. They complete the
   * sentence of an error.
   */
  readonly origin?: string;
};

/** Sends the request of a tool to the HTTP API. Rejects when there is no response. */
export type SendToolRequest = (
  request: ToolRequest,
  context: {
    readonly signal: AbortSignal;
    /** The caller's W3C trace context. The service records it as a link to its own trace. */
    readonly traceparent: string | undefined;
  },
) => Promise<ToolResponse>;

type Body = Readonly<Record<string, unknown>>;

/**
 * Returns the factory of Assay's MCP server. Its tools are the operations of the HTTP API, so that answers, charges, limits
 * and traces are the same. The server supports the protocol versions 2026-07-28 and 2025-11-25.
 */
export function createServerFactory(send: SendToolRequest): McpServerFactory {
  return () => {
    // The tools never change while the server runs, so there is nothing to subscribe to.
    const capabilities = { tools: { listChanged: false } };
    const server = new McpServer({ name: 'assay', title: 'Assay', version }, { instructions, capabilities });
    for (const { name, title, description, input, output, field, annotations, request } of tools) {
      const config = { title, description, annotations, inputSchema: schemaOf(input), outputSchema: schemaOf(output) };
      server.registerTool(name, config, async (input, context) => {
        const traceparent = context.mcpReq._meta?.['traceparent'];
        return resultOf(
          field,
          await send(request(input as Body), {
            signal: context.mcpReq.signal,
            traceparent: typeof traceparent === 'string' ? traceparent : undefined,
          }),
        );
      });
    }
    return server;
  };
}

/**
 * Returns an MCP message without `arguments: null`, which means no arguments. Some clients send null for fields that they do
 * not set (modelcontextprotocol/inspector issue 357), and the protocol's library refuses it.
 */
export function withoutNullArguments<Given extends object>(message: Given): Given {
  const { method, params } = message as Body;
  if (method !== 'tools/call' || typeof params !== 'object' || params === null) {
    return message;
  }
  const { arguments: toolArguments, ...rest } = params as Body;
  return toolArguments === null ? { ...message, params: rest } : message;
}

/**
 * Returns a result with the body of the response. A refusal and a `no_source` are results. Every other 4xx and 5xx is an
 * error. A response that did not come from the service, such as a page or a redirect, is also an error.
 * @param field the name of a field that every answer has; null where an answer has no body.
 */
function resultOf(field: string | null, { status, body, origin }: ToolResponse): CallToolResult {
  const fields = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Body;
  const { status: outcome, code, error, ...facts } = fields;
  const isAnswer = status < 300 && (field === null ? status === 204 : fields[field] !== undefined);
  if (isAnswer || (status === 409 && outcome === 'refused' && typeof code === 'string')) {
    return { content: [{ type: 'text', text: JSON.stringify(fields) }], structuredContent: { ...fields } };
  }
  if (status >= 400 && outcome === 'error' && typeof code === 'string' && typeof error === 'string') {
    return errorResult(`${code}: ${inToolWords(code, error)} ${JSON.stringify(facts)}`);
  }
  return errorResult(`UNEXPECTED_RESPONSE: the response with status ${status}${origin ?? ' is not an answer'}`);
}

function errorResult(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/**
 * Returns a schema that clients see but that validates nothing. The service checks every argument itself, and its error
 * message says what would be right.
 */
function schemaOf(schema: object): StandardSchemaWithJSON<unknown, unknown> {
  const schemaCopy = (): Record<string, unknown> => ({ ...schema });
  return {
    '~standard': {
      version: 1,
      vendor: 'assay',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: schemaCopy, output: schemaCopy },
    },
  };
}
