import { passwordFile } from '@assay/stack/postgres-cluster';
import { startPostgres, type PostgresServer } from '@assay/stack/postgres';
import { findInstalledPrograms, postgresUser } from '@assay/stack/postgres-programs';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A dump of the whole database and of its roles. */
export type Dump = { readonly rolesFile: string; readonly databaseFile: string; readonly bytes: number };

/**
 * Starts a server of the PostgreSQL that is installed on this machine, because that one includes pg_dump. The server
 * gets a new data folder.
 */
export async function startInstalledPostgres(folder: string, name: string): Promise<PostgresServer> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  return startPostgres({
    dataDir,
    programs: findInstalledPrograms(postgresUser(() => undefined)),
    log: () => undefined,
  });
}

/** Dumps the roles and the database of a running server. The dump captures all schemas at one point in time. */
export async function dump(server: PostgresServer, folder: string): Promise<Dump> {
  const rolesFile = join(folder, 'roles.sql');
  const databaseFile = join(folder, 'assay.dump');
  await runProgram('pg_dumpall', ['--globals-only', '--file', rolesFile], server.url);
  await runProgram('pg_dump', ['--format=custom', '--file', databaseFile], server.url);
  return { rolesFile, databaseFile, bytes: statSync(databaseFile).size };
}

/** Restores a dump into a server without data. Rejects at the first statement that fails. */
export async function restore({ rolesFile, databaseFile }: Dump, server: PostgresServer): Promise<void> {
  // The restore fails for exactly one line, the one that creates the superuser, because the superuser exists already.
  await runProgram('psql', ['--quiet', '--file', rolesFile], server.url);
  await runProgram('pg_restore', ['--exit-on-error', '--jobs=2', '--dbname=assay', databaseFile], server.url);
}

/**
 * Gives a server that does not exist yet the password of another server. A restored dump of roles sets that password.
 */
export function sharePassword(folder: string, from: string, to: string): void {
  mkdirSync(join(folder, to), { recursive: true });
  copyFileSync(passwordFile(join(folder, from)), passwordFile(join(folder, to)));
}

/** Runs one of PostgreSQL's programs against a server. Rejects with the program's output when it fails. */
function runProgram(name: string, args: readonly string[], url: string): Promise<void> {
  const { username, password, port, pathname } = new URL(url);
  const child = spawn(join(findInstalledPrograms(undefined).directory, name), args, {
    env: {
      PATH: process.env['PATH'],
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
      PGDATABASE: pathname.slice(1),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}: ${errors}`))));
  });
}
