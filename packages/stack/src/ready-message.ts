import { relative } from 'node:path';
import { sampleRequest } from './sample-request.ts';
import type { StackFile } from './stack-file.ts';

/** The facts about a system that the ready message contains. */
export type ReadySystem = Pick<StackFile, 'mode' | 'gatewayUrl' | 'sandboxUrl' | 'apiKey'> & {
  /** The location of the logs: a folder or a command. */
  readonly logs: string;
  /** The sentence that says how to stop the system. */
  readonly stop: string;
};

/** Further content of the ready message. */
export type ReadyOptions = {
  readonly seconds: number;
  /** A link that signs in the demo account's owner to the dashboard; absent without a dashboard. */
  readonly signInLink?: string | undefined;
  /** The body of a request that the system can answer now; undefined while it serves no type. See sampleBody. */
  readonly body: string | undefined;
  /** Lines about the features of a live system that are off. */
  readonly off?: readonly string[];
};

/**
 * Returns the ready message of `make up`.
 * @param options.directory the folder relative to which paths are shown.
 */
export function stackReadyMessage(file: StackFile, options: ReadyOptions & { readonly directory: string }): string {
  const logs = relative(options.directory, file.logDir);
  return readyMessage(
    {
      ...file,
      logs: logs === '' || logs.startsWith('..') ? file.logDir : logs,
      stop: 'Ctrl-C or "make down" stops the system.',
    },
    options,
  );
}

/**
 * Returns the text that is printed when a system is ready. It shows the address, the mode, the demo key, a request that
 * works, and where the logs are.
 */
export function readyMessage(file: ReadySystem, options: ReadyOptions): string {
  const mode =
    file.mode === 'sandbox'
      ? `sandbox: every source is simulated and no number is real (control: ${file.sandboxUrl}/control)`
      : 'live: real providers';
  return [
    '',
    `Assay is ready at ${file.gatewayUrl} after ${options.seconds.toFixed(1)} s`,
    '',
    `  mode      ${mode}`,
    `  demo key  ${file.apiKey}`,
    `  docs      ${file.gatewayUrl}/docs`,
    ...(options.signInLink === undefined ? [] : [`  dashboard ${options.signInLink} (signs you in once)`]),
    ...(options.signInLink === undefined || file.sandboxUrl === null ? [] : [`  mailbox   ${file.sandboxUrl}/mailbox`]),
    `  logs      ${file.logs}`,
    ...(options.off ?? []).map((line) => `  ${line}`),
    '',
    ...sampleRequest(file.gatewayUrl, file.apiKey, options.body),
    '',
    `${file.stop} The data stay.`,
    '',
  ].join('\n');
}
