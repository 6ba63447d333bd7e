import {
  McpServer,
  type CallToolResult,
  type McpServerFactory,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { instructions, tools, type ToolRequest } from './tools.ts';
import { version } from './version.ts';

/** A response of the HTTP API. `body` is undefined for a response without one. */
export type ToolResponse = { readonly status: number; readonly body: unknown };

/** Sends the request of a tool to the HTTP API. Rejects when there is no response. */
export type SendToolRequest = (
  request: ToolRequest,
  context: {
    readonly signal: AbortSignal;
    /** The caller's W3C trace context, which the service records as a link. */
    readonly traceparent: string | undefined;
  },
) => Promise<ToolResponse>;

type Body = Readonly<Record<string, unknown>>;

/**
 * Returns the factory of Assay's MCP server. Its tools are the operations of the HTTP API, so that both have the same
 * answers, charges, limits and traces. It serves clients of 2026-07-28 and of 2025-11-25.
 */
export function createServerFactory(send: SendToolRequest): McpServerFactory {
  return () => {
    const server = new McpServer({ name: 'assay', title: 'Assay', version }, { instructions });
    for (const { name, title, description, input, output, annotations, request } of tools) {
      const config = { title, description, annotations, inputSchema: schemaOf(input), outputSchema: schemaOf(output) };
      server.registerTool(name, config, async (given, context) => {
        const traceparent = context.mcpReq._meta?.['traceparent'];
        return resultOf(
          await send(request(given as Body), {
            signal: context.mcpReq.signal,
            traceparent: typeof traceparent === 'string' ? traceparent : undefined,
          }),
        );
      });
    }
    return server;
  };
}

/** Returns a result with the body of the response. A refusal and a `no_source` are results; every other 4xx and 5xx is an error. */
function resultOf({ status, body }: ToolResponse): CallToolResult {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Body;
  if (status >= 400 && fields['status'] !== 'refused') {
    const { code = 'UNEXPECTED_RESPONSE', error = `the service answered with status ${status}`, ...more } = fields;
    const facts = Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'status'));
    const text = `${String(code)}: ${String(error)} ${JSON.stringify(facts)}`;
    return { isError: true, content: [{ type: 'text', text }] };
  }
  return { content: [{ type: 'text', text: JSON.stringify(fields) }], structuredContent: { ...fields } };
}

/**
 * Returns a schema that is shown and not checked. The service checks every argument itself, and its sentence says what
 * would be right.
 */
function schemaOf(schema: object): StandardSchemaWithJSON<unknown, unknown> {
  const shown = (): Record<string, unknown> => ({ ...schema });
  return {
    '~standard': {
      version: 1,
      vendor: 'assay',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: shown, output: shown },
    },
  };
}
