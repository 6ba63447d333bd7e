import { relative } from 'node:path';
import type { StackFile } from './stack-file.ts';

/**
 * Returns the text that `make up` prints when the stack is ready. It shows the address, the mode, the demo key, a
 * request that works, and the folder of the logs.
 * @param options.directory the folder to which paths are relative.
 */
export function readyMessage(
  file: StackFile,
  options: { readonly directory: string; readonly seconds: number },
): string {
  const mode =
    file.mode === 'sandbox'
      ? `sandbox: every source is simulated and no number is real (control: ${file.sandboxUrl}/control)`
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
    'Ctrl-C or "make down" stops the system. The data stay.',
    '',
  ].join('\n');
}
