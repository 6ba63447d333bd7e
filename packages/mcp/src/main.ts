#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { sendOverHttp } from './http.ts';
import { createServerFactory } from './server.ts';

/** Serves the tools over standard input and output. The key and the address come from the environment. */
try {
  const { ASSAY_API_KEY: apiKey, ASSAY_BASE_URL: baseUrl } = process.env;
  serveStdio(createServerFactory(sendOverHttp({ apiKey, baseUrl })), {
    onerror: (error) => process.stderr.write(`could not serve a message: ${error.message}\n`),
  });
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 1;
}
