import type { Nats } from '@assay/service/nats';
import { traceparentOf, rootContext } from '@assay/rpc/context';
import { endSpan, startSpan } from '@assay/rpc/spans';
import { subjects } from '@assay/rpc/subjects';
import { makeTriggerStream, triggerId } from '../trigger-stream.ts';
import type { PendingChange } from './address-store.ts';

/** Puts triggers into the work queue. */
export type TriggerPublisher = {
  /** Resolves to the changes whose triggers the stream has stored, all of them, at this or an earlier time. Never rejects. */
  readonly publish: (changes: readonly PendingChange[]) => Promise<readonly PendingChange[]>;
  /** Whether the stream was there when last looked, and NATS is there now. */
  readonly available: () => boolean;
  /** Makes the stream where it is missing; to be called now and then. Never rejects. */
  readonly tend: () => Promise<void>;
};

/** One watch of one change. */
type Trigger = { readonly watchId: string; readonly change: PendingChange };

const publishTimeoutMs = 2_000;
const maxUnacknowledged = 256;

/**
 * Publishes over whatever connection there is now.
 * @param nats undefined until NATS was reached for the first time.
 * @param streamReplicas copies that a NATS cluster keeps of the stream.
 */
export function createTriggerPublisher(
  nats: () => Nats | undefined,
  streamReplicas: number,
  told: {
    readonly published: (outcome: 'stored' | 'refused', count: number) => void;
    readonly trouble: (what: string, error: unknown) => void;
  },
): TriggerPublisher {
  let made = false;
  let making: Promise<void> | undefined;
  const available = (): boolean => made && nats()?.connected() === true;
  const tend = async (): Promise<void> => {
    const connected = nats();
    if (made || connected?.connected() !== true) {
      return;
    }
    making ??= makeTriggerStream(connected, streamReplicas)
      .then(() => {
        made = true;
      })
      .catch((error: unknown) => told.trouble('the queue of triggers could not be made', error))
      .finally(() => {
        making = undefined;
      });
    await making;
  };
  const publishOne = async ({ watchId, change }: Trigger): Promise<void> => {
    const connected = nats();
    if (!available() || connected === undefined) {
      throw new Error('NATS is away');
    }
    const contentHash = change.pending_hash.toString('hex');
    await connected.jetstream.publish(subjects.watchTriggered.subject, encode(watchId, change), {
      msgID: triggerId({ watchId, slot: BigInt(change.pending_slot), contentHash }),
      timeout: publishTimeoutMs,
    });
  };
  return {
    available,
    tend,
    publish: async (changes) => {
      await tend();
      const triggers = changes.flatMap((change) => change.watch_ids.map((watchId) => ({ watchId, change })));
      const missed = new Set<PendingChange>();
      let stored = 0;
      let refusal: unknown;
      for (let start = 0; start < triggers.length; start += maxUnacknowledged) {
        const some = triggers.slice(start, start + maxUnacknowledged);
        // What is refused once would be refused again: the rest is left for the next time at once.
        const results = refusal === undefined ? await Promise.allSettled(some.map(publishOne)) : [];
        some.forEach(({ change }, index) => {
          const result = results[index];
          if (result?.status === 'fulfilled') {
            stored += 1;
          } else {
            missed.add(change);
            refusal ??= result?.reason;
          }
        });
      }
      told.published('stored', stored);
      if (missed.size > 0) {
        // The stream may be gone rather than full; making it again does nothing where it is there.
        made = false;
        told.published('refused', triggers.length - stored);
        told.trouble('triggers were not stored; they stay pending', refusal);
      }
      return changes.filter((change) => !missed.has(change));
    },
  };
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
