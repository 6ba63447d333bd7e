import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@assay/telemetry/log';
import { openNats, type Nats } from '@assay/messaging/nats';
import type { Postgres } from '@assay/storage/postgres';
import { startNats, type NatsServer } from '@assay/stack/nats';
import { freePort } from '@assay/stack/ports';
import { startWatchDatabase } from './database.ts';

/**
 * A real PostgreSQL and a real nats-server for one test file. A test can kill NATS and start it again on the same port.
 */
export type WatchTestServers = {
  readonly postgres: Postgres;
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly nats: Nats;
  /** Runs any statement and returns its rows. */
  readonly sql: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly killNats: () => Promise<void>;
  readonly startNats: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const log = createLogger('watch', 'silent');

/** Starts both servers over a directory that `close` removes, with the watch schema in the database. */
export async function startTestServers(): Promise<WatchTestServers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-watch-'));
  const natsPort = await freePort();
  const launchNats = () => startNats({ dataDir, port: natsPort, log: () => undefined });
  const { open, ...database } = await startWatchDatabase();
  let server: NatsServer = await launchNats();
  const closers: (() => unknown)[] = [];
  const defer = (_name: string, close: () => unknown): void => void closers.push(close);
  const nats = await openNats({ ASSAY_NATS_URL: server.url }, 'watch-test', { log, defer });
  return {
    postgres: open(),
    databaseUrl: database.url,
    natsUrl: server.url,
    nats,
    sql: database.sql,
    killNats: async () => {
      server.process.signal('SIGKILL');
      await server.process.exited;
    },
    startNats: async () => {
      server = await launchNats();
    },
    close: async () => {
      for (const close of closers) {
        await close();
      }
      await server.stop();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
