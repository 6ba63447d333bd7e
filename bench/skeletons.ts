import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A running skeleton process: a baseline with only the network calls of a service, without the service's own work. */
export type Skeleton = { readonly process: ChildProcess; readonly port: number; readonly pid: number };

/** Starts a program of the folder `skeleton/`. Resolves when it listens. */
export async function startSkeleton(name: string, environment: Readonly<Record<string, string>>): Promise<Skeleton> {
  const file = fileURLToPath(new URL(`skeleton/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@assay/source', file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', (code) => reject(new Error(`the skeleton ${name} exited with ${code}`)));
  });
  return { process: child, port, pid: child.pid ?? 0 };
}
