import { subjects } from '@assay/rpc/subjects';
import type { Logger } from '@assay/service/log';
import type { Nats } from '@assay/service/nats';

/**
 * Returns a function that tells gateways of a revoked key. It never fails, and callers do not wait for it: admissions
 * refuse the key in any case. The message waits in memory until NATS can be reached.
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
