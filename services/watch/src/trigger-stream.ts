import { subjects } from '@assay/rpc/subjects';
import type { Nats } from '@assay/service/nats';
import { makeWorkQueue } from '@assay/service/work-queue';

const maxStreamBytes = 512 * 1_024 * 1_024;
/**
 * Window in which the stream stores a trigger only once. It is much longer than a replica's lease, so a replica that
 * resumes a change after a crash publishes within it.
 */
const duplicateWindowMs = 600_000;

/** Returns the id of a trigger. It is equal for every message about the same watch, slot and content. */
export function triggerId(trigger: {
  readonly watchId: string;
  readonly slot: bigint;
  readonly contentHash: string;
}): string {
  return `${trigger.watchId}.${trigger.slot}.${trigger.contentHash}`;
}

/**
 * Creates the work queue of triggers where it is missing. An acknowledged message leaves the queue. A full queue refuses new
 * messages and never drops stored ones; the refused changes stay pending.
 * @param replicas copies that a NATS cluster stores of the queue.
 */
export async function makeTriggerStream(nats: Nats, replicas: number): Promise<void> {
  await makeWorkQueue(nats, { ...subjects.watchTriggered, maxBytes: maxStreamBytes, replicas, duplicateWindowMs });
}
