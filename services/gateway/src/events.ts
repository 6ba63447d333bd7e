import { subjects } from '@assay/rpc/subjects';
import { connectInBackground, type Nats } from '@assay/messaging/nats';
import type { NatsSettings } from '@assay/messaging/nats-auth';
import type { ServiceTools } from '@assay/runtime/run';
import { createSubscribe } from '@assay/messaging/subscribe';

/** Functions that run when an event arrives. */
export type EventHandlers = {
  readonly onKeyRevoked: (keySha256: Uint8Array) => void;
  readonly onLimitChanged: (accountId: string) => void;
  readonly onCatalogChanged: () => void;
};

/**
 * Subscribes to the events of other services, as soon as NATS is available. Events only make changes arrive sooner, so
 * the gateway neither waits for NATS nor depends on it.
 */
export function subscribeToEvents(
  config: NatsSettings,
  handlers: EventHandlers,
  tools: Pick<ServiceTools, 'check' | 'defer' | 'log' | 'metrics'>,
): void {
  const subscribe = createSubscribe(tools);
  const subscribeToAll = ({ connection }: Nats): void => {
    subscribe(connection, subjects.keyRevoked, ({ key_sha256 }) => handlers.onKeyRevoked(key_sha256));
    subscribe(connection, subjects.keyLimitChanged, ({ account_id }) => handlers.onLimitChanged(account_id));
    subscribe(connection, subjects.catalogChanged, () => handlers.onCatalogChanged());
  };
  connectInBackground(config, 'gateway', 'changes of keys and types arrive late', tools, subscribeToAll);
}
