#!/usr/bin/env node
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { sendOverHttp } from './http.ts';
import { createServerFactory, withoutNullArguments } from './server.ts';
import { version } from './version.ts';

const usage = `Usage: assay-mcp [--help] [--version]

Serves the tools of Assay to an MCP client, over standard input and output. The client starts this program.

  ASSAY_API_KEY   the API key of your account (required)
  ASSAY_BASE_URL  the address of the service, such as https://assay.example.com (required)

  --help, -h      prints this text
  --version, -v   prints the version
`;

const [option, ...others] = process.argv.slice(2);
if (option === undefined) {
  serveTools();
} else if (others.length === 0 && ['--help', '-h'].includes(option)) {
  process.stdout.write(usage);
} else if (others.length === 0 && ['--version', '-v'].includes(option)) {
  process.stdout.write(`${version}\n`);
} else {
  process.stderr.write(`assay-mcp takes no arguments except --help and --version\n\n${usage}`);
  process.exitCode = 2;
}

/** Serves the tools over standard input and output. The key and the address come from the environment. */
function serveTools(): void {
  try {
    const { ASSAY_API_KEY: apiKey, ASSAY_BASE_URL: baseUrl } = process.env;
    serveStdio(createServerFactory(sendOverHttp({ apiKey, baseUrl })), {
      transport: tolerantTransport(),
      onerror: (error) => process.stderr.write(`could not serve a message: ${error.message}\n`),
    });
  } catch (thrown) {
    process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Returns the transport over standard input and output. It treats `null` as a tool's arguments as if the arguments were
 * missing.
 */
function tolerantTransport(): StdioServerTransport {
  const transport = new StdioServerTransport();
  let onmessage: StdioServerTransport['onmessage'];
  return Object.defineProperty(transport, 'onmessage', {
    get: () => onmessage,
    set: (next: StdioServerTransport['onmessage']) => {
      onmessage = next && ((message) => next(withoutNullArguments(message)));
    },
  });
}
