import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { ServiceTools } from './run.ts';

/** A connection that is made again for ever, and JetStream over it. */
export type Nats = {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: () => Promise<JetStreamManager>;
  /** Whether the server can be reached at this moment. */
  readonly connected: () => boolean;
};

/** Connects to NATS, waiting for a server that is not there yet, and closes the connection when the service stops. */
export async function openNats(
  config: { readonly ASSAY_NATS_URL: string },
  name: string,
  tools: Pick<ServiceTools, 'defer' | 'log'>,
): Promise<Nats> {
  const connection = await connect({
    servers: config.ASSAY_NATS_URL.split(','),
    name: `assay-${name}`,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 5_000,
    maxPingOut: 2,
  });
  let connected = true;
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect' || status.type === 'reconnect') {
        connected = status.type === 'reconnect';
        tools.log.warn({ status: status.type }, connected ? 'NATS is back' : 'NATS is away');
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
