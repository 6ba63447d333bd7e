import { describeExit, startProcess, type RunningProcess } from './process.ts';

/** One process of one service. */
export type ServiceProcess = {
  /** The process's name, such as `gateway-2`. */
  readonly name: string;
  /** Path of the built entry point. */
  readonly entry: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logFile: string;
};

const shownLines = 12;

/**
 * Starts a service and resolves when it says that it has started, which may be long when what it needs is away.
 * Rejects with its last words when it ends before.
 */
export async function startServiceProcess(
  service: ServiceProcess,
  spawned: (process: RunningProcess) => void,
): Promise<RunningProcess> {
  const process = startProcess({
    name: service.name,
    command: globalThis.process.execPath,
    args: ['--enable-source-maps', service.entry],
    environment: service.environment,
    logFile: service.logFile,
    ipc: true,
  });
  spawned(process);
  const started = new Promise<void>((resolve) => {
    process.onMessage((message) => {
      if (typeof message === 'object' && message !== null && 'started' in message) {
        resolve();
      }
    });
  });
  const exit = await Promise.race([started, process.exited]);
  if (exit !== undefined) {
    throw new Error(`${service.name} ${describeExit(exit)}\n${process.lastWords(shownLines)}`.trimEnd());
  }
  return process;
}

const questionTimeoutMs = 1_500;
const pollMs = 40;

/** What an operations port answers to /readyz: ready, or the names of the checks that fail; undefined when nobody answers. */
export async function askReadiness(opsPort: number): Promise<{ ready: boolean; failed: string[] } | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${opsPort}/readyz`, {
      signal: AbortSignal.timeout(questionTimeoutMs),
    });
    const body = (await response.json()) as { failed?: string[] };
    return { ready: response.status === 200, failed: body.failed ?? [] };
  } catch {
    // Refused, too slow or cut off: it is not ready, which is what was asked.
    return undefined;
  }
}

/** Waits until a condition holds. Rejects with the text of `otherwise` after the time given, or when aborted. */
export async function waitUntil(
  condition: () => Promise<boolean>,
  options: { readonly timeoutMs: number; readonly otherwise: () => string; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const deadline = Date.now() + options.timeoutMs;
  while (!(await condition())) {
    options.signal?.throwIfAborted();
    if (Date.now() > deadline) {
      throw new Error(options.otherwise());
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
