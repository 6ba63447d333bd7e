import { isUtf8 } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** A JSON object, such as the body of a notification. */
export type JsonObject = { readonly [key: string]: unknown };

const signaturePattern = /^[0-9a-f]{64}$/;

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
  return canonicalJson({ ...body, signature: signatureOf(body, secret) });
}

/**
 * Verifies a notification. Returns it, `signature` included, if the holder of the secret signed exactly this body, and
 * undefined otherwise. Use the returned object and do not parse the body again. Throws a TypeError for an empty secret.
 *
 * @param body the request's body. Raw bytes or text are the safer choice: they must equal what was sent byte for byte,
 * so a duplicate key is refused. Pass the parsed object where a framework does not keep the raw body.
 * @param secret the watch's whole `webhookSecret`.
 */
export function verifyNotification(body: string | Uint8Array | JsonObject, secret: string): JsonObject | undefined {
  const key = keyOf(secret);
  try {
    const notification = isRaw(body) ? parseRaw(body) : body;
    if (!isObject(notification)) {
      return undefined;
    }
    const { signature, ...signed } = notification;
    if (typeof signature !== 'string' || !signaturePattern.test(signature)) {
      return undefined;
    }
    const expected = createHmac('sha256', key).update(canonicalJson(signed), 'utf8').digest();
    return timingSafeEqual(Buffer.from(signature, 'hex'), expected) ? notification : undefined;
  } catch (thrown) {
    // Anyone can send a body. Text that is not JSON, and a value without a canonical form, were never signed: the
    // result is undefined.
    if (thrown instanceof TypeError || thrown instanceof SyntaxError) {
      return undefined;
    }
    throw thrown;
  }
}

function isRaw(body: string | Uint8Array | JsonObject): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

/** Returns the value of a body that is canonical JSON byte for byte; undefined for any other body. */
function parseRaw(body: string | Uint8Array): unknown {
  if (typeof body !== 'string' && !isUtf8(body)) {
    return undefined;
  }
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  const value: unknown = JSON.parse(text);
  return canonicalJson(value) === text ? value : undefined;
}

function signatureOf(body: JsonObject, secret: string): string {
  return createHmac('sha256', keyOf(secret)).update(canonicalJson(body), 'utf8').digest('hex');
}

function keyOf(secret: string): Buffer {
  if (typeof secret !== 'string' || secret === '') {
    throw new TypeError('the secret must be the "webhookSecret" that the watch was created with');
  }
  return Buffer.from(secret, 'utf8');
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
