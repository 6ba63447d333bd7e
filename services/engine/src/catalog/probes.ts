import type { AskSource } from '../sources/attempt.ts';
import type { SourceObservation } from '../sources/observe.ts';
import type { Source, SourcesByType } from '../sources/source.ts';

/** Keeps what is known of every source's health fresh, without traffic. */
export type Probes = {
  /** Resolves when every source has been asked once since the start: from then on the catalog is true. */
  readonly measured: Promise<void>;
  /** Whether that has happened. */
  readonly isMeasured: () => boolean;
  /** Looks at every source and probes those that are due. Called a few times a second. */
  readonly tick: () => void;
  /** Told of every request, so that a source with traffic is not probed besides. */
  readonly onObservation: (source: Source, observation: Pick<SourceObservation, 'outcome'>) => void;
};

/** How probing goes about it. */
export type ProbeSettings = {
  /** A source that nobody asked for so long is probed. */
  readonly idleAfterMs: number;
  /** Whether probes leave at least half of a provider's budget to callers. */
  readonly leaveHeadroom: boolean;
};

const suspectEveryMs = 1_000;

type Watch = { lastAtMs: number; inFlight: boolean; doubtful: boolean };

/**
 * Probes sources with parameters that they surely answer: at the start, when the last thing learnt of one is a failure
 * or a stale answer, when an open circuit may be tried, and when one was idle for long.
 */
export function createProbes(
  sources: SourcesByType,
  ask: AskSource,
  now: () => number,
  settings: ProbeSettings,
): Probes {
  const watches = new Map<Source, Watch>();
  for (const source of [...sources.values()].flat()) {
    if (source.probeParams !== undefined) {
      watches.set(source, { lastAtMs: Number.NEGATIVE_INFINITY, inFlight: false, doubtful: false });
    }
  }
  let isMeasured = watches.size === 0;
  let markMeasured: () => void = () => undefined;
  const measured = isMeasured ? Promise.resolve() : new Promise<void>((resolve) => (markMeasured = resolve));
  const untried = new Set(watches.keys());

  const due = (source: Source, watch: Watch): boolean => {
    if (watch.inFlight || (settings.leaveHeadroom && !source.usage.budget.hasHeadroom())) {
      return false;
    }
    const quietForMs = now() - watch.lastAtMs;
    const state = source.breaker.state();
    if (state === 'open' || state === 'half_open') {
      return true;
    }
    return quietForMs >= (state === 'suspect' || watch.doubtful ? suspectEveryMs : settings.idleAfterMs);
  };
  const probe = async (source: Source, watch: Watch): Promise<void> => {
    const asked = ask(source, source.probeParams ?? {}, probeKey(source));
    if (asked.kind !== 'sent') {
      return;
    }
    watch.inFlight = true;
    watch.lastAtMs = now();
    const { outcome } = await asked.observation;
    watch.inFlight = false;
    watch.doubtful = false;
    if (outcome === 'stale') {
      // An example is always in demand, so a source whose answer to it is old has stopped measuring.
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
      for (const [source, watch] of watches) {
        if (due(source, watch)) {
          void probe(source, watch);
        }
      }
    },
    onObservation: (source, { outcome }) => {
      const watch = watches.get(source);
      if (watch !== undefined) {
        watch.doubtful ||= outcome === 'stale';
        if (!watch.doubtful) {
          watch.lastAtMs = now();
        }
      }
    },
  };
}

function probeKey(source: Source): string {
  return JSON.stringify(source.probeParams);
}
