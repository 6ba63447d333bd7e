import { subjects } from '@assay/rpc/subjects';
import { connectInBackground, type Nats } from '@assay/service/nats';
import type { ServiceTools } from '@assay/service/run';

/** What the gateway does when an event arrives. */
export type EventHandlers = {
  readonly onKeyRevoked: (keySha256: Uint8Array) => void;
  readonly onLimitChanged: (accountId: string) => void;
  readonly onCatalogChanged: () => void;
};

/**
 * Subscribes to the events of other services, as soon as NATS can be reached. Events only make changes arrive sooner,
 * so the gateway neither waits for NATS nor depends on it.
 */
export function subscribeToEvents(
  config: { readonly ASSAY_NATS_URL: string },
  handlers: EventHandlers,
  tools: Pick<ServiceTools, 'defer' | 'log'>,
): void {
  const subscribe = ({ connection }: Nats): void => {
    connection.subscribe(subjects.keyRevoked.subject, {
      callback: (error, message) => {
        if (error === null) {
          handlers.onKeyRevoked(subjects.keyRevoked.decode(message.data).key_sha256);
        }
      },
    });
    connection.subscribe(subjects.keyLimitChanged.subject, {
      callback: (error, message) => {
        if (error === null) {
          handlers.onLimitChanged(subjects.keyLimitChanged.decode(message.data).account_id);
        }
      },
    });
    connection.subscribe(subjects.catalogChanged.subject, {
      callback: (error) => {
        if (error === null) {
          handlers.onCatalogChanged();
        }
      },
    });
  };
  connectInBackground(config, 'gateway', 'changes of keys and types arrive late', tools, subscribe);
}
