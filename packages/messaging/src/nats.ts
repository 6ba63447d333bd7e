import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import {
  AuthorizationError,
  connect,
  UserAuthenticationExpiredError,
  type NatsConnection,
} from '@nats-io/transport-node';
import { natsConnectionOptions, type NatsSettings } from './nats-auth.ts';
import { pause, systemClock } from '@assay/runtime/clock';
import type { Logger } from '@assay/telemetry/log';
import { FatalError } from '@assay/runtime/process-errors';
import type { ServiceTools } from '@assay/runtime/run';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';

/**
 * Returns the prefix of a service's inboxes. The service receives replies and stored messages at subjects with this
 * prefix. So deploy/nats/nats-server.conf allows no other user to read these subjects.
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

/**
 * Time in milliseconds after which a service logs that it still has no connection. A server in the same network answers
 * sooner.
 */
const firstConnectionMs = 5_000;
const reconnectPauseMs = 250;
const oldestVersion = { major: 2, minor: 9 };
const refusalIntervalMs = 60_000;
/**
 * Pause after a refused login, in milliseconds. Another try makes sense, because a Secret may reach the server later than
 * the service.
 */
const refusedPauseMs = 1_000;

/**
 * Connects to NATS, and closes the connection when the service stops. Waits for a server that does not answer yet. Rejects
 * when the server refuses the first login. After the first connection it reconnects without limit, even after a refused
 * login. Such a refusal can be temporary, for example while a new password has reached only some of the server and the
 * services.
 */
export async function openNats(
  config: NatsSettings,
  name: string,
  tools: Pick<ServiceTools, 'defer' | 'log'>,
): Promise<Nats> {
  for (;;) {
    try {
      return await openOnce(config, name, tools);
    } catch (error) {
      if (!isUnreachable(error)) {
        throw error;
      }
      await pause(reconnectPauseMs);
    }
  }
}

/** Connects to the first server that answers. Reads the credentials from their files each time it is called. */
async function openOnce(config: NatsSettings, name: string, tools: Pick<ServiceTools, 'defer' | 'log'>): Promise<Nats> {
  const connection = await connect({
    ...natsConnectionOptions(config),
    name: `assay-${name}`,
    inboxPrefix: inboxPrefixOf(name),
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: reconnectPauseMs,
    reconnectJitter: 100,
    pingInterval: 5_000,
    maxPingOut: 2,
    // Without this option the client creates an error for each request, only to have its stack trace.
    noAsyncTraces: true,
  });
  const version = connection.info?.version ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < oldestVersion.major || (major === oldestVersion.major && minor < oldestVersion.minor)) {
    tools.log.warn({ version }, 'NATS is older than 2.9, the oldest version that is tested; upgrade the server');
  }
  let connected = true;
  void followStatus(connection, (isConnected) => (connected = isConnected), tools.log);
  void connection.closed().then((error) => {
    if (error instanceof Error) {
      // Nothing reopens a closed connection, so end the process. A supervisor starts it again.
      setImmediate(() => {
        throw new FatalError(`the connection to NATS closed for good: ${error.message}`, { cause: error });
      });
    }
  });
  tools.defer('nats', () => connection.close());
  return {
    connection,
    jetstream: jetstream(connection, { timeout: 2_000 }),
    manager: () => jetstreamManager(connection, { timeout: 5_000, checkAPI: false }),
    connected: () => connected && !connection.isClosed(),
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof AuthorizationError || error instanceof UserAuthenticationExpiredError;
}

/**
 * Returns whether an error means that no server can be reached now: an error of the client, of a socket or of a name lookup.
 */
function isUnreachable(error: unknown): boolean {
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
  return ['ConnectionError', 'TimeoutError', 'ProtocolError'].includes(String(name)) || typeof code === 'string';
}

/** Logs each loss and each recovery of the connection. After each loss, also logs the server's first refusal. */
async function followStatus(
  connection: NatsConnection,
  onChange: (isConnected: boolean) => void,
  log: Pick<Logger, 'warn' | 'error'>,
): Promise<void> {
  let isConnected = true;
  let reported = '';
  for await (const status of connection.status()) {
    if (status.type === 'error' && isRefusal(status.error) && reported !== status.error.message) {
      reported = status.error.message;
      log.error({ cause: reported }, 'NATS refuses the login; trying again');
    }
    if ((status.type === 'disconnect' && isConnected) || status.type === 'reconnect') {
      isConnected = status.type === 'reconnect';
      reported = '';
      onChange(isConnected);
      log.warn({ status: status.type }, isConnected ? 'reconnected to NATS' : 'lost the connection to NATS');
    }
  }
}

/**
 * Connects to NATS without delaying the start of a service. Use it for a service that can work without NATS. It retries
 * until it is connected. Until then, /readyz lists `nats` as impaired. Throws an error that names the variables when
 * the settings are wrong.
 * @param consequence a phrase that says what the service cannot do without NATS. The log line of a failed connection
 * ends with it.
 * @returns a function that returns the connection, or undefined before NATS answered for the first time.
 */
export function connectInBackground(
  config: NatsSettings,
  name: string,
  consequence: string,
  tools: Pick<ServiceTools, 'check' | 'defer' | 'log'>,
  onConnected: (nats: Nats) => void = () => undefined,
): () => Nats | undefined {
  const { servers } = natsConnectionOptions(config);
  let nats: Nats | undefined;
  let close: (() => unknown) | undefined;
  let hasStopped = false;
  // Register this now, before the server answers, so that the connection closes after everything that uses it.
  tools.defer('nats', () => {
    hasStopped = true;
    return close?.();
  });
  let lastError: unknown;
  const waiting = `got no answer from NATS yet, and continues to try: ${consequence}`;
  const cancel = systemClock.after(firstConnectionMs, () =>
    tools.log.warn({ servers, cause: lastError instanceof Error ? lastError.message : undefined }, waiting),
  );
  tools.defer('warning about NATS', cancel);
  tools.check(
    'nats',
    async () => {
      if (nats?.connected() !== true) {
        throw new Error('NATS is not connected');
      }
    },
    { need: 'never' },
  );
  const lifetime = { log: tools.log, defer: (_name: string, closeNats: () => unknown) => void (close = closeNats) };
  const logRefusal = createThrottledWarning({ warn: tools.log.error.bind(tools.log) }, refusalIntervalMs);
  const keepTrying = async (): Promise<void> => {
    while (!hasStopped && nats === undefined) {
      try {
        nats = await openOnce(config, name, lifetime);
      } catch (error) {
        lastError = error;
        if (!isUnreachable(error)) {
          cancel();
          logRefusal(`cannot connect to NATS, and continues to try: ${consequence}`, error, { servers });
        }
        await pause(isUnreachable(error) ? reconnectPauseMs : refusedPauseMs);
      }
    }
    cancel();
    if (nats !== undefined) {
      tools.log.info('connected to NATS');
      onConnected(nats);
    }
  };
  void keepTrying();
  return () => nats;
}
