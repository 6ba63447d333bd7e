import type { Level } from '@assay/catalog/define';
import { defaultMinLevel } from '@assay/catalog/bodies/level-field';
import type { DeliveryContext } from './claim/context.ts';
import { endDelivery } from './end.ts';
import type { WatchEvaluation } from './evaluate/evaluate.ts';
import type { DeliverPorts, DeliveryResult } from './ports.ts';

/**
 * Maximum number of deliveries of a trigger whose verifications stay below the watch's minimum level. A node that was
 * restarted or fell behind usually answers again within this time, half a minute in total.
 */
const maxDeliveriesBelowLevel = 5;
/** Pause after the first such verification, in milliseconds. It doubles with each further one. */
const firstPauseMs = 2_000;

type SilentEvaluation = Extract<WatchEvaluation, { kind: 'silent' }>;

/** Returns whether a verification was refused because it did not reach the minimum level that its watch asked for. */
export function isBelowLevel(evaluation: SilentEvaluation, minLevel: Level): boolean {
  return evaluation.outcome === 'refused' && minLevel !== defaultMinLevel;
}

/**
 * Holds back the notification of a verification below the watch's minimum level. The trigger is delivered again a few
 * times, and then ends as refused. The record of the watch states the reason. The next change is compared with the
 * value before this verification. Nothing is charged.
 */
export async function holdBack(
  { notEvaluated = '' }: SilentEvaluation,
  minLevel: Level,
  context: DeliveryContext,
  ports: DeliverPorts,
): Promise<DeliveryResult> {
  const { claim, deliveryCount } = context;
  if (deliveryCount < maxDeliveriesBelowLevel) {
    ports.onBelowLevel(minLevel, 'repeated');
    await ports.claims.releaseBelowLevel(claim, `${notEvaluated}; Assay verifies the change again`);
    return { kind: 'retry', reason: 'below level', afterMs: firstPauseMs * 2 ** (deliveryCount - 1) };
  }
  ports.onBelowLevel(minLevel, 'ended');
  return endDelivery({ outcome: 'refused', error: notEvaluated, notEvaluated, captureMicros: 0n }, context, ports);
}
