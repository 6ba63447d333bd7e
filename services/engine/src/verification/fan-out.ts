import type { Clock } from '@assay/runtime/clock';
import type { AskResult } from '../sources/attempt.ts';
import { isUnbilled, type SourceOutcome, type SourceObservation } from '../sources/observe.ts';
import type { Source } from '../sources/source.ts';
import type { Attempt } from './answer.ts';

/** An attempt at a source. The outcome is `timeout` if the request was still in flight at the end of the call. */
export type SourceAttempt = Attempt & { readonly source: Source; readonly outcome: SourceOutcome };

/** The attempts of one call, in the order in which they started. */
export type FanOutResult = {
  readonly attempts: readonly SourceAttempt[];
  /** The attempts with a good answer, in the order in which the answers arrived. */
  readonly answered: readonly SourceAttempt[];
  /**
   * Whether the time ended before the call had asked every source. If so, a source that was not asked might have the
   * answer.
   */
  readonly outOfTime: boolean;
};

/** The limits of one fan-out. */
export type FanOutLimits = {
  /** Maximum number of requests, which limits the cost of the call. */
  readonly maxAttempts: number;
  /** Time limit of one attempt, in milliseconds. */
  readonly attemptTimeoutMs: number;
  /** The time at which the fan-out ends, with or without answers, on the monotonic clock in milliseconds. */
  readonly deadlineAtMs: number;
  /**
   * Returns how many good answers the call needs. It is called again after each good answer, and when the lateness
   * changes.
   * @param lateness how long the first good answer has waited for further answers.
   */
  readonly wanted: (answered: readonly SourceAttempt[], lateness: Lateness) => number;
};

/**
 * How long the first good answer has waited for further answers. `late` is reported once, after 1.2 s: the call should
 * end if the answer is plausible. `too_late` is reported once, after 2.5 s: the call should end in any case.
 */
export type Lateness = 'early' | 'late' | 'too_late';

/** The state of one fan-out. */
type Progress = {
  readonly sources: readonly Source[];
  readonly ask: (source: Source) => AskResult;
  readonly limits: FanOutLimits;
  readonly clock: Clock;
  readonly resolve: (result: FanOutResult) => void;
  /** Rejects the promise of the call with an unexpected error, which would otherwise end the process. */
  readonly reject: (error: unknown) => void;
  readonly attempts: SourceAttempt[];
  readonly answered: SourceAttempt[];
  /** The attempts in flight, by their index in `attempts`, each with the time of its timeout. */
  readonly inFlight: Map<number, { readonly attempt: SourceAttempt; readonly endsAtMs: number }>;
  nextSource: number;
  sent: number;
  hedgeAtMs: number;
  lateAtMs: number;
  /** The lateness to report at `lateAtMs`. */
  nextLateness: Exclude<Lateness, 'early'>;
  ended: boolean;
  cancelTimer: (() => void) | undefined;
};

/**
 * Milliseconds for which the first good answer waits for further answers. After that, the call ends if the answer is
 * plausible.
 */
const lateAfterMs = 1_200;
/**
 * Further milliseconds, after `lateAfterMs`, for which an implausible answer waits. Both waits together are as long as
 * the time limit of an attempt.
 */
const tooLateAfterMs = 1_300;

/**
 * Asks sources concurrently until enough of them gave a good answer. Replaces a failed attempt immediately. Sends an
 * extra request, a hedge, when the newest request is slower than its hedge delay. The result includes requests that are
 * still in flight at the end, because they cost the same.
 * @param sources the sources in the order in which to ask them.
 * @param ask sends one request.
 */
export function fanOut(
  sources: readonly Source[],
  ask: (source: Source) => AskResult,
  limits: FanOutLimits,
  clock: Clock,
): Promise<FanOutResult> {
  return new Promise((resolve, reject) => {
    const progress: Progress = {
      sources,
      ask,
      limits,
      clock,
      resolve,
      reject,
      attempts: [],
      answered: [],
      inFlight: new Map(),
      nextSource: 0,
      sent: 0,
      hedgeAtMs: Number.POSITIVE_INFINITY,
      lateAtMs: Number.POSITIVE_INFINITY,
      nextLateness: 'late',
      ended: false,
      cancelTimer: undefined,
    };
    proceed(progress);
  });
}

/**
 * Runs at the start and after every answer. Sends requests until enough are in flight, and then sets the call's timer.
 */
function proceed(progress: Progress): void {
  const { clock, limits, inFlight, answered } = progress;
  if (clock.monotonic() >= limits.deadlineAtMs) {
    end(progress);
    return;
  }
  const wanted = limits.wanted(answered, 'early');
  if (answered.length >= Math.max(1, wanted)) {
    end(progress);
    return;
  }
  const before = answered.length;
  while (inFlight.size + answered.length < wanted && launch(progress, wanted === 1 ? 'hedge' : 'peer')) {
    continue;
  }
  if (answered.length > before) {
    proceed(progress);
  } else {
    waitOrEnd(progress);
  }
}

/**
 * Asks one source after another until a request is sent. Returns false when no source is left.
 * @param role the role of the request. If it is the first request of the call, its role is `source` instead.
 */
function launch(progress: Progress, role: 'peer' | 'hedge'): boolean {
  const { sources, attempts, inFlight, limits, answered } = progress;
  progress.hedgeAtMs = Number.POSITIVE_INFINITY;
  while (progress.sent < limits.maxAttempts) {
    const source = sources[progress.nextSource];
    if (source === undefined) {
      return false;
    }
    progress.nextSource += 1;
    const askedAtMs = progress.clock.now();
    const startedAtMs = progress.clock.monotonic();
    const askResult = progress.ask(source);
    if (askResult.kind === 'unanswerable') {
      continue;
    }
    const alone = inFlight.size === 0 && answered.length === 0;
    const attempt = attemptOf(source, askResult, askedAtMs, alone ? 'source' : role);
    const index = attempts.push(attempt) - 1;
    if (askResult.kind === 'sent') {
      progress.sent += 1;
      progress.hedgeAtMs = startedAtMs + source.latency.hedgeAfterMs();
      inFlight.set(index, { attempt, endsAtMs: startedAtMs + limits.attemptTimeoutMs });
      if (askResult.observation instanceof Promise) {
        askResult.observation.then((observation) => onObservation(progress, index, observation)).catch(progress.reject);
      } else {
        // A stream update answers immediately. The attempt keeps its position in the list, but needs no timeout.
        take(progress, index, attempt, askResult.observation);
      }
      return true;
    }
  }
  return false;
}

function onObservation(progress: Progress, index: number, observation: SourceObservation): void {
  const waiting = progress.inFlight.get(index);
  if (progress.ended || waiting === undefined) {
    return;
  }
  take(progress, index, waiting.attempt, observation);
  const hasFailed = observation.outcome !== 'ok';
  if (hasFailed && progress.inFlight.size > 0 && progress.clock.monotonic() < progress.limits.deadlineAtMs) {
    // A failed attempt is replaced immediately, even if it already has a hedge in flight.
    launch(progress, replacementRole(progress));
  }
  proceed(progress);
}

/** Processes the observation that ends an attempt in flight. */
function take(progress: Progress, index: number, sent: SourceAttempt, observation: SourceObservation): void {
  progress.inFlight.delete(index);
  const { outcome } = observation;
  const attempt = { ...sent, ...observation, costMicros: isUnbilled(outcome) ? 0n : sent.costMicros };
  progress.attempts[index] = attempt;
  if (outcome === 'ok') {
    if (progress.answered.length === 0) {
      progress.lateAtMs = progress.clock.monotonic() + lateAfterMs;
    }
    progress.answered.push(attempt);
  }
}

function replacementRole({ limits, answered }: Progress): 'peer' | 'hedge' {
  return limits.wanted(answered, 'early') === 1 ? 'hedge' : 'peer';
}

/** Sets the single timer of the call to the next hedge, timeout or deadline. */
function waitOrEnd(progress: Progress): void {
  progress.cancelTimer?.();
  if (progress.inFlight.size === 0) {
    end(progress);
    return;
  }
  let wakeAtMs = Math.min(progress.hedgeAtMs, progress.lateAtMs, progress.limits.deadlineAtMs);
  for (const { endsAtMs } of progress.inFlight.values()) {
    wakeAtMs = Math.min(wakeAtMs, endsAtMs);
  }
  const waitMs = Math.max(0, wakeAtMs - progress.clock.monotonic());
  progress.cancelTimer = progress.clock.after(waitMs, () => {
    try {
      wake(progress);
    } catch (error) {
      progress.reject(error);
    }
  });
}

function wake(progress: Progress): void {
  const now = progress.clock.monotonic();
  if (now >= progress.limits.deadlineAtMs) {
    end(progress);
    return;
  }
  if (now >= progress.lateAtMs) {
    const lateness = progress.nextLateness;
    progress.lateAtMs = lateness === 'late' ? now + tooLateAfterMs : Number.POSITIVE_INFINITY;
    progress.nextLateness = 'too_late';
    if (progress.answered.length >= progress.limits.wanted(progress.answered, lateness)) {
      end(progress);
      return;
    }
  }
  const before = progress.answered.length;
  let timedOut = false;
  for (const [index, { attempt, endsAtMs }] of progress.inFlight) {
    if (now >= endsAtMs) {
      progress.inFlight.delete(index);
      progress.attempts[index] = { ...attempt, detail: `no answer within ${progress.limits.attemptTimeoutMs} ms` };
      timedOut = true;
    }
  }
  if (timedOut || now >= progress.hedgeAtMs) {
    launch(progress, timedOut ? replacementRole(progress) : 'hedge');
  }
  if (timedOut || progress.answered.length > before) {
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
  for (const [index, { attempt }] of progress.inFlight) {
    attempts[index] = { ...attempt, detail };
  }
  progress.resolve({ attempts, answered, outOfTime: clock.monotonic() >= limits.deadlineAtMs });
}

/** Returns a new attempt. The outcome of an attempt with a request is `timeout` until the answer arrives. */
function attemptOf(
  source: Source,
  asked: Exclude<AskResult, { kind: 'unanswerable' }>,
  askedAtMs: number,
  role: SourceAttempt['role'],
): SourceAttempt {
  const sent = asked.kind === 'sent';
  return {
    source,
    provider: source.name,
    span: `ask ${source.provider.id}`,
    role,
    askedAtMs,
    outcome: sent ? 'timeout' : asked.outcome,
    detail: sent ? '' : asked.detail,
    receivedAtMs: 0,
    dataJson: '',
    httpStatus: 0,
    coalesced: sent && asked.coalesced,
    costMicros: sent ? source.adapter.costMicros : 0n,
  };
}
