import { usageOfDelivery } from '@assay/catalog/outcomes';
import type { Fault } from '@assay/faults/faults';
import type { DeliveryEnding } from './claim/claim.ts';
import type { DeliveryContext } from './claim/context.ts';
import type { DeliverPorts, DeliveryResult } from './ports.ts';

const maxRecordTries = 20;
const recordPauseMs = 400;

/** Ends a delivery in the database and settles its hold. Rejects when the database is unavailable. */
export async function endDelivery(
  ending: DeliveryEnding,
  context: DeliveryContext,
  ports: DeliverPorts,
): Promise<DeliveryResult> {
  const { claim } = context;
  if (!(await ports.claims.end(claim, ending, [context.trace]))) {
    ports.onWarning('a delivery lost its lease; its outcome was dropped', claim);
    return { kind: 'done', outcome: 'outlived' };
  }
  const { outcome, captureMicros, level = '' } = ending;
  const settlement = { holdId: claim.holdId, captureMicros, outcome: usageOfDelivery[outcome], level };
  ports.settle({ ...settlement, traceparent: claim.traceparent, tries: 0 });
  return { kind: 'done', outcome: ending.outcome };
}

/**
 * Ends a delivery whose notification was sent. Only this process knows the outcome. While the database is unavailable,
 * it therefore retries for 8 seconds.
 */
export async function endSentDelivery(
  ending: DeliveryEnding,
  context: DeliveryContext,
  ports: DeliverPorts,
): Promise<DeliveryResult> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await endDelivery(ending, context, ports);
    } catch (error) {
      if (tries >= maxRecordTries) {
        throw error;
      }
      await ports.pause(recordPauseMs);
    }
  }
}

/**
 * Ends a delivery because of a defect that would occur again. The watch stays, and the queue will deliver its next
 * trigger.
 */
export async function failPermanently(
  fault: Fault,
  context: DeliveryContext,
  ports: DeliverPorts,
): Promise<DeliveryResult> {
  ports.onPermanentFailure(context.claim, fault.cause ?? fault);
  return endDelivery({ outcome: 'broken', captureMicros: 0n }, context, ports);
}

/**
 * Releases a claim after a temporary failure, so that the trigger is delivered again.
 * @param cause.isHeld whether billing may hold credit for the claim.
 */
export async function releaseClaim(
  cause: { readonly message: string; readonly error?: unknown; readonly isHeld: boolean },
  context: DeliveryContext,
  ports: DeliverPorts,
): Promise<DeliveryResult> {
  ports.onWarning(cause.message, context.claim, cause.error);
  await ports.claims.release(context.claim, cause.isHeld);
  return { kind: 'retry', reason: 'put back' };
}
