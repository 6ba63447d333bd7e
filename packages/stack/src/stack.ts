import { plainIdentity, type Identity } from '@assay/rpc/identity';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { bringUp, waitReady, type StackContext } from './bring-up.ts';
import type { DemoAccount } from './demo-account.ts';
import { migrateAll } from './migrations.ts';
import { planProcesses, serviceTiers, type PlannedProcess, type ServiceName, type SourceMode } from './plan.ts';
import { chooseDashboardPort, chooseGatewayPort } from './ports.ts';
import { createProcessGroup } from './process-group.ts';
import { createProgress, type Progress } from './progress.ts';
import { openRunState } from './run-state.ts';
import { lockDataDirectory, endLeftovers, type DirectoryLock } from './run-file.ts';
import { readStackSettings, type Environment } from './settings.ts';
import { removeStackFile, type StackFile } from './stack-file.ts';

/** The settings and callbacks of startStack. All are optional except `dataDir`. */
export type StackOptions = {
  /** Folder for everything that must survive the end of the stack. Created when missing. */
  readonly dataDir: string;
  readonly sources?: SourceMode;
  /** Environment variables for every service. They override the variables of this process. */
  readonly environment?: Environment;
  /** Returns environment variables for one service, such as the paths of its certificate. They override all others. */
  readonly serviceEnvironment?: (service: ServiceName) => Environment;
  /** The certificate with which the stack calls its services; without one, connections are not encrypted. */
  readonly identity?: Pick<Identity, 'client'>;
  /** Number of processes of each service. When absent, one process of each service, and none of the dashboard. */
  readonly replicas?: Readonly<Partial<Record<ServiceName, number>>>;
  /** Whether to restart a process that ends unexpectedly; true when absent. */
  readonly restart?: boolean;
  /**
   * Returns the program and its first arguments for a service process. The stack appends the entry point, such as
   * `services/gate/dist/main.js`. When absent, the Node.js of this process runs this repository's build.
   */
  readonly launcher?: (process: PlannedProcess) => readonly string[];
  /**
   * Migrates the database and returns the number of applied migrations. `urlOf` returns the URL of a schema's owner. When
   * absent, the stack applies the migrations of this repository.
   */
  readonly migrate?: (postgresUrl: string, urlOf: (service: string) => string) => Promise<number>;
  /** Whether to suppress progress messages; false when absent. */
  readonly quiet?: boolean;
  /** Receives progress messages; when absent, they go to standard error. */
  readonly write?: (text: string) => void;
  /** Aborting it stops the start: startStack then ends every process and rejects. */
  readonly signal?: AbortSignal;
};

/**
 * A running stack. Its processes are `postgres`, `nats` and the processes of services. When a service has several
 * processes, their names end with numbers.
 */
export type Stack = StackFile & {
  readonly demoAccountId: string;
  /** The types that the engine served when the stack was ready. */
  readonly servedTypes: readonly string[];
  /** Sends a signal to a process. When the signal ends processes, resolves once the process has ended. */
  readonly kill: (name: string, signal: NodeJS.Signals) => Promise<void>;
  /** Ends a process if it runs, and starts it again on the same ports. */
  readonly restart: (name: string) => Promise<void>;
  /** Resolves when a process is ready. Rejects after `timeoutMs`, which is 30,000 when absent. */
  readonly waitUntilReady: (name: string, timeoutMs?: number) => Promise<void>;
  /** Ends every process within 15 seconds. The data directory stays. */
  readonly stop: () => Promise<void>;
  /** Kills every process immediately. */
  readonly destroy: () => void;
};

const readyTimeoutMs = 30_000;

function stopOrder(planned: readonly PlannedProcess[]): string[][] {
  return serviceTiers.map((tier) =>
    planned.filter(({ service }) => tier.some((name) => name === service)).map(({ name }) => name),
  );
}

/**
 * Starts the whole system on this machine. It first ends processes that an earlier run left behind. Resolves when the
 * system serves every type. The first answers of a new system are single_source: waitForMeasured waits until the
 * independence of the sources is measured. Rejects with AlreadyRunning when another stack uses the data directory, and
 * with a StepFailure when a step fails. A rejected start leaves no process running.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dataDir = resolve(options.dataDir);
  const caller: Environment = { ...process.env, ...options.environment };
  const settings = readStackSettings(caller);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataDirectory(dataDir);
  const write = options.write ?? ((text: string) => void process.stderr.write(text));
  const progress = createProgress(options.quiet === true ? () => undefined : write);
  const runState = openRunState(dataDir, lock, progress.note);
  const group = createProcessGroup(() => runState.update());
  let planned: PlannedProcess[] = [];
  const stop = async (): Promise<void> => {
    await group.stop(stopOrder(planned));
    runState.close();
  };
  const abort = (): void => void stop();
  // Runs whenever this program exits. It leaves run.json in place, because the processes that it lists may not have
  // ended yet.
  const atExit = (): void => {
    group.destroy();
    removeStackFile(dataDir);
  };
  process.once('exit', atExit);
  options.signal?.addEventListener('abort', abort);
  try {
    await endLeftoversOf(lock, progress);
    const sources = options.sources ?? 'sandbox';
    const gatewayPort = await chooseGatewayPort(settings.ASSAY_PORT, progress.note);
    const replicas = options.replicas ?? {};
    const dashboardPort =
      replicas.dashboard === undefined ? undefined : await chooseDashboardPort(settings.ASSAY_DASHBOARD_PORT);
    planned = await planProcesses({ sources, gatewayPort, dashboardPort, replicas });
    const restart = options.restart ?? true;
    const context: StackContext = {
      dataDir,
      sources,
      caller,
      settings,
      progress,
      group,
      planned,
      restart,
      signal: options.signal,
      launcher: options.launcher,
      migrate: options.migrate ?? migrateAll,
      serviceEnvironment: options.serviceEnvironment ?? (() => ({})),
      identity: options.identity ?? plainIdentity,
    };
    runState.track(() => group.pids());
    const { file, demo, servedTypes } = await bringUp(context);
    runState.publish(file);
    return stackOf(context, file, { demo, servedTypes }, async () => {
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

async function endLeftoversOf(lock: DirectoryLock, progress: Progress): Promise<void> {
  if (lock.leftovers.length > 0) {
    const names = lock.leftovers.map(({ name, pid }) => `${name} (${pid})`).join(', ');
    await progress.step(
      'stop processes of an earlier run',
      () => endLeftovers(lock.leftovers),
      () => names,
    );
  }
}

function stackOf(
  context: StackContext,
  file: StackFile,
  { demo, servedTypes }: { readonly demo: DemoAccount; readonly servedTypes: readonly string[] },
  stop: () => Promise<void>,
): Stack {
  return {
    ...file,
    get pids() {
      return context.group.pids();
    },
    demoAccountId: demo.accountId,
    servedTypes,
    kill: (name, signal) => context.group.get(name).kill(signal),
    restart: (name) => context.group.get(name).restart(),
    waitUntilReady: (name, timeoutMs = readyTimeoutMs) => waitReady(context, name, timeoutMs),
    stop,
    destroy: context.group.destroy,
  };
}
