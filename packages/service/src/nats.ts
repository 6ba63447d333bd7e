import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { natsConnectionOptions, type NatsSettings } from './nats-auth.ts';
import { systemClock } from './clock.ts';
import type { ServiceTools } from './run.ts';

/**
 * Returns the prefix of a service's inboxes. Answers and stored messages arrive there, so deploy/nats/nats-server.conf gives no
 * other user the right to read below it.
 */
function inboxPrefixOf(service: string): string {
  return `_INBOX.${service}`;
}

/** A NATS connection that reconnects without limit, and JetStream over it. */
export type Nats = {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: () => Promise<JetStreamManager>;
  /** Returns whether the connection to the server is open now. */
  readonly connected: () => boolean;
};

/** Time without a first connection after which a service says so. A server in the same network answers sooner. */
const firstConnectionMs = 5_000;

/**
 * Connects to NATS, and closes the connection when the service stops. Waits for a server that does not answer yet. Rejects
 * when the credentials are wrong.
 */
export async function openNats(
  config: NatsSettings,
  name: string,
  tools: Pick<ServiceTools, 'defer' | 'log'>,
): Promise<Nats> {
  const connection = await connect({
    ...natsConnectionOptions(config),
    name: `assay-${name}`,
    inboxPrefix: inboxPrefixOf(name),
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 5_000,
    maxPingOut: 2,
    // The client otherwise makes an error for each request, only for its stack.
    noAsyncTraces: true,
  });
  let connected = true;
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect' || status.type === 'reconnect') {
        connected = status.type === 'reconnect';
        tools.log.warn({ status: status.type }, connected ? 'reconnected to NATS' : 'lost the connection to NATS');
      }
    }
  })();
  tools.defer('nats', () => connection.close());
  return {
    connection,
    jetstream: jetstream(connection, { timeout: 2_000 }),
    manager: () => jetstreamManager(connection, { timeout: 5_000, checkAPI: false }),
    connected: () => connected && !connection.isClosed(),
  };
}

/**
 * Connects to NATS without delaying the start of a service. Use it where the service can serve without NATS.
 * @param consequence a phrase that says which function is missing without NATS. The log line of a failed connection
 * ends with it.
 * @returns a function that returns the connection, or undefined before NATS answered for the first time.
 */
export function connectInBackground(
  config: NatsSettings,
  name: string,
  consequence: string,
  tools: Pick<ServiceTools, 'defer' | 'log'>,
  onConnected: (nats: Nats) => void = () => undefined,
): () => Nats | undefined {
  let nats: Nats | undefined;
  let close: (() => unknown) | undefined;
  // `defer` runs now and not when the server answers. The connection therefore closes after everything that uses it.
  tools.defer('nats', () => close?.());
  const cancel = systemClock.after(firstConnectionMs, () =>
    tools.log.warn(
      { servers: natsConnectionOptions(config).servers },
      `got no answer from NATS yet, and continues to try: ${consequence}`,
    ),
  );
  tools.defer('warning about NATS', cancel);
  const lifetime = { log: tools.log, defer: (_name: string, closeNats: () => unknown) => void (close = closeNats) };
  openNats(config, name, lifetime).then(
    (opened) => {
      nats = opened;
      cancel();
      tools.log.info('connected to NATS');
      onConnected(opened);
    },
    (error: unknown) => {
      cancel();
      tools.log.error({ err: error }, `cannot connect to NATS: ${consequence}`);
    },
  );
  return () => nats;
}
