import type { Nats } from '@assay/messaging/nats';
import type { Postgres } from '@assay/storage/postgres';
import { startTestNats } from '@assay/stack/testing/test-nats';
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

/** Starts both servers over directories that `close` removes, with the watch schema in the database. */
export async function startTestServers(): Promise<WatchTestServers> {
  const [{ open, ...database }, server] = [await startWatchDatabase(), await startTestNats()];
  return {
    postgres: open(),
    databaseUrl: database.url,
    natsUrl: server.url,
    nats: await server.open('watch-test'),
    sql: database.sql,
    killNats: server.kill,
    startNats: server.restart,
    close: async () => {
      await server.close();
      await database.close();
    },
  };
}
