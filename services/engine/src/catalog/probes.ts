import type { AskSource } from '../sources/attempt.ts';
import type { SourceObservation } from '../sources/observe.ts';
import { isServing, type Source, type SourcesByType } from '../sources/source.ts';

/** Checks the health of sources that have no traffic. */
export type Probes = {
  /**
   * Resolves when every source was asked and each type has a working source, or 3 seconds after the start. From then
   * on, callers get the catalog. It must be complete, because a call fails if the catalog lacks its type only because
   * the first answers came late.
   */
  readonly measured: Promise<void>;
  /** Whether `measured` has resolved. */
  readonly isMeasured: () => boolean;
  /** Probes the sources that are due. Call it several times a second. */
  readonly tick: () => void;
  /** Receives the answer to every request, so that a source with traffic needs no probe. */
  readonly onObservation: (source: Source, observation: Pick<SourceObservation, 'outcome'>) => void;
};

/** The settings of probes. */
export type ProbeSettings = {
  /** Time without a request after which a source is probed. */
  readonly idleAfterMs: number;
  /** Whether probes leave at least half of a provider's request budget to callers. */
  readonly leaveHeadroom: boolean;
  /** Receives an unexpected error in the handling of a probe's answer. */
  readonly onUnexpected?: (provider: string, error: unknown) => void;
};

const doubtEveryMs = 1_000;
/** Milliseconds after the start. From then on, a type whose sources have all failed no longer delays `measured`. */
const maxUnmeasuredMs = 3_000;

type ProbeState = { lastAtMs: number; inFlight: boolean; isStale: boolean };

/**
 * Creates the probes. A probe sends parameters that the source covers. A source is probed at the start, after a failure
 * or a stale answer, and after a long time without requests. It is also probed when its open circuit breaker allows a
 * trial.
 */
export function createProbes(
  sources: SourcesByType,
  ask: AskSource,
  now: () => number,
  settings: ProbeSettings,
): Probes {
  const states = new Map<Source, ProbeState>();
  for (const source of [...sources.values()].flat().filter(({ probeParams }) => probeParams !== undefined)) {
    states.set(source, { lastAtMs: Number.NEGATIVE_INFINITY, inFlight: false, isStale: false });
  }
  const start = watchStart(sources, [...states.keys()], now);

  const due = (source: Source, probeState: ProbeState): boolean => {
    if (probeState.inFlight || (settings.leaveHeadroom && !source.usage.budget.hasHeadroom())) {
      return false;
    }
    if (source.usage.denials.isDenied()) {
      return isDeniedDue(source, probeState);
    }
    const quietForMs = now() - probeState.lastAtMs;
    const state = source.breaker.state();
    if (state === 'open' || state === 'half_open') {
      return true;
    }
    return quietForMs >= (state === 'suspect' || probeState.isStale ? doubtEveryMs : settings.idleAfterMs);
  };
  const probe = async (source: Source, probeState: ProbeState): Promise<void> => {
    const askResult = ask(source, source.probeParams ?? {}, probeKey(source));
    if (askResult.kind !== 'sent') {
      if (askResult.kind === 'unsent' && askResult.outcome === 'access_denied') {
        start.onAsked(source);
      }
      return;
    }
    probeState.inFlight = true;
    probeState.lastAtMs = now();
    const { outcome, httpStatus } = await askResult.observation;
    probeState.inFlight = false;
    probeState.isStale = false;
    if (outcome === 'stale' || outcome === 'access_denied' || (outcome === 'http_error' && httpStatus === 404)) {
      // Every source should always be able to answer its example question, so each of these outcomes counts as a
      // failure. A stale answer means that the source stopped measuring. A missing page means that the address changed.
      // A refusal means that the source answers no question at all.
      source.breaker.record('failure');
    }
    start.onAsked(source);
  };
  return {
    measured: start.measured,
    isMeasured: start.isMeasured,
    tick: () => {
      start.check();
      for (const [source, probeState] of states) {
        if (due(source, probeState)) {
          void probe(source, probeState).catch((error: unknown) => {
            probeState.inFlight = false;
            settings.onUnexpected?.(source.provider.id, error);
          });
        }
      }
    },
    onObservation: (source, { outcome }) => {
      const probeState = states.get(source);
      if (probeState !== undefined) {
        start.onAsked(source);
        probeState.isStale ||= outcome === 'stale';
        if (!probeState.isStale) {
          probeState.lastAtMs = now();
        }
      }
    },
  };
}

/**
 * Returns whether to probe a provider that refused us. The provider can only answer again after the waiting time that
 * follows a refusal, so idle time alone does not make a probe due. A source that was never asked is due at once. The
 * probe then fails with the provider's known refusal, without sending a request.
 */
function isDeniedDue({ usage }: Source, { lastAtMs }: ProbeState): boolean {
  return usage.denials.ofAll() === undefined || lastAtMs === Number.NEGATIVE_INFINITY;
}

/**
 * Watches the first probes. They are complete when every source is asked and each type has a working source, or when
 * the time limit is over.
 */
function watchStart(
  sources: SourcesByType,
  probed: readonly Source[],
  now: () => number,
): Pick<Probes, 'measured' | 'isMeasured'> & {
  readonly onAsked: (source: Source) => void;
  readonly check: () => void;
} {
  const startedAtMs = now();
  const untried = new Set(probed);
  const probedTypes = [...sources.values()].filter((list) => list.some((source) => untried.has(source)));
  let isMeasured = untried.size === 0;
  let markMeasured: () => void = () => undefined;
  const measured = isMeasured ? Promise.resolve() : new Promise<void>((resolve) => (markMeasured = resolve));
  const isLate = (): boolean => now() - startedAtMs >= maxUnmeasuredMs;
  const check = (): void => {
    if (isLate()) {
      // Sampling can use up a provider's small request budget before the first probe, and the budget may not recover
      // for hours. After the time limit, the start no longer waits for sources with such a budget.
      [...untried].filter(({ usage }) => !usage.budget.hasHeadroom()).forEach((source) => untried.delete(source));
    }
    const isComplete = (): boolean => isLate() || probedTypes.every((list) => list.some(isServing));
    if (!isMeasured && untried.size === 0 && isComplete()) {
      isMeasured = true;
      markMeasured();
    }
  };
  return {
    measured,
    isMeasured: () => isMeasured,
    onAsked: (source) => {
      untried.delete(source);
      check();
    },
    check,
  };
}

function probeKey(source: Source): string {
  return JSON.stringify(source.probeParams);
}
