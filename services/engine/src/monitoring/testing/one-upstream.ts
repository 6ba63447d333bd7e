import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { judgeLevel } from '../../verification/levels.ts';
import type { ProviderObservation } from '@assay/independence/observation';
import { parseLine } from '@assay/independence/traces/replay-trace';
import { createTraceMeasurement } from '@assay/independence/traces/trace-measurement';
import { sharingScenarios } from '@assay/independence/testing/scenario-list';
import type { SimulatedTrace } from '@assay/independence/testing/trace-generator';

/** Providers that share one upstream from `fromMs` (included) to `untilMs` (excluded), in milliseconds of the trace. */
type OneUpstream = { readonly members: readonly string[]; readonly fromMs: number; readonly untilMs: number };

/** The levels that one trace leads to for all of its questions. */
export type TraceLevels = {
  readonly name: string;
  /** The number of questions to providers that all share one upstream. */
  readonly ofOneUpstream: number;
  readonly wrong: readonly string[];
  /** The number of questions to all providers of the trace. */
  readonly ofAll: number;
  readonly consensus: number;
};

const LOOK_EVERY_POLLS = 10;
/** Number of polls that the verdicts may take to follow a change of upstream. */
const SETTLING_POLLS = 260;

/**
 * Passes a trace to the measurement of pairs. Every few polls, it computes the level that an answer would get from the
 * present verdicts if all providers agreed.
 */
function askAlong(
  name: string,
  observations: readonly ProviderObservation[],
  pollMs: number,
  sets: readonly OneUpstream[],
): TraceLevels {
  const [first] = observations;
  if (first === undefined) {
    throw new Error(`trace ${name} has no observations`);
  }
  const measurement = createTraceMeasurement(first.key);
  const levelOf = (members: readonly string[]): string | undefined => {
    const judged = judgeLevel({
      answers: members.map((member) => ({ name: member, value: '100' })),
      toleranceBps: 50,
      relation: (a, b) => ({ verdict: measurement.pair(a, b).verdict, maxShare: null }),
    });
    return judged?.kind === 'level' ? judged.level : undefined;
  };
  const wrong: string[] = [];
  let [ofOneUpstream, ofAll, consensus] = [0, 0, 0];
  let nextMs = first.t;
  for (const observation of observations) {
    measurement.take(observation);
    if (observation.t < nextMs) {
      continue;
    }
    nextMs = observation.t + LOOK_EVERY_POLLS * pollMs;
    for (const { members, fromMs, untilMs } of sets) {
      if (observation.t < fromMs || observation.t >= untilMs) {
        continue;
      }
      ofOneUpstream++;
      if (levelOf(members) === 'consensus') {
        wrong.push(`${name} at poll ${Math.round((observation.t - first.t) / pollMs)}: ${members.join(', ')}`);
      }
    }
    ofAll++;
    if (levelOf(measurement.names()) === 'consensus') {
      consensus++;
    }
  }
  return { name, ofOneUpstream, wrong, ofAll, consensus };
}

type PublicTruth = {
  readonly clusters: readonly string[][];
  readonly phases?: readonly { readonly untilMs: number | null; readonly clusters: readonly string[][] }[];
  readonly undetectableFromValues?: readonly string[][];
  readonly pollMs: number;
};

/** Returns the levels of questions along each of the six recorded traces. */
export function levelsAlongRecorded(): TraceLevels[] {
  const folder = fileURLToPath(new URL('../../../../../packages/independence/src/fixtures/', import.meta.url));
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl.gz'));
  return files.map((file) => {
    const name = file.slice(0, -'.jsonl.gz'.length);
    const truth = JSON.parse(readFileSync(`${folder}${name}.truth.json`, 'utf8')) as PublicTruth;
    const lines = gunzipSync(readFileSync(`${folder}${file}`))
      .toString()
      .trimEnd()
      .split('\n');
    const observations = lines.map((line, index) => parseLine(line, index + 1));
    const settlingMs = SETTLING_POLLS * truth.pollMs;
    let fromMs = 0;
    const stretches: OneUpstream[] = [];
    for (const phase of truth.phases ?? [{ untilMs: null, clusters: truth.clusters }]) {
      const untilMs = phase.untilMs ?? Infinity;
      for (const members of phase.clusters) {
        const stood = stretches.some((each) => each.members.join() === members.join() && each.untilMs === fromMs);
        stretches.push({ members, fromMs: fromMs === 0 || stood ? fromMs : fromMs + settlingMs, untilMs });
      }
      fromMs = untilMs;
    }
    const hidden = (truth.undetectableFromValues ?? []).map((members) => ({ members, fromMs: 0, untilMs: Infinity }));
    const shared = [...stretches, ...hidden].filter(({ members }) => members.length > 1);
    return askAlong(name, observations, truth.pollMs, shared);
  });
}

function upstreamsOf({ truth, pollMs }: SimulatedTrace): OneUpstream[] {
  const always = [...truth.clusters.filter((set) => set.length > 1), ...truth.undetectable];
  return [
    ...always.map((members): OneUpstream => {
      const change = truth.switches.find(({ pair }) => pair.every((name) => members.includes(name)));
      const fromMs = change === undefined ? 0 : change.atMs + SETTLING_POLLS * pollMs;
      return { members, fromMs, untilMs: Infinity };
    }),
    ...truth.switches.map(({ pair, left, atMs }) => ({ members: [pair[0], left], fromMs: 0, untilMs: atMs })),
  ];
}

/**
 * Returns the levels of questions along generated traces: one trace for each family in which providers share an
 * upstream.
 * @param everyFamilies uses every n-th family: 1 uses all of them, and 3 uses the first, the fourth and so on.
 */
export function levelsAlongDrawn(seed: number, everyFamilies: number): TraceLevels[] {
  const families = sharingScenarios.filter((_, at) => at % everyFamilies === 0);
  return families.map(({ make }) => {
    const trace = make(seed);
    return askAlong(trace.name, trace.observations, trace.pollMs, upstreamsOf(trace));
  });
}
