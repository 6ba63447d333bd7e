import { describeExit, startProcess, type RunningProcess } from './process.ts';

/** The description of a service process to start. */
export type ServiceProcess = {
  /** Name of the process, such as `gateway-2`. */
  readonly name: string;
  /** Returns the program followed by its arguments. */
  readonly commandLine: () => readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logFile: string;
};

const shownLines = 12;

/**
 * Starts a service. Resolves when the service reports that it has started, which can take long while a dependency is
 * unavailable. Rejects with the service's last log lines if the service exits before.
 */
export async function startServiceProcess(
  service: ServiceProcess,
  onSpawn: (process: RunningProcess) => void,
): Promise<RunningProcess> {
  const [command = '', ...args] = service.commandLine();
  const process = startProcess({
    name: service.name,
    command,
    args,
    environment: service.environment,
    logFile: service.logFile,
    ipc: true,
  });
  onSpawn(process);
  const started = new Promise<void>((resolve) => {
    process.onMessage((message) => {
      if (typeof message === 'object' && message !== null && 'started' in message) {
        resolve();
      }
    });
  });
  const exit = await Promise.race([started, process.exited]);
  if (exit !== undefined) {
    throw new Error(`${service.name} ${describeExit(exit)}\n${process.outputTail(shownLines)}`.trimEnd());
  }
  return process;
}

const readinessTimeoutMs = 1_500;

/**
 * Returns the response of /readyz: whether the service is ready, and the names of the failed checks. Undefined when the port
 * does not respond.
 */
export async function fetchReadiness(opsPort: number): Promise<{ ready: boolean; failed: string[] } | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${opsPort}/readyz`, {
      signal: AbortSignal.timeout(readinessTimeoutMs),
    });
    const body = (await response.json()) as { failed?: string[] };
    return { ready: response.status === 200, failed: body.failed ?? [] };
  } catch {
    // A refused, slow or interrupted request means that the service is not ready.
    return undefined;
  }
}
