import { createState } from '@assay/independence/create-state';
import type { IndependenceState } from '@assay/independence/state';
import { observe } from '@assay/independence/observe';
import { serialize } from '@assay/independence/serialize';
import { independentScenarios, sharingScenarios } from '@assay/independence/testing/scenario-list';
import { sweep, type SweepResult } from '@assay/independence/testing/sweep';
import { poll } from '@assay/independence/testing/trace-generator';
import { addReseller, addVenue } from '@assay/independence/testing/trace-providers';
import { makeWorld } from '@assay/independence/testing/trace-world';
import { markdownTable } from './markdown-table.ts';
import { attackHeader, attackMeasurement, startThreadFromSource } from './measurement-attack.ts';
import { measurementNote, writeSection } from './results-file.ts';

const parts: string[] = [];

/** Adds a part to the section of results.md, and prints it. */
function addPart(...texts: readonly string[]): void {
  const part = texts.join('\n\n');
  parts.push(part);
  process.stdout.write(`${part}\n\n`);
}

/** Returns the number of bytes of all typed arrays in a state. Its other values take a few kilobytes. */
function arrayBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) {
    return value.byteLength;
  }
  if (typeof value !== 'object' || value === null) {
    return 0;
  }
  return Object.values(value).reduce<number>((sum, part) => sum + arrayBytes(part), 0);
}

/** Returns the rows of a table: what the measurement of one key with 20 providers costs in CPU time and memory. */
function cost(): string[][] {
  const world = makeWorld({ seed: 5, seconds: 3600, regime: 'calm', price: 60_000, key: 'price:X', pollSeconds: 3 });
  for (let index = 0; index < 14; index++) {
    addVenue(world, `v${index}`);
  }
  for (let index = 0; index < 6; index++) {
    addReseller(world, `r${index}`, `v${index}`);
  }
  const observations = poll(world);
  const micros: number[] = [];
  let state: IndependenceState = createState('price:X');
  for (let run = 0; run < 5; run++) {
    state = createState('price:X');
    const before = process.cpuUsage();
    for (const observation of observations) {
      observe(state, observation);
    }
    const { user, system } = process.cpuUsage(before);
    micros.push((user + system) / observations.length);
  }
  micros.sort((a, b) => a - b);
  const pairs = (state.providers.length * (state.providers.length - 1)) / 2;
  const proofKb = arrayBytes(state.response) / 1000;
  const allKb = arrayBytes(state) / 1000;
  return [
    ['CPU time of an observation, median of 5 runs, us', (micros[2] ?? 0).toFixed(1), '50'],
    ['CPU time of an observation, fastest of 5 runs, us', (micros[0] ?? 0).toFixed(1), ''],
    ['memory of a key, kB', allKb.toFixed(0), ''],
    ['memory of the proof by response, kB for each pair', (proofKb / pairs).toFixed(1), '3'],
    ['memory of a key without that proof, kB', (allKb - proofKb).toFixed(0), '500'],
    ['stored size of a key, kB', (serialize(state).length / 1000).toFixed(0), ''],
    ['observations of the run', String(observations.length), ''],
  ];
}

/** Adds a table of what the method finds in each family of simulated traces, with totals. */
function addFamilies(result: SweepResult): void {
  const rows: string[][] = [];
  const totals = {
    traces: 0,
    detectable: 0,
    found: 0,
    independent: 0,
    merged: 0,
    linked: 0,
    wronglyIndependent: 0,
    rand: 0,
  };
  for (const family of [...sharingScenarios, ...independentScenarios]) {
    const scores = result.scores.filter((score) => score.scenario === family.name);
    const sum = (pick: (score: (typeof scores)[number]) => number): number =>
      scores.reduce((total, score) => total + pick(score), 0);
    const row = {
      traces: scores.length,
      detectable: sum((score) => score.detectable),
      found: sum((score) => score.found),
      independent: sum((score) => score.independent),
      merged: sum((score) => score.falseMerges.length),
      linked: sum((score) => score.falseLinks.length),
      wronglyIndependent: sum((score) => score.falseIndependence.length),
      rand: sum((score) => score.adjustedRand),
    };
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) {
      totals[name] += row[name];
    }
    const proven = sum((score) => score.provenIndependent) / Math.max(1, row.independent);
    const max = Math.max(...scores.map((score) => score.maxNatsAgainst));
    rows.push([family.name, ...familyCells(row), proven.toFixed(2), max.toFixed(1)]);
  }
  rows.push([`all ${totals.traces} traces`, ...familyCells(totals), '', '']);
  addPart(
    '#### What the method finds',
    markdownTable(
      [
        'family',
        'shared pairs',
        'found',
        'ARI',
        'independent pairs',
        'merged',
        'linked',
        'proven, share',
        'largest evidence against, nats',
      ],
      rows,
    ),
    `A family is a kind of simulated market, and has ${count} traces. "Shared pairs" is the number of pairs whose values can reveal
their shared upstream. "Found" is the number of them that the method put into one group. ARI is the mean adjusted Rand index of
the groups: 1 means that they equal the truth, and 0 means that they are as good as chance. "Merged" and "linked" count errors:
the independent pairs that the method put into one group, and those that it called shared. The last two columns describe the
independent pairs: the share of them that the method proved, and the largest evidence against the independence of any of them.`,
    `The method found ${(totals.found / totals.detectable).toFixed(3)} of ${totals.detectable} shared pairs. It called ` +
      `${totals.wronglyIndependent} shared pairs independent at the end of a trace.`,
  );
}

type FamilyCounts = {
  readonly traces: number;
  readonly detectable: number;
  readonly found: number;
  readonly independent: number;
  readonly merged: number;
  readonly linked: number;
  readonly rand: number;
};

function familyCells({ traces, detectable, found, independent, merged, linked, rand }: FamilyCounts): string[] {
  return [detectable, found, (rand / traces).toFixed(3), independent, merged, linked].map(String);
}

/** Adds a table of how soon the method finds pairs that share an upstream, for each kind of pair. */
function addDelays(result: SweepResult): void {
  const polls = new Map<string, number[]>();
  let early = 0;
  for (const run of result.courses) {
    for (const course of run.shared) {
      if (course.calledIndependentAtPoll !== null) {
        early++;
      }
      const kind = `${run.scenario.split(',')[0]}: ${course.pair.replace(/v\d\d/u, 'venue').replace('|', ' and ')}`;
      if (!/copies|switches|counter, fast|chain/u.test(run.scenario)) {
        continue;
      }
      polls.set(kind, [...(polls.get(kind) ?? []), course.foundAfterPolls ?? Infinity]);
    }
    const left = polls.get('switches: previous upstream released') ?? [];
    if (run.leftAfterPolls.length > 0) {
      polls.set('switches: previous upstream released', [...left, ...run.leftAfterPolls]);
    }
  }
  const rows = [...polls]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, counts]) => {
      const [scenario = '', pair = ''] = kind.split(': ');
      const sorted = counts.toSorted((a, b) => a - b);
      return [scenario, pair, sorted.length, pollsText(sorted[sorted.length >> 1]), pollsText(sorted.at(-1))];
    });
  addPart(
    '#### How soon a shared pair is detected',
    markdownTable(['scenario', 'pair', 'pairs measured', 'median, polls', 'maximum, polls'], rows),
    `The figures are the numbers of polls until the method linked a pair. "Not detected" means that a pair was not linked at the
end of its trace: at least one of the pairs if it is the maximum, and at least half of them if it is the median. In the scenario
"switches", a provider changes its upstream, and the polls count from this change. The row "previous upstream released" counts
the polls until the method no longer linked the provider to its old upstream. The method called ${early} shared pairs independent
at any time.`,
  );
}

function pollsText(polls: number | undefined): string {
  return polls === undefined || polls === Infinity ? 'not detected' : polls.toFixed(0);
}

/**
 * Floods the measurement with observations. Measures how much time the thread that answers callers spends on passing
 * them to the learning thread. Returns the rows of a table.
 */
async function flood(): Promise<string[][]> {
  const count = 400_000;
  const thread = startThreadFromSource({
    onVerdicts: () => undefined,
    onUnreadable: () => undefined,
    onRestart: (cause) => {
      throw cause;
    },
    onUnexpected: (_source, error) => {
      throw error;
    },
  });
  thread.admit([{ key: 'price:X' }]);
  let dropped = 0;
  let maxPauseMs = 0;
  const before = performance.now();
  for (let index = 0; index < count; index += 1) {
    const t = 1_790_000_000_000 + index;
    const value = String(60_000 + (index % 977) / 10);
    const sampleObservation = {
      t,
      provider: `p${index % 20}`,
      key: 'price:X',
      value,
      asOf: null,
      latencyMs: 5,
      ok: true,
    };
    dropped += thread.observe(sampleObservation) ? 0 : 1;
    if (index % 1_000 === 999) {
      const pausedAt = performance.now();
      await new Promise(setImmediate);
      maxPauseMs = Math.max(maxPauseMs, performance.now() - pausedAt);
    }
  }
  const micros = ((performance.now() - before) * 1_000) / count;
  await thread.close();
  return [
    ['observations', String(count)],
    ['time of an observation on the thread that answers callers, us', micros.toFixed(2)],
    ['longest pause of the thread that answers, ms', maxPauseMs.toFixed(1)],
    ['dropped observations', String(dropped)],
  ];
}

const first = Number(process.argv[2] ?? 801);
const count = Number(process.argv[3] ?? 6);
const seeds = Array.from({ length: count }, (_, index) => first + index);
addPart('#### What one key of 20 providers costs', markdownTable(['measure', 'value', 'limit'], cost()));
addPart('#### A flood of observations', markdownTable(['measure', 'value'], await flood()));
addPart(
  '#### Many keys asked at once',
  markdownTable(attackHeader, await attackMeasurement()),
  `"Pairs" are pairs of providers of the major assets, and "pauses" are those of the thread that answers callers. A learner in
its own thread keeps these pauses short during an attack.`,
);
const families = (list: typeof sharingScenarios): (readonly [string, number])[] =>
  list.flatMap((family) => seeds.map((seed) => [family.name, seed] as const));
const result = sweep({
  score: families([...sharingScenarios, ...independentScenarios]),
  follow: families(sharingScenarios),
});
addFamilies(result);
addDelays(result);
writeSection(
  'The measurement of independence',
  `${measurementNote(`bench/independence.bench.ts ${first} ${count}`)} The program simulates providers from random seeds that we did
not use to tune the method. The interval between two polls is 3 s for prices, 5 s for counters and 1.5 s for chain nodes.\n\n${parts.join('\n\n')}`,
);
