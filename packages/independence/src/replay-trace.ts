import { z } from 'zod';
import { clusters, verdictOf, type ProviderClusters } from './clusters.ts';
import { judge } from './judge.ts';
import type { ProviderObservation } from './observation.ts';
import { observe } from './observe.ts';
import { createState } from './create-state.ts';
import type { IndependenceState } from './state.ts';

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

/** Returns the observation of one line of a recorded trace. Throws with the line's number and what is wrong with it. */
export function parseLine(text: string, lineNumber: number): ProviderObservation {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error(`line ${lineNumber} is not JSON`);
  }
  const parsed = line.safeParse(read);
  if (parsed.success) {
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  throw new Error(`line ${lineNumber}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not an observation'}`);
}

/** The result of a replay: groups, and pairs that are proven independent. */
export type ReplayResult = ProviderClusters & {
  /** Proven pairs, sorted by names. `sinceMs` counts from the trace's first observation. */
  readonly independent: readonly { readonly a: string; readonly b: string; readonly sinceMs: number }[];
};

/** Returns the pairs that are proven independent under every key that knows both providers. */
function provenPairs(states: readonly IndependenceState[], startMs: number): ReplayResult['independent'] {
  const proven = new Map<string, { a: string; b: string; sinceMs: number } | null>();
  for (const state of states) {
    const { providers, judgement, capacity } = state;
    for (const [low, first] of providers.entries()) {
      for (const [high, second] of providers.entries()) {
        if (high <= low) {
          continue;
        }
        const [a = '', b = ''] = [first.name, second.name].toSorted();
        const sinceMs = Math.max(0, (judgement.sinceMs[low * capacity + high] ?? 0) - startMs);
        const known = proven.get(`${a}\n${b}`);
        const isProven = known !== null && verdictOf(state, low, high) === 'independent';
        proven.set(`${a}\n${b}`, isProven ? { a, b, sinceMs: Math.max(sinceMs, known?.sinceMs ?? 0) } : null);
      }
    }
  }
  return [...proven.entries()]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, pair]) => (pair === null ? [] : [pair]));
}

/** Combines the groups of all keys. One shared upstream under one key is enough. */
function together(states: readonly IndependenceState[]): ProviderClusters {
  const all = states.map((state) => clusters(state));
  const [only] = all;
  if (only !== undefined && all.length === 1) {
    return only;
  }
  const group = new Map<string, string>();
  const root = (name: string): string => {
    const parent = group.get(name) ?? name;
    return parent === name ? name : root(parent);
  };
  for (const found of all) {
    for (const set of found.clusters) {
      const [first = ''] = set;
      for (const name of set) {
        const [a, b] = [root(first), root(name)].toSorted();
        group.set(b ?? name, a ?? first);
      }
    }
  }
  const names = [...group.keys()].toSorted();
  const tops = [...new Set(names.map(root))].toSorted();
  const pairs = new Map(all.flatMap((found) => found.pairs.map((pair) => [pair.join('\n'), pair] as const)));
  return {
    clusters: tops.map((top) => names.filter((name) => root(name) === top)),
    pairs: [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair),
    composites: [...new Set(all.flatMap((found) => found.composites))].toSorted(),
  };
}

/**
 * Replays a recorded trace through the code that runs online and returns the result. Empty lines are skipped. Rejects
 * on a line that is not an observation.
 */
export async function replayTrace(lines: AsyncIterable<string> | Iterable<string>): Promise<ReplayResult> {
  const states = new Map<string, IndependenceState>();
  let startMs: number | null = null;
  let lineNumber = 0;
  for await (const text of lines) {
    lineNumber++;
    if (text.trim() === '') {
      continue;
    }
    const observation = parseLine(text, lineNumber);
    const state = states.get(observation.key) ?? createState(observation.key);
    states.set(observation.key, state);
    startMs ??= observation.t;
    observe(state, observation);
  }
  const sorted = [...states.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const state of sorted) {
    judge(state, state.roundStartMs);
  }
  return { ...together(sorted), independent: provenPairs(sorted, startMs ?? 0) };
}
