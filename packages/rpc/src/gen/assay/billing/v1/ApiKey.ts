// Original file: protos/assay/billing/v1/billing.proto


/**
 * A key as its owner sees it. Times are ISO 8601 in UTC.
 */
export interface ApiKey {
  /**
   * "key_" and 32 hex digits. The id is no secret.
   */
  'id'?: (string);
  /**
   * Empty for a key without a name.
   */
  'name'?: (string);
  /**
   * The first 8 characters of the key.
   */
  'prefix'?: (string);
  'created_at'?: (string);
  /**
   * The last request that counted to the rate limit; empty before the first.
   */
  'last_used_at'?: (string);
  /**
   * Empty unless somebody revoked the key.
   */
  'revoked_at'?: (string);
  /**
   * When the key stops working, also in the future. Empty for a key without an end.
   */
  'expires_at'?: (string);
}

/**
 * A key as its owner sees it. Times are ISO 8601 in UTC.
 */
export interface ApiKey__Output {
  /**
   * "key_" and 32 hex digits. The id is no secret.
   */
  'id': (string);
  /**
   * Empty for a key without a name.
   */
  'name': (string);
  /**
   * The first 8 characters of the key.
   */
  'prefix': (string);
  'created_at': (string);
  /**
   * The last request that counted to the rate limit; empty before the first.
   */
  'last_used_at': (string);
  /**
   * Empty unless somebody revoked the key.
   */
  'revoked_at': (string);
  /**
   * When the key stops working, also in the future. Empty for a key without an end.
   */
  'expires_at': (string);
}
