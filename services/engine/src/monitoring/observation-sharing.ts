import type { ObservationsSeen__Output } from '@assay/rpc/gen/assay/events/v1/ObservationsSeen';
import { subjects } from '@assay/rpc/subjects';
import type { Nats } from '@assay/messaging/nats';
import type { Subscribe } from '@assay/messaging/subscribe';
import type { ProviderObservation } from '@assay/independence/observation';

type Connection = () => Pick<Nats, 'connection' | 'connected'> | undefined;

/** Sends this replica's observations to the leader. */
export type ObservationSender = {
  /** Adds an observation to the queue. When the queue is full, drops and counts the oldest observation. */
  readonly offer: (observation: ProviderObservation) => void;
  /** Sends the queue while NATS is connected. Call it several times a second. Never throws. */
  readonly tick: () => void;
};

/** Receives the observations that all replicas send, including this replica's own. */
export type ObservationReceiver = {
  /** Subscribes once NATS is connected. Call it several times a second. Never throws. */
  readonly tick: () => void;
};

/**
 * Maximum number of observations that wait for NATS. If there are more, the oldest are dropped first, because newer
 * ones are worth more.
 */
const maxQueued = 2_048;
/** Maximum number of observations per message: about 60 KB, far below the limit of the server. */
const maxPerMessage = 512;

/**
 * Creates a sender over core NATS, which does not guarantee delivery. This is good enough, because a lost observation
 * only delays a verdict.
 * @param ports.onDropped counts an observation that was dropped because the queue was full.
 */
export function createObservationSender(ports: {
  readonly nats: Connection;
  readonly onDropped: () => void;
}): ObservationSender {
  let queue: ProviderObservation[] = [];
  return {
    offer: (observation) => {
      if (queue.length >= maxQueued) {
        queue.shift();
        ports.onDropped();
      }
      queue.push(observation);
    },
    tick: () => {
      const nats = ports.nats();
      if (nats === undefined || !nats.connected()) {
        return;
      }
      const { subject, encode } = subjects.observationsSeen;
      for (let from = 0; from < queue.length; from += maxPerMessage) {
        const observations = queue.slice(from, from + maxPerMessage).map(encoded);
        nats.connection.publish(subject, encode({ observations }));
      }
      queue = [];
    },
  };
}

/**
 * Creates a receiver over core NATS.
 * @param ports.onObservations receives the observations that any replica sent.
 */
export function createObservationReceiver(ports: {
  readonly nats: Connection;
  readonly onObservations: (observations: readonly ProviderObservation[]) => void;
  readonly subscribe: Subscribe;
}): ObservationReceiver {
  let subscribedOn: Nats['connection'] | undefined;
  const subscribe = (connection: Nats['connection']): void => {
    subscribedOn = connection;
    ports.subscribe(connection, subjects.observationsSeen, (message) => ports.onObservations(decoded(message)));
  };
  return {
    tick: () => {
      const nats = ports.nats();
      if (nats !== undefined && nats.connected() && subscribedOn !== nats.connection) {
        subscribe(nats.connection);
      }
    },
  };
}

function encoded({ t, provider, key, value, asOf, latencyMs, error }: ProviderObservation) {
  return {
    received_at_ms: String(Math.round(t)),
    provider,
    key,
    value: value ?? '',
    as_of_ms: String(Math.round(asOf ?? 0)),
    latency_ms: Math.round(latencyMs),
    error: error ?? '',
  };
}

function decoded({ observations }: ObservationsSeen__Output): ProviderObservation[] {
  return observations.map(
    ({ received_at_ms, provider, key, value, as_of_ms, latency_ms, error }): ProviderObservation => {
      const ok = value !== '';
      return {
        t: Number(received_at_ms),
        provider,
        key,
        value: ok ? value : null,
        asOf: as_of_ms === '0' ? null : Number(as_of_ms),
        latencyMs: latency_ms,
        ok,
        ...(ok ? {} : { error }),
      };
    },
  );
}
