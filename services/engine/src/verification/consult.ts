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
export type Consultation = {
  readonly attempts: readonly Attempt[];
  readonly delivered?: DeliveredAttempt;
  /** Whether the call's time ended before every source that could be asked was: then silence means nothing. */
  readonly outOfTime: boolean;
};

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

/** What one consultation has come to so far. */
type Progress = {
  readonly steps: readonly Step[];
  readonly ask: (step: Step) => Asked;
  readonly limits: ConsultLimits;
  readonly clock: Clock;
  readonly resolve: (consultation: Consultation) => void;
  readonly attempts: Attempt[];
  /** Attempts that are unanswered, by their place in `attempts`, with the moment at which each is given up. */
  readonly open: Map<number, { readonly attempt: Attempt; readonly endsAtMs: number }>;
  nextStep: number;
  sent: number;
  hedgeAtMs: number;
  ended: boolean;
  cancelTimer: (() => void) | undefined;
};

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
    const progress: Progress = {
      steps,
      ask,
      limits,
      clock,
      resolve,
      attempts: [],
      open: new Map(),
      nextStep: 0,
      sent: 0,
      hedgeAtMs: Number.POSITIVE_INFINITY,
      ended: false,
      cancelTimer: undefined,
    };
    proceed(progress);
  });
}

/** At the start and after a failure: asks the next, then waits for the nearest moment at which something is due. */
function proceed(progress: Progress): void {
  if (progress.clock.now() < progress.limits.deadlineAtMs) {
    launch(progress);
    waitOrEnd(progress);
  } else {
    end(progress);
  }
}

/** Asks steps until one was really sent something, or none is left. */
function launch(progress: Progress): void {
  const { steps, attempts, open, limits } = progress;
  progress.hedgeAtMs = Number.POSITIVE_INFINITY;
  while (progress.sent < limits.maxAttempts) {
    const step = steps[progress.nextStep];
    if (step === undefined) {
      return;
    }
    progress.nextStep += 1;
    const askedAtMs = progress.clock.now();
    const asked = progress.ask(step);
    if (asked.kind === 'unanswerable') {
      continue;
    }
    const attempt = attemptOf(step, asked, askedAtMs, open.size > 0);
    const index = attempts.push(attempt) - 1;
    if (asked.kind === 'sent') {
      progress.sent += 1;
      progress.hedgeAtMs = askedAtMs + step.source.latency.hedgeAfterMs();
      open.set(index, { attempt, endsAtMs: askedAtMs + limits.attemptTimeoutMs });
      void asked.observation.then((observation) => settle(progress, index, observation));
      return;
    }
  }
}

function settle(progress: Progress, index: number, observation: Observation): void {
  const waiting = progress.open.get(index);
  if (progress.ended || waiting === undefined) {
    return;
  }
  progress.open.delete(index);
  const { outcome, detail, receivedAtMs } = observation;
  const attempt = { ...waiting.attempt, outcome, detail, receivedAtMs, observation };
  progress.attempts[index] = attempt;
  if (outcome === 'ok') {
    end(progress, attempt);
  } else {
    proceed(progress);
  }
}

/** One timer per call, for whatever comes first: the hedge, an attempt's end or the call's. */
function waitOrEnd(progress: Progress): void {
  progress.cancelTimer?.();
  if (progress.open.size === 0) {
    end(progress);
    return;
  }
  let wakeAtMs = Math.min(progress.hedgeAtMs, progress.limits.deadlineAtMs);
  for (const { endsAtMs } of progress.open.values()) {
    wakeAtMs = Math.min(wakeAtMs, endsAtMs);
  }
  const waitMs = Math.max(0, wakeAtMs - progress.clock.now());
  progress.cancelTimer = progress.clock.after(waitMs, () => wake(progress));
}

function wake(progress: Progress): void {
  const now = progress.clock.now();
  if (now >= progress.limits.deadlineAtMs) {
    end(progress);
    return;
  }
  let failed = false;
  for (const [index, { attempt, endsAtMs }] of progress.open) {
    if (now >= endsAtMs) {
      progress.open.delete(index);
      progress.attempts[index] = { ...attempt, detail: `no answer within ${progress.limits.attemptTimeoutMs} ms` };
      failed = true;
    }
  }
  if (failed || now >= progress.hedgeAtMs) {
    launch(progress);
  }
  waitOrEnd(progress);
}

function end(progress: Progress, delivered?: DeliveredAttempt): void {
  progress.ended = true;
  progress.cancelTimer?.();
  const detail = delivered === undefined ? 'no answer in time' : 'another source answered first';
  for (const [index, { attempt }] of progress.open) {
    progress.attempts[index] = { ...attempt, detail };
  }
  const { attempts, clock, limits } = progress;
  const outOfTime = clock.now() >= limits.deadlineAtMs;
  progress.resolve(delivered === undefined ? { attempts, outOfTime } : { attempts, outOfTime, delivered });
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
