import type { CallContext } from '@assay/rpc/context';
import type { ServiceClient } from '@assay/rpc/methods';
import type { services } from '@assay/rpc/load';
import type { Clock } from '@assay/runtime/clock';
import type { Postgres } from '@assay/storage/postgres';
import type { Sealer } from '@assay/storage/sealing';

const keyName = 'playground';

/** The API key of a playground, and its id in the list of keys. */
export type PlaygroundKey = { readonly id: string; readonly key: string };

/** Stores the API keys of playgrounds. */
export type PlaygroundKeys = {
  /** Returns the key of an account. Creates one on the first call. */
  readonly keyOf: (accountId: string, context: CallContext) => Promise<PlaygroundKey>;
  /** Returns a new key for an account instead of one that no longer works, for example because somebody revoked it. */
  readonly replace: (accountId: string, ended: PlaygroundKey, context: CallContext) => Promise<PlaygroundKey>;
};

type Row = { readonly key_id: string; readonly sealing_key_id: string; readonly sealed: Buffer };

/** Number of characters of the date in an ISO time. */
const dateLength = 10;

/**
 * Creates the store of playground keys. Billing makes every key and stores only its hash. The dashboard therefore
 * creates a key for the playground of an account and stores the key encrypted. The list of keys shows it, and an owner
 * can revoke it.
 *
 * The operation id of a creation names the key that it replaces, so concurrent calls and retries create a single key.
 * The operation id also names the date, because billing forgets the key of an operation after a day.
 */
export function createPlaygroundKeys(
  query: Postgres['query'],
  sealer: Sealer,
  createKey: ServiceClient<(typeof services)['billing']>['CreateAccountKey'],
  clock: Pick<Clock, 'now'>,
): PlaygroundKeys {
  const create = async (accountId: string, endedId: string, context: CallContext): Promise<PlaygroundKey> => {
    const date = new Date(clock.now()).toISOString().slice(0, dateLength);
    const operationId = `dashboard:playground:${endedId}:${date}`;
    const request = { account_id: accountId, name: keyName, operation_id: operationId };
    const { key, record } = await createKey(request, context);
    const id = record?.id ?? '';
    const { keyId, sealed } = sealer.seal(key, accountId);
    await query({
      name: 'store_playground_key',
      text: `INSERT INTO playground_key (account_id, key_id, sealing_key_id, sealed) VALUES ($1, $2, $3, $4)
             ON CONFLICT (account_id) DO UPDATE
               SET key_id = EXCLUDED.key_id, sealing_key_id = EXCLUDED.sealing_key_id, sealed = EXCLUDED.sealed,
                   created_at = now()`,
      values: [accountId, id, keyId, sealed],
    });
    return { id, key };
  };
  return {
    keyOf: async (accountId, context) => {
      const [row] = await query<Row>({
        name: 'playground_key',
        text: 'SELECT key_id, sealing_key_id, sealed FROM playground_key WHERE account_id = $1',
        values: [accountId],
      });
      return row === undefined
        ? create(accountId, 'first', context)
        : { id: row.key_id, key: sealer.open({ keyId: row.sealing_key_id, sealed: row.sealed }, accountId) };
    },
    replace: (accountId, ended, context) => create(accountId, ended.id, context),
  };
}
