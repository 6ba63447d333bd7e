import { chooseClusterDirectory, passwordFile } from '@assay/stack/postgres-cluster';
import { postgresUser } from '@assay/stack/postgres-programs';
import type { PostgresServer } from '@assay/stack/postgres';
import { spawn } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';

/** Files to leave out of the copy. Some belong to the running server; the standby gets the others by replication. */
const excluded = ['./postmaster.pid', './postmaster.opts', './pg_wal/*', './pg_replslot/*', './*.signal'];
/**
 * Exit code of tar when a file changed while tar read it. This does no harm, because the write-ahead log repairs the
 * file.
 */
const fileChanged = 1;

/**
 * Copies the cluster of a running server to another data directory, as its standby. It uses the low-level backup
 * functions of PostgreSQL, because the npm package has no pg_basebackup.
 * @param name name of the standby in synchronous_standby_names. Its replication slot has the same name.
 */
export async function copyCluster(primary: PostgresServer, dataDir: string, name: string): Promise<void> {
  const user = postgresUser(() => undefined);
  const target = chooseClusterDirectory(dataDir, user, () => undefined);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    // Create the slot before the copy. From then on, the primary keeps the write-ahead log that the standby needs.
    await client.query(
      `SELECT pg_create_physical_replication_slot($1, true)
       WHERE NOT EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = $1)`,
      [name],
    );
    await client.query("SELECT pg_backup_start('standby', true)");
    await copyFiles(primary.cluster, target);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  const { username, password, port } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${name}`;
  writeFileSync(
    join(target, 'postgresql.auto.conf'),
    `primary_conninfo = '${source}'\nprimary_slot_name = '${name}'\n`,
    { mode: 0o600 },
  );
  writeFileSync(join(target, 'standby.signal'), '');
  if (user !== undefined) {
    const written = ['', 'backup_label', 'postgresql.auto.conf', 'standby.signal'];
    written.forEach((file) => chownSync(join(target, file), user.uid, user.gid));
  }
  copyPassword(primary, dataDir);
}

function copyFiles(from: string, to: string): Promise<void> {
  const copy = `tar -C "$1" ${excluded.map((pattern) => `--exclude='${pattern}'`).join(' ')} -cf - . | tar -C "$2" -xpf -`;
  const child = spawn('/bin/bash', ['-o', 'pipefail', '-c', copy, 'bash', from, to], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 || code === fileChanged ? resolve() : reject(new Error(`tar ended with ${code}: ${errors}`)),
    );
  });
}

/**
 * Copies the password file of the primary. Both servers have the same superuser, so the copy needs the same password.
 */
function copyPassword(primary: PostgresServer, dataDir: string): void {
  const source = passwordFile(dirname(dirname(primary.process.logFile)));
  const target = passwordFile(dataDir);
  if (source !== target) {
    copyFileSync(source, target);
  }
}
