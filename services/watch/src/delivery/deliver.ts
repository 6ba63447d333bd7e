import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { toFault } from '@assay/faults/faults';
import { traceFromTraceparent, traceparentOf } from '@assay/rpc/context';
import { endSpan, startSpan } from '@assay/rpc/spans';
import { createClaim, type ClaimResult } from './claim/claim.ts';
import type { DeliveryContext } from './claim/context.ts';
import { deliverClaimed } from './deliver-claimed.ts';
import type { DeliverPorts, DeliveryResult } from './ports.ts';
import type { Trigger } from './queue/trigger.ts';

/**
 * Delivers one trigger: claims it, holds credit, verifies the datum, evaluates the condition, sends at most one
 * notification and stores the outcome. Each delivery has a separate trace. Rejects only when the database is
 * unavailable. The trigger is then delivered again, but a notification that may have been sent is not sent again.
 * @param deliveryCount number of times that the queue delivered the trigger, this time included.
 */
export async function deliver(trigger: Trigger, deliveryCount: number, ports: DeliverPorts): Promise<DeliveryResult> {
  const cause = trace.getSpanContext(traceFromTraceparent(trigger.traceparent));
  const links = cause === undefined ? [] : [{ context: cause }];
  const started = startSpan('deliver watch', ROOT_CONTEXT, { kind: SpanKind.CONSUMER, links });
  const { span } = started;
  span.setAttributes({
    'assay.watch.id': trigger.watchId,
    'messaging.system': 'nats',
    'messaging.destination.name': 'assay.watch.triggered.v1',
    'messaging.operation.type': 'process',
  });
  try {
    const claim = createClaim(trigger, traceparentOf({ trace: started.trace, deadlineAtMs: 0 }));
    const claimed = await ports.claims.claim(claim, [started.trace]);
    const { traceId } = span.spanContext();
    const context = { claim, trigger, deliveryCount, trace: started.trace, traceId };
    const result = await deliverIfClaimed(claimed, context, ports);
    span.setAttribute('assay.watch.outcome', result.kind === 'done' ? result.outcome : result.reason);
    endSpan(span);
    return result;
  } catch (thrown) {
    endSpan(span, toFault(thrown).code);
    throw thrown;
  }
}

async function deliverIfClaimed(
  claimed: ClaimResult,
  context: DeliveryContext,
  ports: DeliverPorts,
): Promise<DeliveryResult> {
  switch (claimed.answer) {
    case 'taken':
      return deliverClaimed(claimed.watch, context, ports);
    case 'running':
    case 'waits':
    case 'over_share':
      return { kind: 'retry', reason: claimed.answer };
    default:
      return { kind: 'done', outcome: claimed.answer };
  }
}
