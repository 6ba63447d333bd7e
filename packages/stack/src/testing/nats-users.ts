import type { NatsSettings } from '@assay/messaging/nats-auth';
import { readFileSync } from 'node:fs';
import { startTestNats, type TestNats } from './test-nats.ts';

/** A nats-server with the users and permissions of deploy/nats/nats-server.conf. */
export type NatsWithUsers = Pick<TestNats, 'url' | 'close'> & {
  /** Returns the NATS settings of one service: the server's URL, the service's user and its password. */
  readonly settingsOf: (service: NatsUser) => NatsSettings;
  /**
   * Opens a connection as a service. `close` closes it. When `settings` is absent, the service's own settings apply.
   */
  readonly open: (service: NatsUser, settings?: NatsSettings) => ReturnType<TestNats['open']>;
};

/** A user in deploy/nats/nats-server.conf. */
export type NatsUser = 'billing' | 'gateway' | 'engine' | 'watch';

const configFile = new URL('../../../../deploy/nats/nats-server.conf', import.meta.url);
const users = ['billing', 'gateway', 'engine', 'watch'] as const;
const passwordOf = (service: NatsUser): string => `password-of-${service}`;

/** Starts the server with a new data directory. `close` stops the server and removes the directory. */
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
