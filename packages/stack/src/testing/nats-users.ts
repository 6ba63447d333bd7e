import type { NatsSettings } from '@assay/messaging/nats-auth';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNats } from '../nats.ts';

/** A nats-server with the users and permissions of deploy/nats/nats-server.conf. */
export type NatsWithUsers = {
  readonly url: string;
  /** Returns the settings of one service: the server, its user and its password. */
  readonly settingsOf: (service: NatsUser) => NatsSettings;
  readonly close: () => Promise<void>;
};

/** A user of the configuration file. */
export type NatsUser = 'billing' | 'gateway' | 'engine' | 'watch';

const configFile = fileURLToPath(new URL('../../../../deploy/nats/nats-server.conf', import.meta.url));
const users = ['billing', 'gateway', 'engine', 'watch'] as const;
const passwordOf = (service: NatsUser): string => `password-of-${service}`;

/** Starts the server with a new data directory, which `close` removes. */
export async function startNatsWithUsers(): Promise<NatsWithUsers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-nats-'));
  const environment = Object.fromEntries(
    users.map((user) => [`ASSAY_NATS_${user.toUpperCase()}_PASSWORD`, passwordOf(user)]),
  );
  const server = await startNats({ dataDir, log: () => undefined, configFile, environment });
  return {
    url: server.url,
    settingsOf: (service) => ({
      ASSAY_NATS_URL: server.url,
      ASSAY_NATS_USER: service,
      ASSAY_NATS_PASSWORD: passwordOf(service),
    }),
    close: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
