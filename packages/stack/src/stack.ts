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

/** Options of startStack. */
export type StackOptions = {
  /** Folder of everything that outlives a run. Created when missing. */
  readonly dataDir: string;
  readonly sources?: SourceMode;
  /** Variables for every service, in addition to this process's environment. They take precedence over it. */
  readonly environment?: Environment;
  /** Returns variables for one service, such as its certificate. They take precedence over all others. */
  readonly serviceEnvironment?: (service: ServiceName) => Environment;
  /** How the stack itself proves to services who it is; plain connections when absent. */
  readonly identity?: Pick<Identity, 'client'>;
  /** Number of processes per service; one when absent, and none of the dashboard. */
  readonly replicas?: Readonly<Partial<Record<ServiceName, number>>>;
  /** Whether to restart a process that ends unexpectedly; true when absent. */
  readonly restart?: boolean;
  /**
   * Whether to wait, at most 90 seconds, until the independence of the sandbox's sources is measured; false when
   * absent. Until then answers are single_source.
   */
  readonly measured?: boolean;
  /**
   * Returns the program and arguments that run a service process. They receive the entry point, such as
   * `services/gate/dist/main.js`. This process's node runs this repository's build when absent.
   */
  readonly launcher?: (process: PlannedProcess) => readonly string[];
  /**
   * Migrates the database and returns the number of applied migrations. `urlOf` returns the URL of a schema's owner.
   * Applies the migrations of this repository when absent.
   */
  readonly migrate?: (postgresUrl: string, urlOf: (service: string) => string) => Promise<number>;
  /** Whether to write no progress; false when absent. */
  readonly quiet?: boolean;
  /** Receives the progress; standard error when absent. */
  readonly write?: (text: string) => void;
  /** Stops the start when it aborts. startStack then ends every process and rejects. */
  readonly signal?: AbortSignal;
};

/**
 * A running stack. Its processes are `postgres`, `nats` and the services. Several processes of one service are
 * numbered.
 */
export type Stack = StackFile & {
  readonly demoAccountId: string;
  /** The types that the engine served when the stack was ready. */
  readonly servedTypes: readonly string[];
  /** Sends a signal to a process. For a signal that ends processes, resolves when the process has ended. */
  readonly kill: (name: string, signal: NodeJS.Signals) => Promise<void>;
  /** Ends a process, if it runs, and starts it on the same ports. */
  readonly restart: (name: string) => Promise<void>;
  /** Resolves when a process is ready. Rejects after the timeout, which is 30 s when absent. */
  readonly waitUntilReady: (name: string, timeoutMs?: number) => Promise<void>;
  /** Ends every process within 15 seconds. The data stay. */
  readonly stop: () => Promise<void>;
  /** Kills every process at once. */
  readonly destroy: () => void;
};

const readyTimeoutMs = 30_000;

function stopOrder(planned: readonly PlannedProcess[]): string[][] {
  return serviceTiers.map((tier) =>
    planned.filter(({ service }) => tier.some((name) => name === service)).map(({ name }) => name),
  );
}

/**
 * Starts the whole system on this machine and resolves when it serves every type. Ends the processes of an earlier run
 * first. Rejects with AlreadyRunning when another stack uses the data directory, and with a StepFailure when a step
 * fails. A rejected start leaves no process running.
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
  // Runs on every kind of exit. run.json stays, because it names the processes that may still be exiting.
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
      measured: options.measured ?? false,
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
