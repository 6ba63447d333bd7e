import type { NatsSettings } from '@assay/messaging/nats-auth';
import { readFileSync } from 'node:fs';
import { startTestNats, type TestNats } from './test-nats.ts';

/** A nats-server with the users and permissions of deploy/nats/nats-server.conf. */
export type NatsWithUsers = Pick<TestNats, 'url' | 'close'> & {
  /** Returns the settings of one service: the server, its user and its password. */
  readonly settingsOf: (service: NatsUser) => NatsSettings;
  /** Opens a connection of a service, which `close` closes. Without settings, those of the service apply. */
  readonly open: (service: NatsUser, settings?: NatsSettings) => ReturnType<TestNats['open']>;
};

/** A user of the configuration file. */
export type NatsUser = 'billing' | 'gateway' | 'engine' | 'watch';

const configFile = new URL('../../../../deploy/nats/nats-server.conf', import.meta.url);
const users = ['billing', 'gateway', 'engine', 'watch'] as const;
const passwordOf = (service: NatsUser): string => `password-of-${service}`;

/** Starts the server with a new data directory, which `close` removes. */
export async function startNatsWithUsers(): Promise<NatsWithUsers> {
  const environment = Object.fromEntries(
    users.map((user) => [`ASSAY_NATS_${user.toUpperCase()}_PASSWORD`, passwordOf(user)]),
  );
  const { url, open, close } = await startTestNats({ config: readFileSync(configFile, 'utf8'), environment });
  const settingsOf = (service: NatsUser): NatsSettings => ({
    ASSAY_NATS_URL: url,
    ASSAY_NATS_USER: service,
    ASSAY_NATS_PASSWORD: passwordOf(service),
  });
  return { url, settingsOf, open: (service, settings = settingsOf(service)) => open(service, settings), close };
}
