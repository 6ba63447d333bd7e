import type { CallContext } from '@assay/rpc/context';
import type { ServiceClient } from '@assay/rpc/methods';
import type { services } from '@assay/rpc/load';
import type { Postgres } from '@assay/service/postgres';
import type { Sealer } from '@assay/service/sealing';

const keyName = 'playground';

/** The keys with which playgrounds call the API. */
export type PlaygroundKeys = {
  /** Returns the key of an account. Creates one on the first call. */
  readonly keyOf: (accountId: string, context: CallContext) => Promise<string>;
  /** Forgets the key of an account, for example because somebody revoked it. */
  readonly forget: (accountId: string) => Promise<void>;
};

type Row = { readonly sealing_key_id: string; readonly sealed: Buffer };

/**
 * Creates the store of playground keys. Only billing has keys, and it stores hashes. So the dashboard creates a key for
 * the playground of an account, and stores it encrypted. The list of keys shows it, and an owner can revoke it.
 */
export function createPlaygroundKeys(
  query: Postgres['query'],
  sealer: Sealer,
  createKey: ServiceClient<(typeof services)['billing']>['CreateAccountKey'],
): PlaygroundKeys {
  return {
    keyOf: async (accountId, context) => {
      const [row] = await query<Row>({
        name: 'playground_key',
        text: 'SELECT sealing_key_id, sealed FROM playground_key WHERE account_id = $1',
        values: [accountId],
      });
      if (row !== undefined) {
        return sealer.open({ keyId: row.sealing_key_id, sealed: row.sealed }, accountId);
      }
      const { key, record } = await createKey({ account_id: accountId, name: keyName }, context);
      const { keyId, sealed } = sealer.seal(key, accountId);
      await query({
        name: 'store_playground_key',
        text: `INSERT INTO playground_key (account_id, key_id, sealing_key_id, sealed) VALUES ($1, $2, $3, $4)
               ON CONFLICT (account_id) DO UPDATE
                 SET key_id = EXCLUDED.key_id, sealing_key_id = EXCLUDED.sealing_key_id, sealed = EXCLUDED.sealed,
                     created_at = now()`,
        values: [accountId, record?.id ?? '', keyId, sealed],
      });
      return key;
    },
    forget: async (accountId) => {
      await query({
        name: 'forget_playground_key',
        text: 'DELETE FROM playground_key WHERE account_id = $1',
        values: [accountId],
      });
    },
  };
}
