import type { Condition } from '../../registry/condition.ts';
import type { Run } from '../claim/store.ts';
import type { TestDatabase } from './database.ts';

let made = 0;

/** Puts a watch into the table and returns its id. */
export async function putWatch(
  database: Pick<TestDatabase, 'sql'>,
  given: {
    readonly accountId?: string;
    readonly condition?: Condition;
    readonly webhookUrl?: string;
    readonly minIntervalSeconds?: number;
    readonly sealedSecret?: Buffer;
  } = {},
): Promise<string> {
  made += 1;
  const id = `w_${String(made).padStart(22, '0')}`;
  const address = `address-${made}`;
  await database.sql('INSERT INTO addresses (address, partition) VALUES ($1, 0)', [address]);
  await database.sql(
    `INSERT INTO watches (id, account_id, type, params, condition, webhook_url, min_interval_seconds, watched_address,
                          secret_encrypted, secret_key_id)
     VALUES ($1, $2, 'chain.token_risk', $3, $4, $5, $6, $7, $8, 'k1')`,
    [
      id,
      given.accountId ?? 'acc_test',
      JSON.stringify({ address }),
      given.condition === undefined ? null : JSON.stringify(given.condition),
      given.webhookUrl ?? 'https://receiver.example/hook',
      given.minIntervalSeconds ?? 0,
      address,
      given.sealedSecret ?? Buffer.from('sealed'),
    ],
  );
  return id;
}

let runs = 0;

/** A run of its own for a trigger, named `<watch>.<trigger>`; the change was seen at a slot that nothing has verified yet. */
export function runOf(watchId: string, trigger: string, slot = 1_000n, observedAtMs = Date.now()): Run {
  runs += 1;
  return {
    triggerId: `${watchId}.${trigger}`,
    watchId,
    slot,
    observedAtMs,
    id: `run-${runs}`,
    traceparent: `00-${runs.toString(16).padStart(32, '0')}-${'1'.repeat(16)}-00`,
    holdId: `wh_${runs}`,
  };
}
