import {
  readSignedBody,
  secretBytes,
  type JsonObject,
  type Notification,
  type TestNotification,
} from './notification.ts';
import { isSignedBy } from './notification-signature.ts';

/**
 * A store of the trace ids of received notifications. When several processes serve one URL, they must share a store.
 */
export type SeenNotifications = {
  /**
   * Stores a trace id until `untilMs`, in milliseconds since the Unix epoch. Returns false when the id was stored already.
   */
  readonly add: (traceId: string, untilMs: number) => boolean | Promise<boolean>;
};

/** Options of a webhook handler. */
export type WebhookOptions = {
  /**
   * The watch's `webhookSecret`. Alternatively, a function that returns the secret of the watch with this id, or
   * undefined for an unknown watch.
   */
  readonly secret: string | ((watchId: string) => string | undefined | Promise<string | undefined>);
  /**
   * Called once for each genuine, recent and new notification. The service counts the notification as received when the
   * promise resolves.
   */
  readonly onNotification: (notification: Notification) => void | Promise<void>;
  /** Maximum age of a notification, in milliseconds; five minutes by default. An older notification is refused. */
  readonly maxAgeMs?: number;
  /** The store of received notifications; in memory by default. */
  readonly seen?: SeenNotifications;
  /** Returns the time in milliseconds since the Unix epoch; the clock of this machine by default. */
  readonly now?: () => number;
};

/** Checks one body and passes a valid notification on. Returns the HTTP status to respond with. */
export type NotificationReceiver = (body: string | Uint8Array | JsonObject) => Promise<204 | 401 | 409>;

/** Maximum size of a body, in bytes. */
export const maxBodyBytes = 1_048_576;

const events: readonly string[] = ['watch.fired', 'watch.test'];
const defaultMaxAgeMs = 300_000;
const maxRemembered = 100_000;

/**
 * Creates the check that all handlers share. It returns 401 unless the watch's secret signed the body. It returns 409 for a
 * notification that is too old, from the future or repeated, and 204 after `onNotification` handled it. A genuine test
 * notification gets 204 without a call of `onNotification`, because nothing changed. Rejects with what `onNotification`
 * throws.
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
  return isSignedBy(signed, used) ? (signed.value as Notification | TestNotification) : undefined;
}

/** Creates a store in the memory of this process. When it is full, it forgets the oldest trace id. */
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
