import { subjects } from '@assay/rpc/subjects';
import type { Nats } from '@assay/messaging/nats';
import { makeWorkQueue } from '@assay/messaging/work-queue';

const maxStreamBytes = 512 * 1_024 * 1_024;
/**
 * Time for which the stream recognises a repeated trigger, in milliseconds. It is much longer than a replica's lease,
 * so a replica that resumes a change after a crash publishes within it.
 */
const duplicateWindowMs = 600_000;

/** The log line when NATS refuses a size for the queue. It also states the consequence of a smaller queue. */
export const sizeRefused =
  'NATS refused the size of the queue of triggers; half of it is tried, which lasts for a shorter outage of delivery';

/** Returns the id of a trigger. Every message about the same watch, slot and content has the same id. */
export function triggerId(trigger: {
  readonly watchId: string;
  readonly slot: bigint;
  readonly contentHash: string;
}): string {
  return `${trigger.watchId}.${trigger.slot}.${trigger.contentHash}`;
}

/**
 * Creates the work queue of triggers if it is missing. An acknowledged message leaves the queue. A full queue refuses
 * new messages and never drops stored ones. If NATS refuses the usual size, the function tries half of it, a quarter
 * and so on, until NATS accepts one.
 * @param options.replicas number of copies of the queue that a NATS cluster stores.
 * @param options.onSizeRefused receives each size in bytes that NATS refused.
 */
export async function makeTriggerStream(
  nats: Nats,
  options: { readonly replicas: number; readonly onSizeRefused: (bytes: number) => void },
): Promise<void> {
  await makeWorkQueue(nats, { ...subjects.watchTriggered, ...options, maxBytes: maxStreamBytes, duplicateWindowMs });
}
