import { migrateAll } from '@assay/stack/migrations';
import type { PlannedProcess } from '@assay/stack/plan';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOut, earlierCommit, repositoryRoot } from '../../versions/earlier-version.ts';

/** Migrates a database; `urlOf` returns the URL of a schema's owner. */
type Migrate = (postgresUrl: string, urlOf: (service: string) => string) => Promise<number>;

/** A built version of the services. */
export type Version = { readonly name: string; readonly root: string; readonly migrate: Migrate };

/** The two versions of a rehearsal. For each process, it also knows the version with which the process starts next. */
export type VersionBuilds = {
  readonly earlier: Version;
  readonly later: Version;
  /** Makes a process use this version from its next start on. */
  readonly choose: (processName: string, version: Version) => void;
  /** Returns the program and arguments that run a process. It is the `launcher` of startStack. */
  readonly launcher: (process: PlannedProcess) => readonly string[];
};

const shortHash = 8;

/**
 * Builds the earlier version from a commit, unless an earlier rehearsal has built it. The later version is this tree,
 * which must already be built. The builds are in the system's temporary folder. A hidden folder such as `.data` does
 * not work, because the dashboard serves no files below hidden folders.
 */
export async function buildVersions(base: string | undefined): Promise<VersionBuilds> {
  const commit = earlierCommit(base === '' ? undefined : base);
  const root = join(tmpdir(), 'assay-versions', commit);
  const marker = join(root, 'built');
  if (!existsSync(marker)) {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
    await run(checkOut(commit, root), ['npm', 'run', '--silent', 'build'], {});
    writeFileSync(marker, '');
  }
  const earlier = { name: commit.slice(0, shortHash), root, migrate: migrateWith(root) };
  const versionByProcess = new Map<string, Version>();
  return {
    earlier,
    later: { name: 'this tree', root: repositoryRoot, migrate: migrateAll },
    choose: (processName, version) => void versionByProcess.set(processName, version),
    launcher: ({ name }) => {
      const { root: directory } = versionByProcess.get(name) ?? earlier;
      return ['/bin/sh', '-c', 'cd "$0" && exec "$@"', directory, process.execPath, '--enable-source-maps'];
    },
  };
}

/** Returns a function that migrates with the program of a version, as the migration job of that version does. */
function migrateWith(root: string): Migrate {
  return async (postgresUrl, urlOf) => {
    const output = await run(root, [process.execPath, 'packages/stack/dist/migrate.js'], {
      ASSAY_PG_URL: postgresUrl,
      ...Object.fromEntries(
        ['billing', 'engine', 'watch', 'dashboard'].map((service) => [
          `ASSAY_PG_URL_${service.toUpperCase()}`,
          urlOf(service),
        ]),
      ),
    });
    return Number.parseInt(output, 10);
  };
}

/** Runs a program in a folder and returns its standard output. Rejects with all of its output when it fails. */
function run(cwd: string, [command = '', ...args]: readonly string[], variables: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`"${command} ${args.join(' ')}" ended with ${code}\n${output}${errors}`)),
    );
  });
}
