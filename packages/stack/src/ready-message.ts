import { relative } from 'node:path';
import { demoEmail } from './dashboard-link.ts';
import { sampleRequest, type SampleRequest } from './sample-request.ts';
import type { StackFile } from './stack-file.ts';

/** The facts about a system that the ready message states. */
export type ReadySystem = Pick<StackFile, 'mode' | 'gatewayUrl' | 'sandboxUrl' | 'apiKey'> & {
  /** The place of the logs: a folder, or a command that shows them. */
  readonly logs: string;
  /** The sentence that says how to stop the system. */
  readonly stop: string;
};

/** Further facts for the ready message. */
export type ReadyOptions = {
  readonly seconds: number;
  /** A link that signs the owner of the demo account in to the dashboard. Absent without a dashboard. */
  readonly signInLink?: string | undefined;
  /** A request that the system can answer now; undefined while it serves no type. See sampleOf. */
  readonly sample: Pick<SampleRequest, 'body' | 'level'> | undefined;
  /** Whether the docs site is still being built; false when absent. */
  readonly isBuildingDocs?: boolean;
  /** Lines about features that are off in a live system. */
  readonly off?: readonly string[];
};

/**
 * Returns the ready message of `make up`.
 * @param options.directory paths in the message are relative to this folder.
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
 * Returns the message for a system that is ready. It shows the address, the mode, the demo key, a request that works,
 * and the place of the logs.
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
    `  docs      ${file.gatewayUrl}/docs${options.isBuildingDocs === true ? ' (being built; a line says when it is ready)' : ''}`,
    `  try it    ${file.gatewayUrl}/#key=${file.apiKey}`,
    ...dashboardLines(options.signInLink, file.sandboxUrl),
    `  logs      ${file.logs}`,
    ...(options.off ?? []).map((line) => `  ${line}`),
    '',
    ...sampleRequest(file.gatewayUrl, file.apiKey, options.sample),
    '',
    `${file.stop} The data stay.`,
    '',
    '',
  ].join('\n');
}

/** Returns the lines about the dashboard. In a sandbox they also say how to sign in after the link has expired. */
function dashboardLines(signInLink: string | undefined, sandboxUrl: string | null): readonly string[] {
  if (signInLink === undefined) {
    return [];
  }
  const link = `  dashboard ${signInLink} (signs you in once, within five minutes)`;
  return sandboxUrl === null
    ? [link]
    : [
        link,
        `            later: ${new URL(signInLink).origin}, "Send me a sign-in link" for ${demoEmail}; it arrives in the mailbox`,
        `  mailbox   ${sandboxUrl}/mailbox`,
      ];
}
