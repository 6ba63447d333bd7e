import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { bringUp, waitReady, type Start } from './bring-up.ts';
import type { DemoAccount } from './demo-account.ts';
import { planProcesses, serviceTiers, type PlannedProcess, type ServiceName, type Sources } from './plan.ts';
import { chooseGatewayPort } from './ports.ts';
import { createProcessGroup } from './process-group.ts';
import { createReport, type Report } from './report.ts';
import { openRunBook } from './run-book.ts';
import { claimDataDirectory, endLeftovers, type Claim } from './run-file.ts';
import { readStackSettings, type Environment } from './settings.ts';
import { removeStackFile, type StackFile } from './stack-file.ts';

/** What kind of stack to start, and where. */
export type StackOptions = {
  /** Holds everything that outlives a run. Made when missing. */
  readonly dataDir: string;
  readonly sources?: Sources;
  /** Handed on to every service, over this process's own environment. */
  readonly environment?: Environment;
  /** Processes per service; one where absent. */
  readonly replicas?: Readonly<Partial<Record<ServiceName, number>>>;
  /** Whether a process that ends unasked is started again; true when absent. */
  readonly restart?: boolean;
  /**
   * Whether to wait until the independence of the sandbox's sources is measured, at most a minute and a half; false when
   * absent. Until then answers are single_source.
   */
  readonly measured?: boolean;
  /** Says nothing while it starts; failures are thrown all the same. */
  readonly quiet?: boolean;
  /** Where the report goes; standard error when absent. */
  readonly write?: (text: string) => void;
  /** Aborting it while the stack starts ends everything and makes startStack reject. */
  readonly signal?: AbortSignal;
};

/** A running stack. Processes are named `postgres`, `nats` and as the services, numbered where there are several. */
export type Stack = StackFile & {
  readonly demoAccountId: string;
  /** Sends a signal; where the signal ends processes, resolves when the process has ended. */
  readonly kill: (name: string, signal: NodeJS.Signals) => Promise<void>;
  /** Ends a process, if it runs, and starts it on the same ports. */
  readonly restart: (name: string) => Promise<void>;
  /** Resolves when the process runs and says that it is ready; rejects after the time given (30 s). */
  readonly waitUntilReady: (name: string, timeoutMs?: number) => Promise<void>;
  /** Ends everything within 15 seconds and keeps the data. */
  readonly stop: () => Promise<void>;
  /** Kills everything at once. */
  readonly destroy: () => void;
};

const readyTimeoutMs = 30_000;

function stopOrder(planned: readonly PlannedProcess[]): string[][] {
  return serviceTiers.map((tier) =>
    planned.filter(({ service }) => tier.some((name) => name === service)).map(({ name }) => name),
  );
}

/**
 * Starts the whole system on this machine and resolves when it serves every type. What an earlier run left behind is
 * ended first. Rejects with AlreadyRunning when another stack has the data directory, and with a StepFailure when a
 * step fails; then nothing is left running.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dataDir = resolve(options.dataDir);
  const caller: Environment = { ...process.env, ...options.environment };
  const settings = readStackSettings(caller);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const claim = claimDataDirectory(dataDir);
  const write = options.write ?? ((text: string) => void process.stderr.write(text));
  const report = createReport(options.quiet === true ? () => undefined : write);
  const book = openRunBook(dataDir, claim);
  const group = createProcessGroup(() => book.update());
  let planned: PlannedProcess[] = [];
  const stop = async (): Promise<void> => {
    await group.stop(stopOrder(planned));
    book.close();
  };
  const abort = (): void => void stop();
  // The last thing this process can do, whatever ended it. run.json stays: it names what may still be dying.
  const atExit = (): void => {
    group.destroy();
    removeStackFile(dataDir);
  };
  process.once('exit', atExit);
  options.signal?.addEventListener('abort', abort);
  try {
    await clearLeftovers(claim, report);
    const sources = options.sources ?? 'sandbox';
    const gatewayPort = await chooseGatewayPort(settings.ASSAY_PORT, report.note);
    planned = await planProcesses({ sources, gatewayPort, replicas: options.replicas ?? {} });
    const restart = options.restart ?? true;
    const start: Start = {
      dataDir,
      sources,
      caller,
      settings,
      report,
      group,
      planned,
      restart,
      measured: options.measured ?? false,
      signal: options.signal,
    };
    book.keep(() => group.pids());
    const { file, demo } = await bringUp(start);
    book.publish(file);
    return stackOf(start, file, demo, async () => {
      await stop();
      process.off('exit', atExit);
    });
  } catch (error) {
    await stop();
    process.off('exit', atExit);
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', abort);
  }
}

async function clearLeftovers(claim: Claim, report: Report): Promise<void> {
  if (claim.leftovers.length > 0) {
    const names = claim.leftovers.map(({ name, pid }) => `${name} (${pid})`).join(', ');
    await report.step(
      'leftovers of an earlier run ended',
      () => endLeftovers(claim.leftovers),
      () => names,
    );
  }
}

function stackOf(start: Start, file: StackFile, demo: DemoAccount, stop: () => Promise<void>): Stack {
  return {
    ...file,
    get pids() {
      return start.group.pids();
    },
    demoAccountId: demo.accountId,
    kill: (name, signal) => start.group.get(name).kill(signal),
    restart: (name) => start.group.get(name).restart(),
    waitUntilReady: (name, timeoutMs = readyTimeoutMs) => waitReady(start, name, timeoutMs),
    stop,
    destroy: start.group.destroy,
  };
}
