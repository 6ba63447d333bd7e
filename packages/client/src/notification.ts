import type { DataOf, ParamsOf } from './answers.ts';
import type { Verification, WatchableType } from './gen/api.ts';
import { canonicalJson } from './canonical-json.ts';

/** A JSON object, such as the body of a notification. */
export type JsonObject = { readonly [key: string]: unknown };

/** The message that the service sends after a change at a watched address. It contains a verified datum. */
export type Notification = {
  readonly [Type in WatchableType]: {
    readonly event: 'watch.fired';
    readonly watchId: string;
    readonly type: Type;
    readonly params: ParamsOf<Type>;
    readonly value: DataOf<Type>;
    /** The result of the verification of this value, such as its level. The signature covers it. */
    readonly verification: Verification;
    /** The trace id of the verification. It differs for every notification. */
    readonly traceId: string;
    /** The time at which the notification was made, in ISO 8601, UTC. */
    readonly firedAt: string;
    readonly signature: string;
  };
}[WatchableType];

/**
 * The message that the owner of a watch sends to try the webhook. Nothing changed and nothing was verified, so it has
 * no datum.
 */
export type TestNotification = {
  readonly event: 'watch.test';
  readonly watchId: string;
  readonly type: WatchableType;
  readonly params: ParamsOf<WatchableType>;
  readonly value: { readonly [name: string]: never };
  readonly traceId: string;
  /** The time at which the notification was made, in ISO 8601, UTC. */
  readonly firedAt: string;
  readonly signature: string;
};

/** The body of a notification, its signature, and the text that a genuine signature covers. */
export type SignedBody = {
  readonly value: JsonObject;
  /** The signature that the body states: 64 lowercase hexadecimal digits. */
  readonly signature: string;
  readonly signedText: string;
};

const signaturePattern = /^[0-9a-f]{64}$/;

/**
 * Returns the parts of a body that its verification needs. Undefined for a body that cannot have been signed. A body as
 * text or bytes must be exactly canonical JSON, so a duplicate key or an added space is refused.
 */
export function readSignedBody(body: string | Uint8Array | JsonObject): SignedBody | undefined {
  try {
    const value = isRaw(body) ? parseRaw(body) : body;
    if (!isObject(value)) {
      return undefined;
    }
    const { signature, ...signed } = value;
    if (typeof signature !== 'string' || !signaturePattern.test(signature)) {
      return undefined;
    }
    return { value, signature, signedText: canonicalJson(signed) };
  } catch (thrown) {
    // Anyone can send a body. Text that is not JSON, and a value without a canonical form, cannot have been signed.
    if (thrown instanceof TypeError || thrown instanceof SyntaxError) {
      return undefined;
    }
    throw thrown;
  }
}

/** Returns the HMAC key of a secret. Throws a TypeError for an empty one. */
export function secretBytes(secret: string): Uint8Array {
  if (typeof secret !== 'string' || secret === '') {
    throw new TypeError('the secret must be the "webhookSecret" that the watch was created with');
  }
  return new TextEncoder().encode(secret);
}

function isRaw(body: string | Uint8Array | JsonObject): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

/** Returns the value of a body whose bytes are exactly canonical JSON; undefined for any other body. */
function parseRaw(body: string | Uint8Array): unknown {
  const text = typeof body === 'string' ? body : decodeUtf8(body);
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  return value !== undefined && canonicalJson(value) === text ? value : undefined;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The decoder throws only for bytes that are not UTF-8, because it is fatal.
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
