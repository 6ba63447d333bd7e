import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** Environment variables for one call of Docker Compose. A person would export them or write them into .env. */
export type ComposeEnvironment = Readonly<Record<string, string>>;

/** The output of a command and its exit status. */
export type ProgramResult = { readonly code: number; readonly output: string };

const maxOutputBytes = 64 * 1024 * 1024;

/** Runs a program. Never rejects: when the program fails, the result has an exit status other than 0. */
export function run(
  program: string,
  args: readonly string[],
  environment: ComposeEnvironment = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...environment }, maxBuffer: maxOutputBytes };
    execFile(program, [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

/** Runs Docker Compose in the root of the repository. */
export function compose(args: string, environment: ComposeEnvironment = {}): Promise<ProgramResult> {
  return run('docker-compose', ['--progress=quiet', ...args.split(' ')], environment);
}

/** Runs Docker Compose and returns its output. Rejects with the output when it fails. */
export async function composeOrThrow(args: string, environment: ComposeEnvironment = {}): Promise<string> {
  const { code, output } = await compose(args, environment);
  if (code !== 0) {
    throw new Error(`docker compose ${args} ended with ${code}:\n${output}`);
  }
  return output;
}

/**
 * Calls `ask` until its answer meets the condition, and returns that answer. After the timeout, rejects with an error
 * that contains the last answer.
 */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
  timeoutMs: number,
): Promise<Answer> {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) {
      return answer;
    }
    if (performance.now() > endMs) {
      throw new Error(`not within ${timeoutMs / 1_000} s: ${JSON.stringify(answer)}`);
    }
    await pause(500);
  }
}

/** The state of a container, as the Docker engine shows it. */
export type ContainerState = {
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly exitCode: number;
  readonly status: string;
  readonly health: string;
  /**
   * The end of the first successful health check. Empty when the engine's short history of checks no longer contains
   * it.
   */
  readonly healthyAt: string;
};

type Inspected = readonly {
  readonly State: {
    readonly StartedAt: string;
    readonly FinishedAt: string;
    readonly ExitCode: number;
    readonly Status: string;
    readonly Health?: {
      readonly Status: string;
      readonly Log: readonly { readonly End: string; readonly ExitCode: number }[] | null;
    };
  };
}[];

/** Returns the state of a service's container. */
export async function stateOf(project: string, service: string): Promise<ContainerState> {
  const { output } = await run('docker', ['inspect', `${project}-${service}-1`]);
  const [container] = JSON.parse(output.slice(output.indexOf('['))) as Inspected;
  if (container === undefined) {
    throw new Error(`there is no container of ${service}`);
  }
  const { State: state } = container;
  const passed = state.Health?.Log?.find(({ ExitCode: code }) => code === 0);
  return {
    startedAt: state.StartedAt,
    finishedAt: state.FinishedAt,
    exitCode: state.ExitCode,
    status: state.Status,
    health: state.Health?.Status ?? '',
    healthyAt: passed?.End ?? '',
  };
}
