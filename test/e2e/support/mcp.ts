import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as EarlierHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The versions of the MCP protocol. For each, the tests use the official client. */
export const eras = ['2026-07-28', '2025-11-25'] as const;
/** The MCP transports. */
export const transports = ['http', 'stdio'] as const;

/** The result of a tool call. `body` is the structured content, and `text` the text that a model reads. */
export type ToolResult = {
  readonly isError: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
};

/** The official MCP client of one protocol version, connected to a server. */
export type McpCaller = {
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<ToolResult>;
  readonly list: () => Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly close: () => Promise<void>;
};

type RawResult = {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content?: readonly { readonly text?: string }[];
};

const program = fileURLToPath(new URL('../../../packages/mcp/dist/main.js', import.meta.url));
const info = { name: 'test', version: '1.0.0' };

/**
 * Connects the official client of a protocol version over a transport. Over stdio it starts the built program of @assay/mcp.
 */
export async function connectMcp(
  era: (typeof eras)[number],
  transport: (typeof transports)[number],
  { gatewayUrl, key }: { readonly gatewayUrl: string; readonly key: string },
): Promise<McpCaller> {
  const url = new URL(`${gatewayUrl}/mcp`);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const env = { PATH: process.env['PATH'] ?? '', ASSAY_API_KEY: key, ASSAY_BASE_URL: gatewayUrl };
  const command = { command: process.execPath, args: [program], env };
  if (era === '2026-07-28') {
    const client = new ModernClient(info, { versionNegotiation: { mode: 'auto' } });
    await client.connect(transport === 'http' ? new ModernHttp(url, { requestInit }) : new ModernStdio(command));
    return callerOf(client as unknown as OfficialClient);
  }
  const client = new EarlierClient(info);
  const used = transport === 'http' ? new EarlierHttp(url, { requestInit }) : new EarlierStdio(command);
  await client.connect(used as Parameters<typeof client.connect>[0]);
  return callerOf(client as unknown as OfficialClient);
}

/** The methods that both versions of the official client have. */
type OfficialClient = {
  readonly callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<RawResult>;
  readonly listTools: () => Promise<{ readonly tools: readonly Record<string, unknown>[] }>;
  readonly close: () => Promise<void>;
};

function callerOf(client: OfficialClient): McpCaller {
  return {
    call: async (name, args = {}) => {
      const { isError = false, structuredContent = {}, content } = await client.callTool({ name, arguments: args });
      return { isError, body: structuredContent, text: content?.[0]?.text ?? '' };
    },
    list: async () => (await client.listTools()).tools,
    close: () => client.close(),
  };
}

/**
 * Starts a proxy that adds an API key to each request, because the conformance suite cannot send one. It leaves the
 * headers Host and Origin unchanged, because the suite tests them.
 */
export async function startKeyProxy(
  gatewayUrl: string,
  key: string,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const { hostname, port } = new URL(gatewayUrl);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const { method, url: path } = incoming;
    const forwarded = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
