import { Fault, faults, toFault } from '@assay/faults/faults';
import type { WatchCondition } from '@assay/catalog/bodies/new-watch';
import { reaches, type Level } from '@assay/catalog/define';
import { chargeFor } from '@assay/metering/charge';
import { newHold, takeHold, type Hold } from '@assay/metering/hold';
import { toProtoLevel } from '@assay/rpc/levels';
import { toProtoParams } from '@assay/rpc/params';
import {
  datumOf,
  FlawedAnswer,
  readVerifiedAnswer,
  type AnsweredType,
  type VerifiedAnswer,
} from '@assay/rpc/verified-answer';
import { parseStoredCondition } from '../registry/condition.ts';
import { parseStoredLevel } from '../registry/stored-level.ts';
import { parseStoredParams } from '../registry/stored-params.ts';
import { holdBack, isBelowLevel } from './below-level.ts';
import type { StartResult, WatchToDeliver } from './claim/claim.ts';
import type { DeliveryContext } from './claim/context.ts';
import { endDelivery, endSentDelivery, failPermanently, releaseClaim } from './end.ts';
import { evaluateAnswer, type WatchEvaluation } from './evaluate/evaluate.ts';
import { attemptDelivery } from './notify/delivery-attempt.ts';
import { notificationBody } from './notify/notification.ts';
import type { DeliverPorts, DeliveryResult } from './ports.ts';

const holdTimeoutMs = 3_000;
const verifyTimeoutMs = 9_500;
/**
 * Maximum number of deliveries of a trigger while nodes are behind. A node that verifies the change may be a few slots
 * behind the node that reported it, and needs time to catch up.
 */
const maxDeliveriesForSlowNodes = 5;
const slotMs = 400;
const minuteMs = 60_000;
/**
 * A destination that has its maximum number of notifications in flight is tried again after this many milliseconds. A
 * notification in flight ends after at most ten seconds, and usually much earlier.
 */
const destinationRecheckMs = 1_000;
/**
 * Maximum random time that is added to the wait for a destination, in milliseconds. It spreads the notifications that
 * wait for the same destination.
 */
const destinationSpreadMs = 2_000;
const noCreditsMessage =
  'the account has too little credit for a verification; add credits, and the next change is verified';

/** A watch whose stored JSON is valid, with the decrypted secret and the amount to hold. */
type PreparedWatch = WatchToDeliver & {
  readonly dataType: AnsweredType;
  readonly condition: WatchCondition | undefined;
  readonly minLevel: Level;
  readonly params: Readonly<Record<string, string>>;
  readonly webhookSecret: string;
  readonly hold: Hold;
};

/** Delivers a watch whose trigger is claimed. Rejects when the database is unavailable. */
export async function deliverClaimed(
  stored: WatchToDeliver,
  context: DeliveryContext,
  ports: DeliverPorts,
): Promise<DeliveryResult> {
  let parsed: Pick<PreparedWatch, 'condition' | 'params' | 'minLevel'>;
  try {
    parsed = {
      condition: parseStoredCondition(stored.conditionJson),
      params: parseStoredParams(stored.paramsJson),
      minLevel: parseStoredLevel(stored.minLevelText),
    };
  } catch (error) {
    return failPermanently(toFault(error), context, ports);
  }
  let webhookSecret: string;
  try {
    webhookSecret = ports.openSecret(stored.secret, context.claim.watchId);
  } catch (error) {
    const message = 'could not open the secret of a watch; its trigger is delivered again';
    return releaseClaim({ message, error, isHeld: false }, context, ports);
  }
  const dataType = ports.typeOf(stored.type);
  const maxDebit = ports.maxDebitMicros(stored.type);
  // A replica of a later release may have registered a type that this one does not declare.
  if (dataType === undefined || maxDebit === undefined) {
    const message = 'the engine has not listed its prices yet; the trigger is delivered again';
    return releaseClaim({ message, isHeld: false }, context, ports);
  }
  const hold = newHold(`watch ${stored.type}`, maxDebit, context.claim.holdId);
  return verifyAndNotify({ ...stored, ...parsed, dataType, webhookSecret, hold }, context, ports);
}

async function verifyAndNotify(
  watch: PreparedWatch,
  context: DeliveryContext,
  ports: DeliverPorts,
): Promise<DeliveryResult> {
  let evaluation: WatchEvaluation | undefined;
  try {
    const holdContext = { trace: context.trace, deadlineAtMs: performance.now() + holdTimeoutMs };
    const { isHeld } = await takeHold(ports.billing, watch.accountId, watch.hold, holdContext);
    evaluation = isHeld ? evaluateAnswer(watch, await verify(watch, context, ports)) : undefined;
  } catch (thrown) {
    const fault = toFault(thrown);
    if (faults[fault.code].retryable) {
      const message = 'could not verify a watch; its trigger is delivered again';
      return releaseClaim({ message, error: fault, isHeld: true }, context, ports);
    }
    return failPermanently(fault, context, ports);
  }
  if (evaluation === undefined) {
    return endDelivery({ outcome: 'no_credits', error: noCreditsMessage, captureMicros: 0n }, context, ports);
  }
  const { trigger } = context;
  const slotsBehind = evaluation.isChanged ? 0n : trigger.slot - (evaluation.slot ?? trigger.slot);
  if (slotsBehind > 0n && context.deliveryCount <= maxDeliveriesForSlowNodes) {
    await ports.claims.release(context.claim, true);
    const afterMs = Math.min(Number(slotsBehind), maxDeliveriesForSlowNodes) * slotMs;
    return { kind: 'retry', reason: 'nodes behind', afterMs };
  }
  if (evaluation.kind === 'silent' && isBelowLevel(evaluation, watch.minLevel)) {
    return holdBack(evaluation, watch.minLevel, context, ports);
  }
  if (evaluation.kind === 'silent') {
    const { outcome, comparedJson, basisJson, notEvaluated, slot } = evaluation;
    const compared = { comparedJson, basisJson, notEvaluated };
    const error = notEvaluated === undefined ? {} : { error: notEvaluated };
    return endDelivery({ outcome, ...compared, ...error, slot, captureMicros: 0n }, context, ports);
  }
  return notify(watch, evaluation, context, ports);
}

/**
 * Verifies the datum at the engine. Throws INTERNAL for a datum below the watch's minimum level, even if the engine
 * states that a lower level was required.
 */
async function verify(watch: PreparedWatch, context: DeliveryContext, ports: DeliverPorts): Promise<VerifiedAnswer> {
  const response = await ports.verify(
    {
      type: watch.type,
      ...toProtoParams(watch.params),
      min_level: toProtoLevel(watch.minLevel),
      account_id: watch.accountId,
      reads_decision: true,
    },
    { trace: context.trace, deadlineAtMs: performance.now() + verifyTimeoutMs },
  );
  const answer = readVerifiedAnswer(response, watch.dataType);
  if (answer.outcome === 'delivered' && !reaches(answer.level, watch.minLevel)) {
    throw new Fault('INTERNAL', undefined, { cause: new FlawedAnswer(watch.type, 'level_below_required') });
  }
  return answer;
}

async function notify(
  watch: PreparedWatch,
  evaluation: Extract<WatchEvaluation, { kind: 'fires' }>,
  context: DeliveryContext,
  ports: DeliverPorts,
): Promise<DeliveryResult> {
  const { claim } = context;
  let body: string;
  try {
    const { type, params } = watch;
    const traceId = `tr_${context.traceId}`;
    const value = datumOf(evaluation.answer);
    const verification = evaluation.answer;
    const content = { watchId: claim.watchId, type, params, value, verification, traceId, firedAt: ports.now() };
    body = notificationBody({ event: 'watch.fired', ...content }, watch.webhookSecret);
  } catch (error) {
    return failPermanently(toFault(error), context, ports);
  }
  let started: StartResult = 'gone';
  const mayConnect = async (destinations: readonly string[]): Promise<boolean> => {
    started = await ports.claims.startSending(claim, destinations, [context.trace]);
    return started === 'sending';
  };
  const attempt = await attemptDelivery(watch.webhookUrl, body, context.trace, ports.post, mayConnect);
  if (attempt === 'prevented') {
    return endUnsent(started, watch, context, ports);
  }
  const { httpStatus } = attempt;
  if (!attempt.received) {
    return endSentDelivery({ outcome: 'failed', httpStatus, error: attempt.error, captureMicros: 0n }, context, ports);
  }
  const { comparedJson, basisJson, slot, answer } = evaluation;
  const { captureMicros } = chargeFor([answer], watch.hold, ports.pricing);
  const paid = { captureMicros, level: answer.level };
  const ending = { outcome: 'delivered', httpStatus, comparedJson, basisJson, slot, ...paid } as const;
  return endSentDelivery(ending, context, ports);
}

/**
 * Ends a delivery whose notification may not be sent. Either its destination may get no more notifications now, or its
 * claim or its watch no longer exists.
 */
async function endUnsent(
  started: StartResult,
  watch: PreparedWatch,
  context: DeliveryContext,
  ports: DeliverPorts,
): Promise<DeliveryResult> {
  if (started !== 'destination_minute' && started !== 'destination_in_flight') {
    return endDelivery({ outcome: 'gone', captureMicros: 0n }, context, ports);
  }
  const afterMs = destinationWaitMs(started, ports.now());
  ports.fullDestinations.add(watch.accountId, new URL(watch.webhookUrl).host, afterMs);
  await ports.claims.releaseForDestination(context.claim);
  return { kind: 'retry', reason: 'full_destination', afterMs };
}

/**
 * Returns the milliseconds until a destination is tried again. A destination that has reached its limit for the minute
 * is tried again in the next minute. A destination with too many notifications in flight is tried again soon.
 */
function destinationWaitMs(full: 'destination_minute' | 'destination_in_flight', now: Date): number {
  const spreadMs = Math.random() * destinationSpreadMs;
  return spreadMs + (full === 'destination_minute' ? minuteMs - (now.getTime() % minuteMs) : destinationRecheckMs);
}
