// Original file: protos/assay/events/v1/events.proto


/**
 * Payload of assay.key.revoked.v1.
 */
export interface KeyRevoked {
  'key_sha256'?: (Buffer | Uint8Array | string);
}

/**
 * Payload of assay.key.revoked.v1.
 */
export interface KeyRevoked__Output {
  'key_sha256': (Buffer);
}
