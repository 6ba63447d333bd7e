import type { Asked } from '../attempts/attempt.ts';
import type { AttemptOutcome, Observation } from '../attempts/observe.ts';
import type { Step } from './plan.ts';

/** One attempt as a caller saw it: its own clocks and its own end, whoever else shared the request. */
export type Attempt = {
  readonly step: Step;
  /** `hedge`: sent while an earlier request was still unanswered. */
  readonly role: 'source' | 'hedge';
  readonly askedAtMs: number;
  /** What the caller made of it; `timeout` too when it did not end before the caller's own deadline or decision. */
  readonly outcome: AttemptOutcome;
  readonly detail: string;
  /** Zero when nothing was received before the caller's own end. */
  readonly receivedAtMs: number;
  readonly observation?: Observation;
  readonly coalesced: boolean;
  /** Zero when nothing was sent. */
  readonly costMicros: bigint;
};

/** All that was consulted for one call, in the order of asking. */
export type Consultation = { readonly attempts: readonly Attempt[]; readonly delivered?: DeliveredAttempt };

/** The attempt that answered. */
export type DeliveredAttempt = Attempt & { readonly observation: Observation };

/** Time, so that tests have their own. */
export type Clock = {
  readonly now: () => number;
  /** Calls back once after a time, unless it is called off. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
};

/** The bounds of one consultation. */
export type ConsultLimits = {
  /** Requests that may be sent. It bounds what the call can cost. */
  readonly maxAttempts: number;
  /** How long one attempt is waited for. */
  readonly attemptTimeoutMs: number;
  /** When the consultation ends, whatever is still unanswered. */
  readonly deadlineAtMs: number;
};

type Open = { readonly attempt: Attempt; readonly index: number; readonly endsAtMs: number };

/**
 * Asks the steps one after the other until one answers well: the next one at once when one fails, and side by side
 * when the newest has not answered within its hedge delay. What was sent and had not ended when another answered is
 * kept as such, since it costs all the same.
 */
export function consult(
  steps: readonly Step[],
  ask: (step: Step) => Asked,
  limits: ConsultLimits,
  clock: Clock,
): Promise<Consultation> {
  return new Promise((resolve) => {
    const attempts: Attempt[] = [];
    const open = new Map<number, Open>();
    let next = 0;
    let sent = 0;
    let hedgeAtMs = Number.POSITIVE_INFINITY;
    let ended = false;
    let cancelTimer: (() => void) | undefined;

    const end = (delivered?: DeliveredAttempt): void => {
      ended = true;
      cancelTimer?.();
      const detail = delivered === undefined ? 'no answer in time' : 'another source answered first';
      for (const { attempt, index } of open.values()) {
        attempts[index] = { ...attempt, detail };
      }
      resolve(delivered === undefined ? { attempts } : { attempts, delivered });
    };
    const settle = (index: number, observation: Observation): void => {
      const waiting = open.get(index);
      if (ended || waiting === undefined) {
        return;
      }
      open.delete(index);
      const { outcome, detail, receivedAtMs } = observation;
      const attempt = { ...waiting.attempt, outcome, detail, receivedAtMs, observation };
      attempts[index] = attempt;
      if (outcome === 'ok') {
        end(attempt);
      } else {
        proceed();
      }
    };
    const launch = (): void => {
      while (next < steps.length && sent < limits.maxAttempts) {
        const step = steps[next] as Step;
        next += 1;
        const askedAtMs = clock.now();
        const asked = ask(step);
        if (asked.kind === 'unanswerable') {
          continue;
        }
        const attempt = attemptOf(step, asked, askedAtMs, open.size > 0);
        const index = attempts.push(attempt) - 1;
        if (asked.kind === 'sent') {
          sent += 1;
          open.set(index, { attempt, index, endsAtMs: askedAtMs + limits.attemptTimeoutMs });
          hedgeAtMs = askedAtMs + step.source.latency.hedgeAfterMs();
          void asked.observation.then((observation) => settle(index, observation));
          return;
        }
      }
      hedgeAtMs = Number.POSITIVE_INFINITY;
    };
    /** After a failure, at the start: ask the next; then wait for the nearest moment at which something is due. */
    const proceed = (): void => {
      if (clock.now() < limits.deadlineAtMs) {
        launch();
      }
      waitOrEnd();
    };
    const waitOrEnd = (): void => {
      cancelTimer?.();
      if (open.size === 0) {
        end();
        return;
      }
      let wakeAtMs = Math.min(hedgeAtMs, limits.deadlineAtMs);
      for (const { endsAtMs } of open.values()) {
        wakeAtMs = Math.min(wakeAtMs, endsAtMs);
      }
      cancelTimer = clock.after(Math.max(0, wakeAtMs - clock.now()), wake);
    };
    const wake = (): void => {
      const now = clock.now();
      if (ended) {
        return;
      }
      if (now >= limits.deadlineAtMs) {
        end();
        return;
      }
      let failed = false;
      for (const { attempt, index, endsAtMs } of open.values()) {
        if (now >= endsAtMs) {
          open.delete(index);
          attempts[index] = { ...attempt, detail: `no answer within ${limits.attemptTimeoutMs} ms` };
          failed = true;
        }
      }
      if (failed || now >= hedgeAtMs) {
        launch();
      }
      waitOrEnd();
    };
    proceed();
  });
}

/** A sent attempt counts as timed out until it has answered. */
function attemptOf(
  step: Step,
  asked: Exclude<Asked, { kind: 'unanswerable' }>,
  askedAtMs: number,
  sideBySide: boolean,
): Attempt {
  const common = { step, role: sideBySide ? ('hedge' as const) : ('source' as const), askedAtMs, receivedAtMs: 0 };
  return asked.kind === 'unsent'
    ? { ...common, outcome: asked.outcome, detail: asked.detail, coalesced: false, costMicros: 0n }
    : {
        ...common,
        outcome: 'timeout',
        detail: '',
        coalesced: asked.coalesced,
        costMicros: step.source.answer.costMicros,
      };
}
