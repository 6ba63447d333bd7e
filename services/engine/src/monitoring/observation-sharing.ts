import type { ObservationsSeen__Output } from '@assay/rpc/gen/assay/events/v1/ObservationsSeen';
import { subjects } from '@assay/rpc/subjects';
import type { Logger } from '@assay/service/log';
import type { Nats } from '@assay/service/nats';
import type { ProviderObservation } from '@assay/independence/observation';

/** Tells the replica that learns what this one saw. */
export type ObservationSharing = {
  /** Puts an observation in line. When the line is full the oldest one leaves it, which is counted. */
  readonly offer: (observation: ProviderObservation) => void;
  /** Sends what is in line, and listens once there is a server. Called several times a second; never throws. */
  readonly tick: () => void;
};

/** Observations that wait for NATS. What is older is worth less than what keeps coming. */
const mostWaiting = 2_048;
/** Observations per message: some sixty kilobytes, far below what the server takes. */
const mostPerMessage = 512;

/**
 * Creates the way of observations between replicas, over core NATS: what is lost is only evidence.
 *
 * @param ports.heard told of what other replicas saw, and of what this one sent
 * @param ports.dropped counts observations that nobody will learn from
 */
export function createObservationSharing(ports: {
  readonly nats: () => Pick<Nats, 'connection' | 'connected'> | undefined;
  readonly onObservations: (observations: readonly ProviderObservation[]) => void;
  readonly onDropped: () => void;
  readonly log: Pick<Logger, 'warn'>;
}): ObservationSharing {
  let waiting: ProviderObservation[] = [];
  let heardOn: Nats['connection'] | undefined;
  const listen = (connection: Nats['connection']): void => {
    heardOn = connection;
    connection.subscribe(subjects.observationsSeen.subject, {
      callback: (error, message) => {
        if (error !== null) {
          ports.log.warn({ cause: error.message }, 'what other replicas saw cannot be heard');
          return;
        }
        try {
          ports.onObservations(decoded(subjects.observationsSeen.decode(message.data)));
        } catch (cause) {
          ports.log.warn({ err: cause }, 'a message about observations is not of the agreed shape');
        }
      },
    });
  };
  return {
    offer: (observation) => {
      if (waiting.length >= mostWaiting) {
        waiting.shift();
        ports.onDropped();
      }
      waiting.push(observation);
    },
    tick: () => {
      const nats = ports.nats();
      if (nats === undefined || !nats.connected()) {
        return;
      }
      if (heardOn !== nats.connection) {
        listen(nats.connection);
      }
      const { subject, encode } = subjects.observationsSeen;
      for (let from = 0; from < waiting.length; from += mostPerMessage) {
        const observations = waiting.slice(from, from + mostPerMessage).map(encoded);
        nats.connection.publish(subject, encode({ observations }));
      }
      waiting = [];
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
