import { z } from 'zod';
import type { ProviderClusters } from '../verdicts/clusters.ts';
import { joinClusters } from '../verdicts/join-clusters.ts';
import type { ProviderObservation } from '../observation.ts';
import { readLine } from '../read-line.ts';
import { createTraceMeasurement, type TraceMeasurement } from './trace-measurement.ts';

const line = z.object({
  t: z.number().finite(),
  provider: z.string().min(1),
  key: z.string().min(1),
  value: z.string().nullable(),
  asOf: z.number().finite().nullable().default(null),
  latencyMs: z.number().finite().nonnegative().default(0),
  ok: z.boolean(),
  error: z.string().optional(),
});

/** Returns the observation in one line of a recorded trace. Throws with the line's number and the problem. */
export function parseLine(text: string, lineNumber: number): ProviderObservation {
  return readLine(line, text, lineNumber, 'is not an observation');
}

/** The result of a replay: groups of providers, and pairs that are proven independent. */
export type ReplayResult = ProviderClusters & {
  /**
   * Pairs that are proven independent, sorted by names. `sinceMs` is the time since the first observation of the trace.
   */
  readonly independent: readonly { readonly a: string; readonly b: string; readonly sinceMs: number }[];
};

/** Returns the pairs that are proven independent on every key that both providers answered. */
function provenPairs(measurements: readonly TraceMeasurement[], startMs: number): ReplayResult['independent'] {
  const proven = new Map<string, { a: string; b: string; sinceMs: number } | null>();
  for (const measurement of measurements) {
    const names = measurement.names().toSorted();
    for (const [place, a] of names.entries()) {
      for (const b of names.slice(place + 1)) {
        const pair = measurement.pair(a, b);
        const sinceMs = Math.max(0, pair.sinceMs - startMs);
        const known = proven.get(`${a}\n${b}`);
        const isProven = known !== null && pair.verdict === 'independent';
        proven.set(`${a}\n${b}`, isProven ? { a, b, sinceMs: Math.max(sinceMs, known?.sinceMs ?? 0) } : null);
      }
    }
  }
  return [...proven.entries()]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, pair]) => (pair === null ? [] : [pair]));
}

/**
 * Replays a recorded trace with the code that also runs online and returns the result. Skips empty lines. Rejects on a
 * line that is not an observation.
 */
export async function replayTrace(lines: AsyncIterable<string> | Iterable<string>): Promise<ReplayResult> {
  const measurements = new Map<string, TraceMeasurement>();
  let startMs: number | null = null;
  let lineNumber = 0;
  for await (const text of lines) {
    lineNumber++;
    if (text.trim() === '') {
      continue;
    }
    const observation = parseLine(text, lineNumber);
    const measurement = measurements.get(observation.key) ?? createTraceMeasurement(observation.key);
    measurements.set(observation.key, measurement);
    startMs ??= observation.t;
    measurement.take(observation);
  }
  const sorted = [...measurements.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  sorted.forEach((measurement) => measurement.finish());
  const groups = joinClusters(sorted.map((measurement) => measurement.clusters()));
  return { ...groups, independent: provenPairs(sorted, startMs ?? 0) };
}
