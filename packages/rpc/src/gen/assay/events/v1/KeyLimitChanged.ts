// Original file: protos/assay/events/v1/events.proto


/**
 * Payload of assay.key.limit_changed.v1: the rate limit of an account was changed. Gateways then ask billing about the keys
 * of the account again, even if their windows were full.
 */
export interface KeyLimitChanged {
  'account_id'?: (string);
}

/**
 * Payload of assay.key.limit_changed.v1: the rate limit of an account was changed. Gateways then ask billing about the keys
 * of the account again, even if their windows were full.
 */
export interface KeyLimitChanged__Output {
  'account_id': (string);
}
