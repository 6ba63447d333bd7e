import type { Clock } from '@assay/service/clock';
import type { Asked } from '../sources/attempt.ts';
import type { AttemptOutcome, Observation } from '../sources/observe.ts';
import type { Step } from './plan.ts';

/** One attempt as a caller saw it: its own clocks and its own end, whoever else shared the request. */
export type Attempt = {
  readonly step: Step;
  /** `peer`: asked side by side to be compared; `hedge`: sent since an earlier request stayed unanswered for too long. */
  readonly role: 'source' | 'peer' | 'hedge';
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
  /** Those that answered well, in the order of their answers. */
  readonly answered: readonly DeliveredAttempt[];
  /** Whether the call's time ended before every source that could be asked was: then silence means nothing. */
  readonly outOfTime: boolean;
};

/** An attempt that answered. */
export type DeliveredAttempt = Attempt & { readonly observation: Observation };

/** The bounds of one consultation. */
export type ConsultLimits = {
  /** Requests that may be sent. It bounds what the call can cost. */
  readonly maxAttempts: number;
  /** How long one attempt is waited for. */
  readonly attemptTimeoutMs: number;
  /** When the consultation ends, whatever is still unanswered. */
  readonly deadlineAtMs: number;
  /**
   * How many good answers are wanted, in the light of those that came. It is asked again at every good answer and, once
   * the first good answer has been waiting for others for so long that it should leave, with `late`.
   */
  readonly wanted: (answered: readonly DeliveredAttempt[], late: boolean) => number;
};

/** What one consultation has come to so far. */
type Progress = {
  readonly steps: readonly Step[];
  readonly ask: (step: Step) => Asked;
  readonly limits: ConsultLimits;
  readonly clock: Clock;
  readonly resolve: (consultation: Consultation) => void;
  readonly attempts: Attempt[];
  readonly answered: DeliveredAttempt[];
  /** Attempts that are unanswered, by their place in `attempts`, with the moment at which each is given up. */
  readonly open: Map<number, { readonly attempt: Attempt; readonly endsAtMs: number }>;
  nextStep: number;
  sent: number;
  hedgeAtMs: number;
  lateAtMs: number;
  ended: boolean;
  cancelTimer: (() => void) | undefined;
};

/** A first good answer waits for the others so long before it asks whether it may leave without them. */
const lateAfterMs = 1_200;

/**
 * Asks as many steps side by side as good answers are wanted, the next one at once when one fails, and one more when the
 * newest has not answered within its hedge delay. What was sent and had not ended when enough had answered is kept as
 * such, since it costs all the same.
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
      answered: [],
      open: new Map(),
      nextStep: 0,
      sent: 0,
      hedgeAtMs: Number.POSITIVE_INFINITY,
      lateAtMs: Number.POSITIVE_INFINITY,
      ended: false,
      cancelTimer: undefined,
    };
    proceed(progress);
  });
}

/** At the start and after every answer: asks until enough are under way, then waits for what is due next. */
function proceed(progress: Progress): void {
  const { clock, limits, open, answered } = progress;
  if (clock.now() >= limits.deadlineAtMs) {
    end(progress);
    return;
  }
  const wanted = limits.wanted(answered, false);
  if (answered.length >= Math.max(1, wanted)) {
    end(progress);
    return;
  }
  while (open.size + answered.length < wanted && launch(progress, wanted === 1 ? 'hedge' : 'peer')) {
    continue;
  }
  waitOrEnd(progress);
}

/**
 * Asks steps until one was really sent something; false when none is left.
 * @param beside what a request is called that is not the only one.
 */
function launch(progress: Progress, beside: 'peer' | 'hedge'): boolean {
  const { steps, attempts, open, limits, answered } = progress;
  progress.hedgeAtMs = Number.POSITIVE_INFINITY;
  while (progress.sent < limits.maxAttempts) {
    const step = steps[progress.nextStep];
    if (step === undefined) {
      return false;
    }
    progress.nextStep += 1;
    const askedAtMs = progress.clock.now();
    const asked = progress.ask(step);
    if (asked.kind === 'unanswerable') {
      continue;
    }
    const alone = open.size === 0 && answered.length === 0;
    const attempt = attemptOf(step, asked, askedAtMs, alone ? 'source' : beside);
    const index = attempts.push(attempt) - 1;
    if (asked.kind === 'sent') {
      progress.sent += 1;
      progress.hedgeAtMs = askedAtMs + step.source.latency.hedgeAfterMs();
      open.set(index, { attempt, endsAtMs: askedAtMs + limits.attemptTimeoutMs });
      void asked.observation.then((observation) => settle(progress, index, observation));
      return true;
    }
  }
  return false;
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
    if (progress.answered.length === 0) {
      progress.lateAtMs = progress.clock.now() + lateAfterMs;
    }
    progress.answered.push(attempt);
  } else if (progress.open.size > 0 && progress.clock.now() < progress.limits.deadlineAtMs) {
    // One that failed is replaced at once, also where another was already sent beside it.
    launch(progress, replacementOf(progress));
  }
  proceed(progress);
}

function replacementOf({ limits, answered }: Progress): 'peer' | 'hedge' {
  return limits.wanted(answered, false) === 1 ? 'hedge' : 'peer';
}

/** One timer per call, for whatever comes first: the hedge, an attempt's end or the call's. */
function waitOrEnd(progress: Progress): void {
  progress.cancelTimer?.();
  if (progress.open.size === 0) {
    end(progress);
    return;
  }
  let wakeAtMs = Math.min(progress.hedgeAtMs, progress.lateAtMs, progress.limits.deadlineAtMs);
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
  if (now >= progress.lateAtMs) {
    progress.lateAtMs = Number.POSITIVE_INFINITY;
    if (progress.answered.length >= progress.limits.wanted(progress.answered, true)) {
      end(progress);
      return;
    }
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
    launch(progress, failed ? replacementOf(progress) : 'hedge');
  }
  if (failed) {
    proceed(progress);
  } else {
    waitOrEnd(progress);
  }
}

function end(progress: Progress): void {
  progress.ended = true;
  progress.cancelTimer?.();
  const { attempts, answered, clock, limits } = progress;
  const detail = answered.length === 0 ? 'no answer in time' : 'enough others had answered';
  for (const [index, { attempt }] of progress.open) {
    attempts[index] = { ...attempt, detail };
  }
  progress.resolve({ attempts, answered, outOfTime: clock.now() >= limits.deadlineAtMs });
}

/** A sent attempt counts as timed out until it has answered. */
function attemptOf(
  step: Step,
  asked: Exclude<Asked, { kind: 'unanswerable' }>,
  askedAtMs: number,
  role: Attempt['role'],
): Attempt {
  const common = { step, role, askedAtMs, receivedAtMs: 0 };
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
