#!/usr/bin/env node
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { sendOverHttp } from './http.ts';
import { createServerFactory, withoutNullArguments } from './server.ts';

/** Serves the tools over standard input and output. The key and the address come from the environment. */
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
