import { subjects } from '@assay/rpc/subjects';
import type { Nats } from '@assay/service/nats';
import { makeWorkQueue } from '@assay/service/work-queue';

const maxStreamBytes = 512 * 1_024 * 1_024;
/**
 * For so long a trigger that is published twice is stored once. It is far longer than a replica's lease, so whoever goes on
 * after a crash publishes within it.
 */
const duplicateWindowMs = 600_000;

/** What tells one trigger from another, however often it is published or delivered: watch, slot and content. */
export function triggerId(trigger: {
  readonly watchId: string;
  readonly slot: bigint;
  readonly contentHash: string;
}): string {
  return `${trigger.watchId}.${trigger.slot}.${trigger.contentHash}`;
}

/**
 * Makes the work queue of triggers where it is missing. A message leaves it when its delivery is done with it. When it is
 * full the newest is refused and its change stays pending, so nothing that was acknowledged is ever pushed out.
 * @param replicas copies that a NATS cluster keeps of it.
 */
export async function makeTriggerStream(nats: Nats, replicas: number): Promise<void> {
  await makeWorkQueue(nats, { ...subjects.watchTriggered, maxBytes: maxStreamBytes, replicas, duplicateWindowMs });
}
