import { canonicalJson } from './canonical-json.ts';
import { hmacSha256, isEqualDigest } from './hmac.ts';
import {
  readSignedBody,
  secretBytes,
  type JsonObject,
  type Notification,
  type SignedBody,
  type TestNotification,
} from './notification.ts';

/**
 * Signs a notification and returns the text to send: its canonical JSON with a `signature` member. The signature is the
 * lowercase hex HMAC-SHA256 of the canonical JSON without that member. The HMAC key is the UTF-8 bytes of the whole
 * secret, prefix included. Throws a TypeError for an empty secret, for a body that has a `signature`, and for values
 * that `canonicalJson` refuses.
 */
export function signNotification(body: JsonObject, secret: string): string {
  if (Object.hasOwn(body, 'signature')) {
    throw new TypeError('the body already has a "signature": sign it without one');
  }
  const digest = digestOf(canonicalJson(body), secret);
  const signature = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return canonicalJson({ ...body, signature });
}

/**
 * Verifies a notification. Returns the notification, including `signature`, if the holder of the secret signed exactly
 * this body; otherwise undefined. Use the returned object and do not parse the body again. Compare `event` first: after
 * a `watch.test`, nothing has changed. Throws a TypeError for an empty secret.
 *
 * @param body the request's body. Raw bytes or text are the safer choice, because they must equal the sent body
 * exactly. Pass the parsed object when a framework does not keep the raw body.
 * @param secret the watch's whole `webhookSecret`.
 */
export function verifyNotification(
  body: string | Uint8Array | JsonObject,
  secret: string,
): Notification | TestNotification | undefined {
  // An empty secret throws for every body, because it is a mistake of the receiver.
  secretBytes(secret);
  const signed = readSignedBody(body);
  // The service signs nothing but notifications with this secret.
  return signed !== undefined && isSignedBy(signed, secret)
    ? (signed.value as Notification | TestNotification)
    : undefined;
}

/** Returns whether the holder of a secret made the signature of a body. Throws a TypeError for an empty secret. */
export function isSignedBy({ signature, signedText }: SignedBody, secret: string): boolean {
  const stated = Uint8Array.from(signature.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  return isEqualDigest(stated, digestOf(signedText, secret));
}

function digestOf(text: string, secret: string): Uint8Array {
  return hmacSha256(secretBytes(secret), new TextEncoder().encode(text));
}
