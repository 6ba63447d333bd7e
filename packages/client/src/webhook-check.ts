import { readSignedBody, secretBytes, type JsonObject, type Notification } from './notification.ts';
import { webCrypto } from './webcrypto.ts';

/** Remembers the notifications that were received. Several processes behind one URL need a common store. */
export type SeenNotifications = {
  /** Stores a trace id until a time, in milliseconds since the Unix epoch. Returns whether it was new. */
  readonly add: (traceId: string, untilMs: number) => boolean | Promise<boolean>;
};

/** Options of a webhook handler. */
export type WebhookOptions = {
  /** The watch's `webhookSecret`, or a function from the id of a watch to its secret, undefined for an unknown watch. */
  readonly secret: string | ((watchId: string) => string | undefined | Promise<string | undefined>);
  /** Called once for each genuine, recent and new notification. The service counts it as received when this resolves. */
  readonly onNotification: (notification: Notification) => void | Promise<void>;
  /** Notifications that are older are refused, in milliseconds; five minutes by default. */
  readonly maxAgeMs?: number;
  /** Where received notifications are remembered; in memory by default. */
  readonly seen?: SeenNotifications;
  /** Returns the time in milliseconds since the Unix epoch; the clock of this machine by default. */
  readonly now?: () => number;
};

/** Checks one body and hands it over. Returns the HTTP status to answer with. */
export type NotificationReceiver = (body: string | Uint8Array | JsonObject) => Promise<204 | 401 | 409>;

/** Maximum size of a body, in bytes. */
export const maxBodyBytes = 1_048_576;

type TestNotification = { readonly event: 'watch.test' };

const events: readonly string[] = ['watch.fired', 'watch.test'];
const defaultMaxAgeMs = 300_000;
const maxRemembered = 100_000;

/**
 * Creates what all handlers share. A body gets 401 unless the watch's secret signed it, 409 when it is too old, from the
 * future, or repeated, and 204 when it was handed over. A genuine test notification gets 204 and is not handed over, because
 * nothing changed. It rethrows what `onNotification` throws.
 */
export function createReceiver(options: WebhookOptions): NotificationReceiver {
  const { maxAgeMs = defaultMaxAgeMs, now = Date.now, seen = createMemory(now) } = options;
  if (typeof options.secret === 'string') {
    secretBytes(options.secret);
  }
  return async (body) => {
    const notification = await verify(body, options.secret);
    if (notification === undefined) {
      return 401;
    }
    if (notification.event === 'watch.test') {
      return 204;
    }
    const firedAtMs = Date.parse(notification.firedAt);
    if (!(Math.abs(now() - firedAtMs) <= maxAgeMs) || !(await seen.add(notification.traceId, firedAtMs + maxAgeMs))) {
      return 409;
    }
    await options.onNotification(notification);
    return 204;
  };
}

async function verify(
  body: string | Uint8Array | JsonObject,
  secret: WebhookOptions['secret'],
): Promise<Notification | TestNotification | undefined> {
  const signed = readSignedBody(body);
  if (signed === undefined || !events.includes(String(signed.value['event']))) {
    return undefined;
  }
  const { watchId, traceId } = signed.value;
  const used = typeof secret === 'string' ? secret : await secret(String(watchId));
  if (used === undefined || typeof traceId !== 'string') {
    return undefined;
  }
  const { subtle } = await webCrypto();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await subtle.importKey('raw', secretBytes(used), algorithm, false, ['verify']);
  const signature = Uint8Array.from(signed.signature.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  // subtle.verify compares in constant time.
  const isGenuine = await subtle.verify('HMAC', key, signature, new TextEncoder().encode(signed.signedText));
  return isGenuine ? (signed.value as Notification | TestNotification) : undefined;
}

/** Creates a memory of one process. A full memory forgets what it received first. */
function createMemory(now: () => number): SeenNotifications {
  const untilMsById = new Map<string, number>();
  return {
    add: (traceId, untilMs) => {
      for (const [id, idUntilMs] of untilMsById) {
        if (idUntilMs >= now() && untilMsById.size < maxRemembered) {
          break;
        }
        untilMsById.delete(id);
      }
      if (untilMsById.has(traceId)) {
        return false;
      }
      untilMsById.set(traceId, untilMs);
      return true;
    },
  };
}
