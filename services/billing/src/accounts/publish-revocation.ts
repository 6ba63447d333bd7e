import { subjects } from '@assay/rpc/subjects';
import type { Logger } from '@assay/service/log';
import type { Nats } from '@assay/service/nats';

/**
 * Tells gateways of revoked keys. It never fails and is never waited for: admissions refuse the key whether or not a
 * gateway heard, and while NATS is away the message waits for it in memory.
 */
export function createRevocationPublisher(
  nats: Promise<{ readonly connection: Pick<Nats['connection'], 'publish'> }>,
  log: Pick<Logger, 'warn'>,
): (sha256: Buffer) => void {
  const { subject, encode } = subjects.keyRevoked;
  return (sha256) => {
    nats
      .then(({ connection }) => connection.publish(subject, encode({ key_sha256: sha256 })))
      .catch((error: unknown) => log.warn({ err: error }, 'could not publish a revocation'));
  };
}
