import { subjects } from '@assay/rpc/subjects';
import type { Logger } from '@assay/telemetry/log';
import type { Nats } from '@assay/messaging/nats';

/** Notifies gateways of changes to keys. */
export type KeyChangePublisher = {
  /** Publishes the revocation of the key with this SHA-256 hash. */
  readonly revoked: (sha256: Buffer) => void;
  /** Publishes that the rate limit of an account changed. */
  readonly limitChanged: (accountId: string) => void;
};

/**
 * Creates the publisher of changes to keys. Publishing never fails, and callers do not wait for it. A lost message is
 * harmless, because billing applies the change at the next admission anyway. While NATS is unavailable, messages wait
 * in memory.
 */
export function createKeyChangePublisher(
  nats: Promise<{ readonly connection: Pick<Nats['connection'], 'publish'> }>,
  log: Pick<Logger, 'warn'>,
): KeyChangePublisher {
  const publish = (subject: string, payload: Buffer): void => {
    nats
      .then(({ connection }) => connection.publish(subject, payload))
      .catch((error: unknown) => log.warn({ err: error, subject }, 'could not publish a change to keys'));
  };
  const { keyRevoked, keyLimitChanged } = subjects;
  return {
    revoked: (sha256) => publish(keyRevoked.subject, keyRevoked.encode({ key_sha256: sha256 })),
    limitChanged: (accountId) => publish(keyLimitChanged.subject, keyLimitChanged.encode({ account_id: accountId })),
  };
}
