import type { Postgres } from '@assay/service/postgres';
import type { ServiceTools } from '@assay/service/run';
import type { SecretKeys } from '../secrets.ts';
import { resealSecrets } from './re-encrypt.ts';

const everyMs = 60_000;

/** Brings secrets under the newest key at the start and every minute, and shows how many could not be. */
export function keepResealing(postgres: Postgres, keys: SecretKeys, tools: ServiceTools): void {
  const stuck = tools.metrics.gauge(
    'assay_watch_secrets_stuck',
    'Webhook secrets under a key that the ring lacks, or that do not open: their watches cannot notify.',
    [],
  );
  let running = Promise.resolve();
  const pass = async (): Promise<void> => {
    let first: unknown;
    const outcome = await resealSecrets(postgres, keys, (error) => {
      first ??= error;
    });
    stuck.set(outcome.stuck);
    if (outcome.resealed > 0) {
      tools.log.info(
        { count: outcome.resealed, key: keys.currentId },
        'webhook secrets were sealed with the newest key',
      );
    }
    if (outcome.stuck > 0) {
      tools.log.error({ count: outcome.stuck, err: first }, 'webhook secrets cannot be opened');
    }
  };
  const begin = (): void => {
    running = running
      .then(pass)
      .catch((error: unknown) => tools.log.warn({ err: error }, 'webhook secrets could not be looked through'));
  };
  begin();
  const timer = setInterval(begin, everyMs);
  tools.defer('resealing', async () => {
    clearInterval(timer);
    await running;
  });
}
