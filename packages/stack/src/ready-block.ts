import { relative } from 'node:path';
import type { StackFile } from './stack-file.ts';

/**
 * What a person reads when the stack is ready: where it is, whether its sources are real, the demo key, a request that
 * works as it stands, and where to look further.
 * @param directory that paths are shown relative to.
 */
export function readyBlock(file: StackFile, options: { readonly directory: string; readonly seconds: number }): string {
  const mode =
    file.mode === 'sandbox'
      ? `sandbox: every source is simulated, no number here is real (control: ${file.sandboxUrl}/control)`
      : 'live: real providers';
  const logs = relative(options.directory, file.logDir);
  return [
    '',
    `Assay is ready at ${file.gatewayUrl} after ${options.seconds.toFixed(1)} s`,
    '',
    `  mode      ${mode}`,
    `  demo key  ${file.apiKey}`,
    `  docs      ${file.gatewayUrl}/docs`,
    `  logs      ${logs === '' || logs.startsWith('..') ? file.logDir : logs}`,
    '',
    `  curl -s ${file.gatewayUrl}/v1/get_data \\`,
    `    -H 'Authorization: Bearer ${file.apiKey}' -H 'Content-Type: application/json' \\`,
    `    -d '{"type":"token.price","params":{}}'`,
    '',
    'Ctrl-C or "make down" ends it; the data stay.',
    '',
  ].join('\n');
}
