import type { AskSource } from '../sources/attempt.ts';
import type { SourceObservation } from '../sources/observe.ts';
import type { Source, SourcesByType } from '../sources/source.ts';

/** Checks the health of sources that have no traffic. */
export type Probes = {
  /** Resolves when every source was asked once since the start. From then on the catalog is complete. */
  readonly measured: Promise<void>;
  /** Whether `measured` has resolved. */
  readonly isMeasured: () => boolean;
  /** Probes the sources that are due. Call it several times a second. */
  readonly tick: () => void;
  /** Takes the answer to every request, so that a source with traffic needs no probe. */
  readonly onObservation: (source: Source, observation: Pick<SourceObservation, 'outcome'>) => void;
};

/** The settings of probes. */
export type ProbeSettings = {
  /** Time without a request after which a source is probed. */
  readonly idleAfterMs: number;
  /** Whether probes leave at least half of a provider's budget to callers. */
  readonly leaveHeadroom: boolean;
};

const doubtEveryMs = 1_000;

type ProbeState = { lastAtMs: number; inFlight: boolean; isStale: boolean };

/**
 * Creates the probes. A probe sends parameters that the source covers: at the start, after a failure or a stale answer,
 * when an open circuit admits a trial, and after a long time without requests.
 */
export function createProbes(
  sources: SourcesByType,
  ask: AskSource,
  now: () => number,
  settings: ProbeSettings,
): Probes {
  const states = new Map<Source, ProbeState>();
  for (const source of [...sources.values()].flat()) {
    if (source.probeParams !== undefined) {
      states.set(source, { lastAtMs: Number.NEGATIVE_INFINITY, inFlight: false, isStale: false });
    }
  }
  let isMeasured = states.size === 0;
  let markMeasured: () => void = () => undefined;
  const measured = isMeasured ? Promise.resolve() : new Promise<void>((resolve) => (markMeasured = resolve));
  const untried = new Set(states.keys());

  const due = (source: Source, probeState: ProbeState): boolean => {
    if (probeState.inFlight || (settings.leaveHeadroom && !source.usage.budget.hasHeadroom())) {
      return false;
    }
    const quietForMs = now() - probeState.lastAtMs;
    const state = source.breaker.state();
    if (state === 'open' || state === 'half_open') {
      return true;
    }
    return quietForMs >= (state === 'suspect' || probeState.isStale ? doubtEveryMs : settings.idleAfterMs);
  };
  const probe = async (source: Source, probeState: ProbeState): Promise<void> => {
    const asked = ask(source, source.probeParams ?? {}, probeKey(source));
    if (asked.kind !== 'sent') {
      return;
    }
    probeState.inFlight = true;
    probeState.lastAtMs = now();
    const { outcome, httpStatus } = await asked.observation;
    probeState.inFlight = false;
    probeState.isStale = false;
    if (outcome === 'stale' || (outcome === 'http_error' && httpStatus === 404)) {
      // The example is always in demand. A stale answer to it means that the source stopped measuring, and a missing page
      // that its address changed.
      source.breaker.record('failure');
    }
    untried.delete(source);
    if (untried.size === 0 && !isMeasured) {
      isMeasured = true;
      markMeasured();
    }
  };
  return {
    measured,
    isMeasured: () => isMeasured,
    tick: () => {
      for (const [source, probeState] of states) {
        if (due(source, probeState)) {
          void probe(source, probeState);
        }
      }
    },
    onObservation: (source, { outcome }) => {
      const probeState = states.get(source);
      if (probeState !== undefined) {
        probeState.isStale ||= outcome === 'stale';
        if (!probeState.isStale) {
          probeState.lastAtMs = now();
        }
      }
    },
  };
}

function probeKey(source: Source): string {
  return JSON.stringify(source.probeParams);
}
