import type { Nats } from '@assay/messaging/nats';
import { traceparentOf, rootContext } from '@assay/rpc/context';
import { endSpan, startSpan } from '@assay/rpc/spans';
import { subjects } from '@assay/rpc/subjects';
import { makeTriggerStream, triggerId } from '../trigger-stream.ts';
import type { PendingChange } from './address-store.ts';

/** Publishes triggers to the work queue. */
export type TriggerPublisher = {
  /** Publishes changes. Returns the changes whose triggers the stream has all stored, now or earlier. Never rejects. */
  readonly publish: (changes: readonly PendingChange[]) => Promise<readonly PendingChange[]>;
  /** Returns whether NATS is connected and the stream existed at the last check. */
  readonly isAvailable: () => boolean;
  /** Creates the stream if it is missing. Call it regularly. Never rejects. */
  readonly ensureStream: () => Promise<void>;
};

/** Receives the results and the failures of the publisher. */
export type PublisherEvents = {
  readonly onPublished: (outcome: 'stored' | 'refused', count: number) => void;
  readonly onWarning: (message: string, error: unknown) => void;
  /** Called with each size in bytes that NATS refused for the queue of triggers. */
  readonly onSizeRefused: (bytes: number) => void;
};

/** A change of one watch. */
type WatchChange = { readonly watchId: string; readonly change: PendingChange };

const publishTimeoutMs = 2_000;
const maxUnacknowledged = 256;

/**
 * Creates a publisher over the present connection.
 * @param nats returns undefined before the first connection.
 * @param streamReplicas number of copies of the stream that a NATS cluster stores.
 */
export function createTriggerPublisher(
  nats: () => Nats | undefined,
  streamReplicas: number,
  events: PublisherEvents,
): TriggerPublisher {
  let exists = false;
  let creating: Promise<void> | undefined;
  const isAvailable = (): boolean => exists && nats()?.connected() === true;
  const ensureStream = async (): Promise<void> => {
    const connection = nats();
    if (exists || connection?.connected() !== true) {
      return;
    }
    creating ??= makeTriggerStream(connection, { replicas: streamReplicas, onSizeRefused: events.onSizeRefused })
      .then(() => {
        exists = true;
      })
      .catch((error: unknown) => events.onWarning('could not create the queue of triggers', error))
      .finally(() => {
        creating = undefined;
      });
    await creating;
  };
  const publishOne = async ({ watchId, change }: WatchChange): Promise<void> => {
    const connection = nats();
    if (!isAvailable() || connection === undefined) {
      throw new Error('NATS is unavailable');
    }
    const contentHash = change.pending_hash.toString('hex');
    await connection.jetstream.publish(subjects.watchTriggered.subject, encode(watchId, change), {
      msgID: triggerId({ watchId, slot: BigInt(change.pending_slot), contentHash }),
      timeout: publishTimeoutMs,
    });
  };
  return {
    isAvailable,
    ensureStream,
    publish: async (changes) => {
      await ensureStream();
      const triggers = changes.flatMap((change) => change.watch_ids.map((watchId) => ({ watchId, change })));
      const { refused, stored, refusal } = await publishAll(triggers, publishOne);
      events.onPublished('stored', stored);
      if (refused.size > 0) {
        // A refusal can mean that the stream is missing instead of full, so the publisher creates it again. If it
        // exists, this does nothing.
        exists = false;
        events.onPublished('refused', triggers.length - stored);
        events.onWarning('could not store triggers; their changes stay pending', refusal);
      }
      return changes.filter((change) => !refused.has(change));
    },
  };
}

/**
 * Publishes triggers in batches of limited size. Stops after the first refused batch, because the next would be refused
 * too.
 */
async function publishAll(
  triggers: readonly WatchChange[],
  publishOne: (trigger: WatchChange) => Promise<void>,
): Promise<{ readonly refused: ReadonlySet<PendingChange>; readonly stored: number; readonly refusal: unknown }> {
  const refused = new Set<PendingChange>();
  let stored = 0;
  let refusal: unknown;
  for (let start = 0; start < triggers.length; start += maxUnacknowledged) {
    const batch = triggers.slice(start, start + maxUnacknowledged);
    const results = refusal === undefined ? await Promise.allSettled(batch.map(publishOne)) : [];
    batch.forEach(({ change }, index) => {
      const result = results[index];
      if (result?.status === 'fulfilled') {
        stored += 1;
      } else {
        refused.add(change);
        refusal ??= result?.reason;
      }
    });
  }
  return { refused, stored, refusal };
}

function encode(watchId: string, change: PendingChange): Buffer {
  const { span, trace } = startSpan('watch change', rootContext(0).trace, {
    attributes: { 'assay.watch.id': watchId, 'assay.slot': change.pending_slot },
  });
  endSpan(span);
  return subjects.watchTriggered.encode({
    watch_id: watchId,
    address: change.address,
    slot: change.pending_slot,
    content_hash: change.pending_hash.toString('hex'),
    observed_at_ms: change.pending_at.getTime(),
    traceparent: traceparentOf({ trace, deadlineAtMs: 0 }),
  });
}
