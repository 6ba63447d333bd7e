import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { readSignedBody, secretBytes, type JsonObject } from './notification.ts';

export type { JsonObject, Notification } from './notification.ts';

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
  const signature = createHmac('sha256', secretBytes(secret)).update(canonicalJson(body), 'utf8').digest('hex');
  return canonicalJson({ ...body, signature });
}

/**
 * Verifies a notification. Returns the notification, including `signature`, if the holder of the secret signed exactly
 * this body; otherwise undefined. Use the returned object and do not parse the body again. Throws a TypeError for an
 * empty secret.
 *
 * @param body the request's body. Raw bytes or text are the safer choice, because they must equal the sent body
 * exactly. Pass the parsed object when a framework does not keep the raw body.
 * @param secret the watch's whole `webhookSecret`.
 */
export function verifyNotification(body: string | Uint8Array | JsonObject, secret: string): JsonObject | undefined {
  const key = secretBytes(secret);
  const signed = readSignedBody(body);
  if (signed === undefined) {
    return undefined;
  }
  const expected = createHmac('sha256', key).update(signed.signedText, 'utf8').digest();
  return timingSafeEqual(Buffer.from(signed.signature, 'hex'), expected) ? signed.value : undefined;
}
