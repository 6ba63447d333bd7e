import { loadCatalog } from '@assay/catalog/catalog';
import { plainIdentity } from '@assay/rpc/identity';
import { systemClock } from '@assay/runtime/clock';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { givenSettings, offFacts, offLines } from './off-lines.ts';
import { readFileIfExists } from './private-file.ts';
import { stackReadyMessage } from './ready-message.ts';
import { followMeasurement, openServedTypes } from './follow-measurement.ts';
import { createLiveOutput } from './live-output.ts';
import { sampleOf } from './sample-request.ts';
import { StepFailure } from './progress.ts';
import { AlreadyRunning } from './run-file.ts';
import { dashboardSignInLink } from './dashboard-link.ts';
import { buildDocsSite, isDocsSiteBuilt } from './docs-site.ts';
import { dataDirOf, localSettings } from './settings.ts';
import { stackFilePath } from './stack-file.ts';
import { startStack, type Stack } from './stack.ts';

const interrupted = 130;
const usageError = 2;

const output = createLiveOutput(process.stdout);
const { write } = output;

function sourcesOf(args: string[]): 'sandbox' | 'live' {
  const { sources = 'sandbox' } = parseArgs({ args, options: { sources: { type: 'string' } } }).values;
  if (sources !== 'sandbox' && sources !== 'live') {
    process.stderr.write(`SOURCES must be "sandbox" or "live", not "${sources}"\n`);
    process.exit(usageError);
  }
  return sources;
}

/** Returns the message for a start that failed. It names the step, the cause, and what to do. */
function explain(error: unknown, dataDir: string): string {
  const inside = relative(process.cwd(), dataDir);
  const shownDirectory = inside === '' || inside.startsWith('..') ? dataDir : inside;
  if (error instanceof AlreadyRunning) {
    const stack = readFileIfExists(stackFilePath(dataDir));
    const url = stack === undefined ? 'it is still starting' : (JSON.parse(stack) as { gatewayUrl: string }).gatewayUrl;
    return `A stack is already running on ${shownDirectory}: pid ${error.pid}, ${url}. Use it, or stop it with "make down".`;
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StepFailure) {
    return (
      `Failed at: ${error.title}\n\n${message}\n\n` +
      `No process is left running. The logs are in ${join(shownDirectory, 'logs')}. ` +
      `Remove the cause and run "make up" again. To start without data, remove ${shownDirectory}.`
    );
  }
  return `Could not start: ${message}`;
}

/**
 * Returns whether to start a dashboard, which must be able to send mail. In a sandbox, the sandbox receives the mails.
 * In live mode there is a dashboard only when the caller has set a mail server.
 */
function hasDashboard(sources: 'sandbox' | 'live'): boolean {
  return sources === 'sandbox' || (process.env['ASSAY_SMTP_URL'] ?? '') !== '';
}

async function main(): Promise<void> {
  const sources = sourcesOf(process.argv.slice(2));
  const dataDir = resolve(dataDirOf(process.env));
  const startedAt = performance.now();
  const abort = new AbortController();
  let stack: Stack | undefined;
  let signals = 0;
  let signInLink: string | undefined;

  const onSignal = (): void => {
    signals += 1;
    if (signals > 1) {
      // The exit hook of the stack kills the processes that still run.
      process.exit(interrupted);
    }
    abort.abort();
    output.show('');
    write('\nStopping. Repeat to kill the remaining processes.\n');
    if (stack === undefined) {
      return;
    }
    void stack.stop().then(() => {
      write('Every process has stopped.\n');
      process.exit(0);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, onSignal);
  }
  // An error of standard output must not end the supervisor. It occurs when the terminal is closed, or with "| head".
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);

  write(`Starting Assay (${sources === 'sandbox' ? 'sandbox: simulated sources' : 'live sources'})\n`);
  try {
    const replicas = { dashboard: hasDashboard(sources) ? 1 : 0 };
    const environment = localSettings(sources, process.env);
    stack = await startStack({ dataDir, sources, replicas, environment, write, signal: abort.signal });
    signInLink = await dashboardSignInLink(stack);
  } catch (error) {
    if (abort.signal.aborted && stack !== undefined) {
      // The handler of the signal stops the system and exits.
      return;
    }
    if (abort.signal.aborted) {
      write('Every process has stopped.\n');
      process.exit(interrupted);
    }
    process.stderr.write(`\n${explain(error, dataDir)}\n`);
    process.exit(1);
  }
  await announceReady(stack, { startedAt, signInLink, signal: abort.signal });
}

/** Writes the ready message, and then how the measurement proceeds until it ends. */
async function announceReady(
  stack: Stack,
  facts: {
    /** The start of this command, by `performance.now()`. */
    readonly startedAt: number;
    readonly signInLink: string | undefined;
    /** Aborts when the system stops. */
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { mode, servedTypes } = stack;
  const catalog = await loadCatalog();
  const off =
    mode === 'live' ? offLines(await offFacts(catalog, new Set(servedTypes), givenSettings(process.env))) : [];
  const reader = openServedTypes(stack.engineAddress, plainIdentity);
  try {
    const types = await reader.read();
    const sample = sampleOf(catalog, types, mode);
    const seconds = (performance.now() - facts.startedAt) / 1_000;
    const isBuildingDocs = !isDocsSiteBuilt();
    write(stackReadyMessage(stack, { ...facts, directory: process.cwd(), seconds, off, sample, isBuildingDocs }));
    const options = { signal: facts.signal, clock: systemClock };
    await Promise.all([
      followMeasurement({ types, sampleType: sample?.type }, reader.read, output, options),
      ...(isBuildingDocs ? [buildDocs(stack, facts.signal)] : []),
    ]);
  } finally {
    reader.close();
  }
}

/** Builds the docs site, and writes a line when the gateway serves it or why it does not. */
async function buildDocs({ gatewayUrl }: Stack, signal: AbortSignal): Promise<void> {
  const failure = await buildDocsSite(signal);
  if (!signal.aborted) {
    write(
      failure === undefined
        ? `  The documentation is ready at ${gatewayUrl}/docs\n`
        : `  Could not build the documentation. Run "npm run build" to try again.\n${failure}\n`,
    );
  }
}

await main();
