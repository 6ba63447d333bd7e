import { pause } from '@assay/runtime/clock';
import { freePort } from '@assay/stack/ports';
import { startPostgres, type PostgresServer } from '@assay/stack/postgres';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../../e2e/support/system.ts';
import { copyCluster } from './base-backup.ts';
import { startServiceProxy } from './service-proxy.ts';

/** The times at which the parts of a failover ended, in milliseconds after the primary died. */
export type Failover = { readonly noticedMs: number; readonly promotedMs: number };

/** A primary and a synchronous standby behind a proxy. The proxy's address always leads to the primary. */
export type PostgresPair = {
  /**
   * URL of the database at the proxy. The proxy simulates the read-write Service that a PostgreSQL operator provides.
   */
  readonly url: string;
  /** Kills the primary, and promotes the standby after two checks have failed. A PostgreSQL operator does the same. */
  readonly failOver: () => Promise<Failover>;
  /**
   * Makes the former primary a standby of the new primary, by a new base backup. From then on, commits wait for the
   * standby again.
   */
  readonly rejoin: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Kills both servers immediately. */
  readonly destroy: () => void;
};

/** Interval of the checks of the primary, in milliseconds. CloudNativePG and Patroni check no more often than this. */
const checkEveryMs = 500;
const failedChecks = 2;
const connectionTimeoutMs = 5_000;
const streamingWithinMs = 60_000;
const standbyName = 'standby';
const maxPromotionSeconds = 30;

type Member = { readonly dataDir: string; readonly port: number; server: PostgresServer };

/**
 * Starts the pair, with its data and logs in a folder. A commit is acknowledged once both servers have written it to disk.
 */
export async function startPostgresPair(folder: string): Promise<PostgresPair> {
  const start = async (dataDir: string, port: number): Promise<PostgresServer> =>
    startPostgres({ dataDir, port, log: () => undefined });
  const member = async (name: string): Promise<Omit<Member, 'server'>> => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    return { dataDir, port: await freePort() };
  };
  const first = await member('postgres-1');
  let primary: Member = { ...first, server: await start(first.dataDir, first.port) };
  const makeStandby = async ({ dataDir, port }: Omit<Member, 'server'>): Promise<Member> => {
    await copyCluster(primary.server, dataDir, standbyName);
    const server = await start(dataDir, port);
    await requireStandby(primary.server);
    return { dataDir, port, server };
  };
  let standby = await makeStandby(await member('postgres-2'));
  // The port of the primary. As with a PostgreSQL operator, the proxy follows the role that a server was given, not the
  // result of single checks.
  let routedPort: number | undefined = primary.port;
  const proxy = await startServiceProxy(
    [primary, standby].map(({ port }) => ({ port, isReady: () => Promise.resolve(port === routedPort) })),
  );
  return {
    url: urlAt(primary.server.url, proxy.port),
    failOver: async () => {
      const diedAt = performance.now();
      primary.server.process.signal('SIGKILL');
      const noticedMs = await untilNoticed(primary.server.url, diedAt);
      await promote(standby.server.url);
      [primary, standby] = [standby, primary];
      routedPort = primary.port;
      await proxy.refresh();
      return { noticedMs, promotedMs: performance.now() - diedAt };
    },
    rejoin: async () => {
      standby = await makeStandby(standby);
    },
    stop: async () => {
      await proxy.close();
      await Promise.all([primary.server.remove(), standby.server.remove()]);
    },
    destroy: () => [primary, standby].forEach(({ server }) => server.process.signal('SIGKILL')),
  };
}

function urlAt(url: string, port: number): string {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
}

/** Opens a connection while `work` runs. */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectionTimeoutMs });
  // When the connection is lost, the statement in flight rejects. So this event needs no handling.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function isPrimary(url: string): Promise<boolean> {
  try {
    return await withConnection(url, async (client) => {
      const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
      return rows[0]?.standby === false;
    });
  } catch {
    // A server that does not respond does not count as the primary.
    return false;
  }
}

async function untilNoticed(url: string, sinceMs: number): Promise<number> {
  for (let failures = 0; failures < failedChecks;) {
    await pause(checkEveryMs);
    failures = (await isPrimary(url)) ? 0 : failures + 1;
  }
  return performance.now() - sinceMs;
}

async function promote(url: string): Promise<void> {
  await withConnection(url, (client) => client.query('SELECT pg_promote(true, $1)', [maxPromotionSeconds]));
}

/**
 * Waits until the standby receives the primary's write-ahead log. From then on, each commit of the primary waits for
 * the standby.
 */
async function requireStandby(primary: PostgresServer): Promise<void> {
  await withConnection(primary.url, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${standbyName})'`);
    await client.query('SELECT pg_reload_conf()');
    await until(
      async () => (await client.query<{ sync_state: string }>('SELECT sync_state FROM pg_stat_replication')).rows,
      (rows) => rows.some(({ sync_state }) => sync_state === 'quorum'),
      streamingWithinMs,
    );
  });
}
