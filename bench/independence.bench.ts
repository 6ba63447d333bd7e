import { cpus } from 'node:os';
import { createState } from '@assay/independence/create-state';
import type { IndependenceState } from '@assay/independence/state';
import { observe } from '@assay/independence/observe';
import { serialize } from '@assay/independence/serialize';
import { independentScenarios, sharingScenarios } from '@assay/independence/testing/scenario-list';
import { sweep, type SweepResult } from '@assay/independence/testing/sweep';
import { poll } from '@assay/independence/testing/trace-generator';
import { addReseller, addVenue } from '@assay/independence/testing/trace-providers';
import { makeWorld } from '@assay/independence/testing/trace-world';
import { attackMeasurement, startThreadFromSource } from './measurement-attack.ts';
import { writeChapter } from './results-file.ts';

const lines: string[] = [];

function addLine(line: string): void {
  lines.push(`- ${line}`);
  process.stdout.write(`${line}\n`);
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

function cost(): void {
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
  addLine(
    `20 providers, ${observations.length} observations: ${micros[2]?.toFixed(1)} us of CPU time each ` +
      `(fastest of 5 runs ${micros[0]?.toFixed(1)}; limit 50), ${allKb.toFixed(0)} kB in memory: the proof by response ` +
      `${(proofKb / pairs).toFixed(1)} kB a pair (limit 3), all else ${(allKb - proofKb).toFixed(0)} kB (limit 500); ` +
      `${(serialize(state).length / 1000).toFixed(0)} kB serialized`,
  );
}

function table(result: SweepResult): void {
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
    addLine(
      `${family.name}: found ${row.found}/${row.detectable}, ARI ${(row.rand / row.traces).toFixed(3)}, ` +
        `merged ${row.merged} and linked ${row.linked} of ${row.independent}, proven ${proven.toFixed(2)}, largest evidence against ${max.toFixed(1)}`,
    );
  }
  addLine(
    `all: ${totals.traces} traces, recall ${(totals.found / totals.detectable).toFixed(3)} of ${totals.detectable}, ` +
      `mean ARI ${(totals.rand / totals.traces).toFixed(3)}, merged ${totals.merged} and linked ${totals.linked} of ` +
      `${totals.independent} independent pairs, wrongly independent ${totals.wronglyIndependent}`,
  );
}

function courses(result: SweepResult): void {
  const polls = new Map<string, number[]>();
  let early = 0;
  for (const run of result.courses) {
    for (const course of run.shared) {
      if (course.calledIndependentAtPoll !== null) {
        early++;
      }
      const kind = `${run.scenario.split(',')[0]}: ${course.pair.replace(/v\d\d/u, 'venue')}`;
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
  for (const [kind, counts] of [...polls].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const sorted = counts.toSorted((a, b) => a - b);
    addLine(
      `${kind}: median ${Math.round(sorted[sorted.length >> 1] ?? 0)} polls, max of ${sorted.length}: ${Math.round(sorted.at(-1) ?? 0)} polls`,
    );
  }
  addLine(`shared pairs with the verdict independent at any time: ${early}`);
}

/**
 * Floods the measurement with observations. Measures how much CPU time the thread that answers callers spends on
 * passing them to the learning thread.
 */
async function flood(): Promise<void> {
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
  addLine(
    `flood of ${count} observations: ${micros.toFixed(2)} us each on the thread that answers, with a longest pause of ` +
      `${maxPauseMs.toFixed(1)} ms; ${dropped} dropped`,
  );
}

const first = Number(process.argv[2] ?? 801);
const count = Number(process.argv[3] ?? 6);
const seeds = Array.from({ length: count }, (_, index) => first + index);
cost();
await flood();
(await attackMeasurement()).forEach(addLine);
const families = (list: typeof sharingScenarios): (readonly [string, number])[] =>
  list.flatMap((family) => seeds.map((seed) => [family.name, seed] as const));
const result = sweep({
  score: families([...sharingScenarios, ...independentScenarios]),
  follow: families(sharingScenarios),
});
table(result);
courses(result);
writeChapter(
  'The measurement of independence',
  `\`node --conditions=@assay/source bench/independence.bench.ts ${first} ${count}\` writes this chapter. Node ${process.version}, ` +
    `${cpus().length} cores. Simulated providers on seeds that were not used for tuning. One poll takes 3 s (counters 5 s, chain 1.5 s).\n\n${lines.join('\n')}`,
);
