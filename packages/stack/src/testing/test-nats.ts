import { openNats, type Nats } from '@assay/messaging/nats';
import type { NatsSettings } from '@assay/messaging/nats-auth';
import { createLogger } from '@assay/telemetry/log';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '../nats.ts';

/**
 * A nats-server with JetStream for one test, with a new data directory. The test can kill the server and start it
 * again.
 */
export type TestNats = {
  readonly url: string;
  /**
   * Opens a connection, which `close` closes.
   * @param settings the user and password of the connection; absent for a server without users.
   */
  readonly open: (name: string, settings?: NatsSettings) => Promise<Nats>;
  readonly kill: () => Promise<void>;
  /** Starts the server again after `kill`, on the same port and with the same streams. */
  readonly restart: () => Promise<void>;
  /** Closes the connections, the last one first. Then stops the server and removes its directory. */
  readonly close: () => Promise<void>;
};

/** The settings that differ from those of a plain server. */
export type TestNatsOptions = {
  /** The text of a configuration file, such as `jetstream: { max_file_store: 1000 }`. */
  readonly config?: string;
  /** Variables that the configuration uses. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** Starts the server on a free port. */
export async function startTestNats({ config = '', environment = {} }: TestNatsOptions = {}): Promise<TestNats> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-nats-'));
  const configFile = join(dataDir, 'nats-server.conf');
  writeFileSync(configFile, config);
  const start = (port?: number) => startNats({ dataDir, port, log: () => undefined, configFile, environment });
  let server = await start();
  const { url, port } = server;
  const closers: (() => unknown)[] = [];
  return {
    url,
    open: (name, settings = { ASSAY_NATS_URL: url }) =>
      openNats(settings, name, {
        log: createLogger(name, 'silent'),
        defer: (_name, close) => closers.push(close),
      }),
    kill: async () => {
      server.process.signal('SIGKILL');
      await server.process.exited;
    },
    restart: async () => {
      server = await start(port);
    },
    close: async () => {
      for (const close of closers.toReversed()) {
        await close();
      }
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
