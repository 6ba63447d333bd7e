import type { Postgres } from '@assay/storage/postgres';
import { repeat } from '@assay/runtime/repeat';
import type { ServiceTools } from '@assay/runtime/run';
import type { Sealer } from '@assay/storage/sealing';
import { reEncryptSecrets } from './re-encrypt.ts';

const everyMs = 60_000;

/** Re-encrypts secrets of older keys with the newest key, at the start and every minute, and counts failures. */
export function repeatReEncryption(postgres: Postgres, keys: Sealer, tools: ServiceTools): void {
  const stuck = tools.metrics.gauge(
    'assay_watch_secrets_stuck',
    'Webhook secrets that no key of the ring opens. Their watches cannot notify.',
    [],
  );
  const run = async (): Promise<void> => {
    let firstError: unknown;
    const result = await reEncryptSecrets(postgres, keys, (error) => {
      firstError ??= error;
    });
    stuck.set(result.stuck);
    if (result.reEncrypted > 0) {
      tools.log.info(
        { count: result.reEncrypted, key: keys.currentId },
        'encrypted webhook secrets with the newest key',
      );
    }
    if (result.stuck > 0) {
      tools.log.error({ count: result.stuck, err: firstError }, 'could not open webhook secrets');
    }
  };
  const onFailure = (error: unknown): void => tools.log.warn({ err: error }, 'could not re-encrypt webhook secrets');
  repeat(run, { name: 're-encryption of webhook secrets', everyMs, onFailure }, tools);
}
