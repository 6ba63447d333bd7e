import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLogger } from '@assay/telemetry/log';
import { migrate } from '@assay/storage/migrate';
import { openNats, type Nats } from '@assay/messaging/nats';
import { openPostgres, type Postgres } from '@assay/storage/postgres';
import { startNats, type NatsServer } from '@assay/stack/nats';
import { freePort } from '@assay/stack/ports';
import { startPostgres, type PostgresServer } from '@assay/stack/postgres';

/**
 * A real PostgreSQL and a real nats-server for one test. The test can kill both and start them again on the same ports.
 */
export type EngineTestServers = {
  readonly postgres: Postgres;
  /** The connection to NATS. Undefined before the first connection. */
  readonly nats: () => Nats | undefined;
  readonly killNats: () => Promise<void>;
  readonly startNats: () => Promise<void>;
  /** Deletes every stream. Call it only while NATS is stopped. */
  readonly wipeNats: () => void;
  /** Kills every PostgreSQL process immediately, as a power failure would. */
  readonly killPostgres: () => Promise<void>;
  readonly startPostgres: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const log = createLogger('engine', 'silent');

/** Starts both servers in a directory that `close` removes, with the engine's schema in the database. */
export async function startTestServers(options: { readonly withNats: boolean }): Promise<EngineTestServers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-engine-'));
  const ports = { postgres: await freePort(), nats: await freePort() };
  const launchPostgres = () => startPostgres({ dataDir, port: ports.postgres, log: () => undefined });
  const launchNats = () => startNats({ dataDir, port: ports.nats, log: () => undefined });
  let database: PostgresServer = await launchPostgres();
  await migrate(database.url, 'engine', fileURLToPath(new URL('../../migrations', import.meta.url)));
  let server: NatsServer | undefined = options.withNats ? await launchNats() : undefined;

  const closers: (() => unknown)[] = [];
  const defer = (_name: string, close: () => unknown): void => void closers.push(close);
  const postgres = openPostgres({ ASSAY_PG_URL: database.url, ASSAY_PG_POOL_SIZE: 6 }, 'engine', {
    log,
    defer,
    check: () => undefined,
  });
  let nats: Nats | undefined;
  const connecting = openNats({ ASSAY_NATS_URL: `nats://127.0.0.1:${ports.nats}` }, 'engine-test', { log, defer }).then(
    (opened) => (nats = opened),
  );
  return {
    postgres,
    nats: () => nats,
    killNats: async () => {
      server?.process.signal('SIGKILL');
      await server?.process.exited;
    },
    startNats: async () => {
      server = await launchNats();
    },
    wipeNats: () => rmSync(join(dataDir, 'nats'), { recursive: true, force: true }),
    killPostgres: async () => {
      database.process.signal('SIGKILL');
      await database.process.exited;
    },
    startPostgres: async () => {
      database = await launchPostgres();
    },
    close: async () => {
      server ??= await launchNats();
      await connecting;
      for (const close of closers) {
        await close();
      }
      await server.stop();
      await database.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
