import type { WatchCondition } from '@assay/catalog/bodies/new-watch';
import type { WatchTestServers } from '../../testing/servers.ts';
import type { DeliveryClaim } from '../claim/claim.ts';
import type { Trigger } from '../queue/trigger.ts';

let watchCount = 0;

/** Inserts a watch and returns its id. */
export async function insertWatch(
  database: Pick<WatchTestServers, 'sql'>,
  given: {
    readonly accountId?: string;
    readonly condition?: WatchCondition;
    readonly minLevel?: string;
    readonly webhookUrl?: string;
    readonly minIntervalSeconds?: number;
    readonly sealedSecret?: Buffer;
  } = {},
): Promise<string> {
  watchCount += 1;
  const id = `w_${String(watchCount).padStart(22, '0')}`;
  const address = `address-${watchCount}`;
  await database.sql('INSERT INTO addresses (address, partition) VALUES ($1, 0)', [address]);
  await database.sql(
    `INSERT INTO watches (id, account_id, type, params, condition, webhook_url, min_interval_seconds, watched_address,
                          secret_encrypted, secret_key_id, min_level)
     VALUES ($1, $2, 'chain.token_risk', $3, $4, $5, $6, $7, $8, 'k1', $9)`,
    [
      id,
      given.accountId ?? 'acc_test',
      JSON.stringify({ address }),
      given.condition === undefined ? null : JSON.stringify(given.condition),
      given.webhookUrl ?? 'https://receiver.example/hook',
      given.minIntervalSeconds ?? 0,
      address,
      given.sealedSecret ?? Buffer.from('sealed'),
      given.minLevel ?? 'single_source',
    ],
  );
  return id;
}

let claimCount = 0;

/**
 * Returns a new claim to the trigger `<watch>.<trigger>`. By default, the trigger observed a change at a slot that no
 * verification covers.
 */
export function claimOf(watchId: string, trigger: string, slot = 1_000n, observedAtMs = Date.now()): DeliveryClaim {
  claimCount += 1;
  return {
    id: `run-${claimCount}`,
    triggerId: `${watchId}.${trigger}`,
    watchId,
    slot,
    observedAtMs,
    traceparent: `00-${claimCount.toString(16).padStart(32, '0')}-${'1'.repeat(16)}-00`,
    holdId: `wh_${claimCount}`,
  };
}

/** Returns the trigger of a claim, in the form in which the queue delivers it. */
export function triggerOf({ triggerId, watchId, slot, observedAtMs }: DeliveryClaim): Trigger {
  return { id: triggerId, watchId, slot, observedAtMs, traceparent: '' };
}
