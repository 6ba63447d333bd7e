import type { ProviderObservation } from '../observation.ts';
import { indexAt, type SimulatedWorld } from './trace-world.ts';

/** The truth of a trace: which providers share an upstream. It has the form of the public truth files. */
export type TraceTruth = {
  readonly clusters: readonly (readonly string[])[];
  /**
   * Pairs that share only a part, or shared an upstream earlier. Neither finding nor missing such a pair is an error.
   */
  readonly overlaps: readonly (readonly [string, string])[];
  readonly composites: readonly string[];
  /**
   * Pairs that share an upstream although their values do not show it. They are listed in `overlaps` and in no cluster.
   */
  readonly undetectable: readonly (readonly [string, string])[];
  /** Pairs that share an upstream only from a certain time on, in milliseconds. */
  readonly switches: readonly {
    readonly pair: readonly [string, string];
    readonly atMs: number;
    readonly left: string;
  }[];
};

/** A simulated trace: its observations and its truth. */
export type SimulatedTrace = {
  readonly name: string;
  readonly pollMs: number;
  readonly observations: ProviderObservation[];
  readonly truth: TraceTruth;
};

/** The start time of every simulated trace, in milliseconds since the Unix epoch. */
export const traceStartMs = 1_790_000_000_000;

const failureTexts = ['timeout', 'http_503', 'http_429', 'conn_reset'] as const;

function stampOf(stamping: string, own: number, receipt: number): number | null {
  if (stamping === 'none') {
    return null;
  }
  if (stamping === 'receipt') {
    return Math.floor(traceStartMs + receipt * 1000);
  }
  const stamp = Math.floor(traceStartMs + own * 1000);
  return stamping === 'seconds' ? Math.floor(stamp / 1000) * 1000 : stamp;
}

/**
 * Polls every provider of a world once in each period and returns the observations in order of arrival.
 *
 * @param ourOutages times, in seconds, in which our own network is down, so that all providers seem to fail
 */
export function poll(
  world: SimulatedWorld,
  ourOutages: readonly (readonly [number, number])[] = [],
): ProviderObservation[] {
  const { random } = world;
  const observations: ProviderObservation[] = [];
  const providers = [...world.providers.values()].toSorted(() => random.next() - 0.5);
  const rounds = Math.floor(world.seconds / world.pollSeconds) - 2;
  for (let round = 1; round <= rounds; round++) {
    const start = round * world.pollSeconds + random.between(-0.1, 0.1);
    for (const provider of providers) {
      const askedAt = start + random.between(0, 0.12);
      let latencyMs = provider.latencyMs * Math.exp(provider.latencySpread * random.normal());
      const within = ([from, until]: readonly [number, number]): boolean => from <= askedAt && askedAt < until;
      const down = provider.outages.some(within) || ourOutages.some(within);
      if (down || random.next() < provider.failureRate) {
        const error = down ? random.pick(['timeout', 'http_503'] as const) : random.pick(failureTexts);
        if (error === 'timeout') {
          latencyMs = 8000;
        }
        const t = Math.floor(traceStartMs + askedAt * 1000 + latencyMs);
        observations.push({
          t,
          provider: provider.name,
          key: world.key,
          value: null,
          asOf: null,
          latencyMs: Math.floor(latencyMs),
          ok: false,
          error,
        });
        continue;
      }
      const read = askedAt + latencyMs / 2000;
      const index = indexAt(provider.series.times, read);
      observations.push({
        t: Math.floor(traceStartMs + askedAt * 1000 + latencyMs),
        provider: provider.name,
        key: world.key,
        value: (provider.series.values[index] ?? 0).toFixed(provider.decimals),
        asOf: stampOf(provider.stamping, provider.series.stamps[index] ?? 0, read),
        latencyMs: Math.floor(latencyMs),
        ok: true,
      });
    }
  }
  return observations.toSorted((left, right) => left.t - right.t);
}
