import type { Clock } from '@assay/runtime/clock';
import { guarded } from '@assay/runtime/guarded';
import type { OpenSocket, SocketConnection } from './websocket.ts';

/** The clock and the randomness of reconnects. */
export type ReconnectClock = Pick<Clock, 'monotonic' | 'after'> & {
  /** Returns a random number from 0 up to 1. */
  readonly random: () => number;
};

/** The user of a connection that is opened again after each loss. */
export type SocketUser = {
  readonly onOpen: (connection: SocketConnection) => void;
  /** Returns whether the message answers a request. Such an answer shows that the connection works. */
  readonly onMessage: (text: string) => boolean;
  readonly onLost: () => void;
  /**
   * Receives an unexpected error in the handling of a connection's event. The connection is closed and opened again.
   */
  readonly onUnexpected: (error: unknown) => void;
};

const minPauseMs = 250;
const maxPauseMs = 15_000;
const checkEveryMs = 5_000;
const maxSilenceMs = 15_000;

/**
 * Opens a connection, and a new one whenever it is lost or silent for 15 seconds. The pause before a new connection
 * doubles up to 15 seconds, and starts again at 250 ms once a connection works.
 * @returns a function that ends the connection for good.
 */
export function openReconnectingSocket(open: OpenSocket, user: SocketUser, clock: ReconnectClock): () => void {
  let current: SocketConnection | undefined;
  let lastMessageMs = 0;
  let pauseMs = minPauseMs;
  let cancel: () => void = () => undefined;
  let stopped = false;

  const connect = (): void => {
    const fail = (error: unknown): void => {
      user.onUnexpected(error);
      connection.close();
      reconnect(connection);
    };
    const connection: SocketConnection = open({
      onOpen: guarded(() => {
        lastMessageMs = clock.monotonic();
        user.onOpen(connection);
        watchSilence(connection);
      }, fail),
      onMessage: guarded((text: string) => {
        if (current === connection) {
          lastMessageMs = clock.monotonic();
          pauseMs = user.onMessage(text) ? minPauseMs : pauseMs;
        }
      }, fail),
      onClose: () => reconnect(connection),
    });
    current = connection;
  };
  const reconnect = (connection: SocketConnection): void => {
    if (stopped || current !== connection) {
      return;
    }
    current = undefined;
    cancel();
    guarded(user.onLost, user.onUnexpected)();
    connectLater();
  };
  const connectLater = (): void => {
    // Half of the pause is random, so that clients of the same failed node do not all return at the same moment.
    cancel = clock.after(pauseMs * (0.5 + clock.random() / 2), connectOrRetry);
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  };
  const connectOrRetry = guarded(connect, (error) => {
    user.onUnexpected(error);
    connectLater();
  });
  const watchSilence = (connection: SocketConnection): void => {
    cancel = clock.after(checkEveryMs, () => {
      if (clock.monotonic() - lastMessageMs > maxSilenceMs) {
        connection.close();
        reconnect(connection);
      } else {
        watchSilence(connection);
      }
    });
  };
  connectOrRetry();
  return () => {
    stopped = true;
    cancel();
    current?.close();
  };
}
