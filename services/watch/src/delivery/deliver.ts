import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import type { PostResult } from '@assay/egress/egress';
import { faults, toFault, type Fault } from '@assay/faults/faults';
import { traceFromTraceparent, traceparentOf, type CallContext } from '@assay/rpc/context';
import type { HoldRequest } from '@assay/rpc/gen/assay/billing/v1/HoldRequest';
import type { HoldResponse__Output } from '@assay/rpc/gen/assay/billing/v1/HoldResponse';
import type { VerifyRequest } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import { endSpan, startSpan } from '@assay/rpc/spans';
import type { SealedSecret } from '../secrets.ts';
import { attemptOf } from './notify/attempt.ts';
import { notificationBody } from './notify/notification.ts';
import type { DeliveryStore, Ending, OwedSettlement, Run, Trigger, WatchToDeliver } from './claim/store.ts';
import { verdictOf, type Verdict } from './evaluate/evaluate.ts';

/** What became of a trigger: it is dealt with, or comes again. */
export type Handled =
  | { readonly kind: 'done'; readonly outcome: string }
  /** Without a time it comes again after a pause that grows with its visits. */
  | { readonly kind: 'again'; readonly why: string; readonly afterMs?: number };

/** What delivering needs. */
export type DeliverPorts = {
  readonly store: Pick<DeliveryStore, 'takeUp' | 'startSending' | 'end' | 'putBack'>;
  readonly newRun: (trigger: Trigger, traceparent: string) => Run;
  /** Throws when the secret cannot be read with the keys that there are. */
  readonly openSecret: (sealed: SealedSecret, watchId: string) => string;
  /** The most that one call of a type can cost an account; undefined until the engine has told. */
  readonly maxDebitMicros: (type: string) => bigint | undefined;
  readonly debitMicros: (costMicros: bigint) => bigint;
  readonly hold: (request: HoldRequest, context: CallContext) => Promise<HoldResponse__Output>;
  readonly verify: (request: VerifyRequest, context: CallContext) => Promise<VerifyResponse__Output>;
  readonly post: (url: string, body: string, headers: Readonly<Record<string, string>>) => Promise<PostResult>;
  /** Has billing told; a settlement is kept in the database already. */
  readonly settle: (settlement: OwedSettlement) => void;
  readonly now: () => Date;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Told when a verification cost more than was held; the account is charged what was held. */
  readonly overHold: () => void;
  /** Told of what went wrong inside the house and will be tried again, or needs no more. */
  readonly trouble: (what: string, run: Run, error?: unknown) => void;
  /** Told of a defect: the delivery ended because of it. */
  readonly broke: (run: Run, error: unknown) => void;
};

const holdWithinMs = 3_000;
const verifyWithinMs = 9_500;
/** A node may be a few slots behind the one that saw the change; so often it is given the time to come up with it. */
const visitsForNodesBehind = 5;
const slotMs = 400;
const recordTries = 20;
const recordPauseMs = 400;
const noCredits = 'the account has too little credit for a verification; add credit, and the next change is looked at';

/**
 * Deals with one trigger: takes it up, holds credit, verifies anew under a trace of its own, judges the condition, sends at most
 * one notification, and keeps what came of it. Rejects only when the database cannot be reached; then the trigger comes
 * again, and nothing is sent for it that may have been sent before.
 * @param visit how often the trigger came, this time included.
 */
export async function deliver(trigger: Trigger, visit: number, ports: DeliverPorts): Promise<Handled> {
  const cause = trace.getSpanContext(traceFromTraceparent(trigger.traceparent));
  const links = cause === undefined ? [] : [{ context: cause }];
  const { span, trace: context } = startSpan('deliver watch', ROOT_CONTEXT, { kind: SpanKind.CONSUMER, links });
  span.setAttribute('assay.watch.id', trigger.watchId);
  try {
    const traceparent = traceparentOf({ trace: context, deadlineAtMs: 0 });
    const run = ports.newRun(trigger, traceparent);
    const taken = await ports.store.takeUp(run, [context]);
    const handled = await handle(taken, { run, trigger, visit, context, traceId: span.spanContext().traceId }, ports);
    span.setAttribute('assay.watch.outcome', handled.kind === 'done' ? handled.outcome : handled.why);
    endSpan(span);
    return handled;
  } catch (thrown) {
    endSpan(span, toFault(thrown).code);
    throw thrown;
  }
}

type Turn = {
  readonly run: Run;
  readonly trigger: Trigger;
  readonly visit: number;
  readonly context: CallContext['trace'];
  /** 32 lowercase hex digits. */
  readonly traceId: string;
};

async function handle(
  taken: Awaited<ReturnType<DeliveryStore['takeUp']>>,
  turn: Turn,
  ports: DeliverPorts,
): Promise<Handled> {
  switch (taken.answer) {
    case 'taken':
      return deliverTaken(taken.watch, turn, ports);
    case 'running':
    case 'waits':
      return { kind: 'again', why: taken.answer };
    default:
      return { kind: 'done', outcome: taken.answer };
  }
}

async function deliverTaken(watch: WatchToDeliver, turn: Turn, ports: DeliverPorts): Promise<Handled> {
  let secret: string;
  try {
    secret = ports.openSecret(watch.secret, turn.run.watchId);
  } catch (error) {
    return putBack({ what: 'the secret of a watch cannot be read', error, owes: false }, turn, ports);
  }
  const held = ports.maxDebitMicros(watch.type);
  if (held === undefined) {
    return putBack({ what: 'the engine has not told what a call costs yet', owes: false }, turn, ports);
  }
  const holdMicros = held > 0n ? held : 1n;
  let verdict: Verdict | 'no_credits';
  try {
    const isHeld = await takeHold(watch, holdMicros, turn, ports);
    verdict = isHeld ? verdictOf(watch, await reverify(watch, turn, ports)) : 'no_credits';
  } catch (thrown) {
    const fault = toFault(thrown);
    if (faults[fault.code].retryable) {
      return putBack({ what: 'a verification could not be made now', error: fault, owes: true }, turn, ports);
    }
    return broken(fault, turn, ports);
  }
  if (verdict === 'no_credits') {
    return end({ outcome: verdict, error: noCredits, captureMicros: 0n }, turn, ports);
  }
  const slotsBehind = verdict.isChanged ? 0n : turn.trigger.slot - (verdict.slot ?? turn.trigger.slot);
  if (slotsBehind > 0n && turn.visit <= visitsForNodesBehind) {
    await ports.store.putBack(turn.run, true);
    const afterMs = Math.min(Number(slotsBehind), visitsForNodesBehind) * slotMs;
    return { kind: 'again', why: 'nodes behind', afterMs };
  }
  if (verdict.kind === 'silent') {
    const { outcome, comparedJson, slot } = verdict;
    return end({ outcome, comparedJson, slot, captureMicros: 0n }, turn, ports);
  }
  return notify(watch, verdict, { secret, holdMicros }, turn, ports);
}

async function takeHold(watch: WatchToDeliver, micros: bigint, turn: Turn, ports: DeliverPorts): Promise<boolean> {
  const { held } = await ports.hold(
    {
      account_id: watch.accountId,
      hold_micros: micros.toString(),
      hold_id: turn.run.holdId,
      trace_id: turn.traceId,
      operation: `watch ${watch.type}`,
    },
    { trace: turn.context, deadlineAtMs: ports.now().getTime() + holdWithinMs },
  );
  return held;
}

function reverify(watch: WatchToDeliver, turn: Turn, ports: DeliverPorts): Promise<VerifyResponse__Output> {
  return ports.verify(
    {
      type: watch.type,
      params_json: watch.paramsJson,
      min_level: 'LEVEL_SINGLE_SOURCE',
      account_id: watch.accountId,
    },
    { trace: turn.context, deadlineAtMs: ports.now().getTime() + verifyWithinMs },
  );
}

async function notify(
  watch: WatchToDeliver,
  verdict: Extract<Verdict, { kind: 'fires' }>,
  means: { readonly secret: string; readonly holdMicros: bigint },
  turn: Turn,
  ports: DeliverPorts,
): Promise<Handled> {
  const { run } = turn;
  let body: string;
  try {
    const { type } = watch;
    const params = JSON.parse(watch.paramsJson) as Record<string, unknown>;
    const traceId = `tr_${turn.traceId}`;
    const notification = { watchId: run.watchId, type, params, value: verdict.data, traceId, firedAt: ports.now() };
    body = notificationBody(notification, means.secret);
  } catch (error) {
    return broken(toFault(error), turn, ports);
  }
  if (!(await ports.store.startSending(run, [turn.context]))) {
    return end({ outcome: 'gone', captureMicros: 0n }, turn, ports);
  }
  const attempt = attemptOf(await send(watch, body, turn, ports));
  if (!attempt.received) {
    const { httpStatus, error } = attempt;
    return endSent({ outcome: 'failed', httpStatus, error, captureMicros: 0n }, turn, ports);
  }
  const debit = ports.debitMicros(verdict.totalCostMicros);
  if (debit > means.holdMicros) {
    ports.overHold();
    ports.trouble('a verification cost more than the most that its type was said to cost', run);
  }
  const captureMicros = debit > means.holdMicros ? means.holdMicros : debit;
  const { httpStatus } = attempt;
  const { comparedJson, slot } = verdict;
  return endSent({ outcome: 'delivered', httpStatus, comparedJson, slot, captureMicros }, turn, ports);
}

/** What came of an attempt is known here alone, so a database that is away for a moment is waited for. */
async function endSent(ending: Ending, turn: Turn, ports: DeliverPorts): Promise<Handled> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await end(ending, turn, ports);
    } catch (error) {
      if (tries >= recordTries) {
        throw error;
      }
      await ports.pause(recordPauseMs);
    }
  }
}

async function send(watch: WatchToDeliver, body: string, turn: Turn, ports: DeliverPorts): Promise<PostResult> {
  const { span, trace: context } = startSpan('notify webhook', turn.context, { kind: SpanKind.CLIENT });
  const traceparent = traceparentOf({ trace: context, deadlineAtMs: 0 });
  const posted = await ports.post(watch.webhookUrl, body, { 'content-type': 'application/json', traceparent });
  if (posted.status !== undefined) {
    span.setAttribute('http.response.status_code', posted.status);
  }
  endSpan(span, posted.kind === 'failed' ? posted.reason : undefined);
  return posted;
}

/** What is wrong here would be as wrong the next time; the watch stays and its next trigger tries again. */
async function broken(fault: Fault, turn: Turn, ports: DeliverPorts): Promise<Handled> {
  ports.broke(turn.run, fault.cause ?? fault);
  return end({ outcome: 'broken', captureMicros: 0n }, turn, ports);
}

async function end(ending: Ending, turn: Turn, ports: DeliverPorts): Promise<Handled> {
  const { run } = turn;
  if (!(await ports.store.end(run, ending, [turn.context]))) {
    ports.trouble('a delivery outlived its lease; what it came to is not counted', run);
    return { kind: 'done', outcome: 'outlived' };
  }
  const { captureMicros } = ending;
  ports.settle({ holdId: run.holdId, captureMicros, traceparent: run.traceparent, tries: 0 });
  return { kind: 'done', outcome: ending.outcome };
}

/** @param why.owes whether the hold may have been taken. */
async function putBack(
  why: { readonly what: string; readonly error?: unknown; readonly owes: boolean },
  turn: Turn,
  ports: DeliverPorts,
): Promise<Handled> {
  ports.trouble(`${why.what}; its trigger comes again`, turn.run, why.error);
  await ports.store.putBack(turn.run, why.owes);
  return { kind: 'again', why: 'put back' };
}
