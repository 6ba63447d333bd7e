import { run, type ProgramResult } from '../compose/engine.ts';

/** A Kubernetes object, with the fields that the rehearsal reads. */
export type Item = {
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status: Readonly<Record<string, unknown>>;
};

const maxShownChars = 200;
const helmProgram = process.env['HELM'] ?? 'helm';

/** Runs a program and returns its output. When the program fails, rejects with the output. */
export async function must(program: string, ...args: readonly string[]): Promise<string> {
  const { code, output } = await run(program, args);
  if (code !== 0) {
    const command = `${program} ${args.join(' ')}`.slice(0, maxShownChars);
    throw new Error(`${command} ended with ${code}:\n${output}`);
  }
  return output;
}

/** Runs kubectl in a namespace. Rejects when it fails. */
export function kubectl(namespace: string, ...args: readonly string[]): Promise<string> {
  return must('kubectl', '-n', namespace, ...args);
}

/** Runs helm in a namespace. Never rejects: a failure is an exit status other than 0. */
export function tryHelm(namespace: string, ...args: readonly string[]): Promise<ProgramResult> {
  return run(helmProgram, ['-n', namespace, ...args]);
}

/** Runs helm in a namespace. Rejects when it fails. */
export function helm(namespace: string, ...args: readonly string[]): Promise<string> {
  return must(helmProgram, '-n', namespace, ...args);
}

/**
 * Returns the objects of a kind, such as `pods`, in a namespace. Further arguments of kubectl, such as a selector,
 * limit the list.
 */
export async function list(namespace: string, kind: string, ...args: readonly string[]): Promise<readonly Item[]> {
  const text = await kubectl(namespace, 'get', kind, '-o', 'json', ...args);
  return (JSON.parse(text) as { readonly items: readonly Item[] }).items;
}

/** Returns the address of a Service inside the cluster, with its port. */
export async function addressOf(namespace: string, service: string, port: number): Promise<string> {
  const address = await kubectl(namespace, 'get', 'service', service, '-o', 'jsonpath={.spec.clusterIP}');
  return `${address}:${port}`;
}

/** Runs an operator command in the pod for operators. */
export function operate(namespace: string, ...args: readonly string[]): Promise<string> {
  return kubectl(namespace, 'exec', 'deploy/assay-operator', '--', 'node', 'deploy/image/operator.mjs', ...args);
}

/** Creates one or more Kubernetes objects, or updates those that exist. */
export async function apply(namespace: string, ...objects: readonly object[]): Promise<void> {
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  await must('sh', '-c', 'printf %s "$1" | kubectl -n "$0" apply -f -', namespace, text);
}
