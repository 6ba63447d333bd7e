const idBytes = 16;
const idPattern = /^key_([0-9a-f]{32})$/;

/** Returns the public id of a key: "key_" and half of the key's hash. Nobody can compute the whole hash from the id. */
export function keyIdOf(sha256: Buffer): string {
  return `key_${sha256.subarray(0, idBytes).toString('hex')}`;
}

/** Returns the first 16 bytes of a key's hash, which the key's id contains. Returns undefined for a malformed id. */
export function hashStartOf(keyId: string): Buffer | undefined {
  const digits = idPattern.exec(keyId)?.[1];
  return digits === undefined ? undefined : Buffer.from(digits, 'hex');
}
