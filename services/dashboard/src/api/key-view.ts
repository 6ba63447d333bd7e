import type { ApiKey__Output } from '@assay/rpc/gen/assay/billing/v1/ApiKey';

/** A key in the form that the account's owner sees. It never contains the key itself. */
export type KeyView = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  /** When the key stops working, which may be in the future. Null when the key does not expire. */
  readonly expiresAt: string | null;
};

/** Returns the view of a key. */
export function keyView(key: ApiKey__Output): KeyView {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    createdAt: key.created_at,
    lastUsedAt: key.last_used_at || null,
    revokedAt: key.revoked_at || null,
    expiresAt: key.expires_at || null,
  };
}
