import { subjects } from '@assay/rpc/subjects';
import { openNats } from '@assay/service/nats';
import type { ServiceTools } from '@assay/service/run';

/** What the gateway does when it hears of something. */
export type EventHandlers = {
  readonly keyRevoked: (keySha256: Uint8Array) => void;
  readonly catalogChanged: () => void;
};

/**
 * Listens to broadcasts. They make news arrive sooner and nothing depends on them, so that this never waits for NATS:
 * the subscriptions begin whenever it can be reached.
 */
export function listenToEvents(
  config: { readonly ASSAY_NATS_URL: string },
  handlers: EventHandlers,
  tools: Pick<ServiceTools, 'defer' | 'log'>,
): void {
  openNats(config, 'gateway', tools).then(
    ({ connection }) => {
      connection.subscribe(subjects.keyRevoked.subject, {
        callback: (error, message) => {
          if (error === null) {
            handlers.keyRevoked(subjects.keyRevoked.decode(message.data).key_sha256);
          }
        },
      });
      connection.subscribe(subjects.catalogChanged.subject, {
        callback: (error) => {
          if (error === null) {
            handlers.catalogChanged();
          }
        },
      });
    },
    (error: unknown) => tools.log.error({ err: error }, 'NATS cannot be used; news of keys and types arrives late'),
  );
}
