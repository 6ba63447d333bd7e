import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A running skeleton process: a baseline with only the network calls of a service, without the service's own work. */
export type Skeleton = { readonly process: ChildProcess; readonly port: number; readonly pid: number };

/** Returns whether an optional package, which package.json does not list, is installed. */
export function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

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
