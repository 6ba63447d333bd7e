import { createState } from '../services/engine/src/independence/create-state.ts';
import type { IndependenceState } from '../services/engine/src/independence/state.ts';
import { observe } from '../services/engine/src/independence/observe.ts';
import { serialize } from '../services/engine/src/independence/serialize.ts';
import { INDEPENDENT, SHARING } from '../services/engine/src/independence/testing/scenario-list.ts';
import { sweep, type SweepResult } from '../services/engine/src/independence/testing/sweep.ts';
import { poll } from '../services/engine/src/independence/testing/trace-generator.ts';
import { addReseller, addVenue } from '../services/engine/src/independence/testing/trace-providers.ts';
import { makeWorld } from '../services/engine/src/independence/testing/trace-world.ts';

/** Bytes of all typed arrays of a state: its texts and numbers beside them are a few kilobytes. */
function arrayBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + arrayBytes(part), 0);
}

function cost(): void {
  const world = makeWorld({ seed: 5, seconds: 3600, regime: 'calm', price: 60_000, key: 'price:X', pollSeconds: 3 });
  for (let index = 0; index < 14; index++) addVenue(world, `v${index}`);
  for (let index = 0; index < 6; index++) addReseller(world, `r${index}`, `v${index}`);
  const observations = poll(world);
  const micros: number[] = [];
  let state: IndependenceState = createState('price:X');
  for (let run = 0; run < 5; run++) {
    state = createState('price:X');
    const before = process.cpuUsage();
    for (const observation of observations) observe(state, observation);
    const { user, system } = process.cpuUsage(before);
    micros.push((user + system) / observations.length);
  }
  micros.sort((one, other) => one - other);
  process.stdout.write(
    `20 providers, ${observations.length} observations: ${micros[2]?.toFixed(1)} us of processor time each ` +
      `(fastest of 5 runs ${micros[0]?.toFixed(1)}), ${(arrayBytes(state) / 1024).toFixed(0)} KiB in memory, ` +
      `${(serialize(state).length / 1024).toFixed(0)} KiB written down\n`,
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
  for (const family of [...SHARING, ...INDEPENDENT]) {
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
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += row[name];
    const proven = sum((score) => score.provenIndependent) / Math.max(1, row.independent);
    const most = Math.max(...scores.map((score) => score.mostAgainst));
    process.stdout.write(
      `${family.name.padEnd(24)} found ${row.found}/${row.detectable}, ARI ${(row.rand / row.traces).toFixed(3)}, ` +
        `merged ${row.merged} and linked ${row.linked} of ${row.independent}, proven ${proven.toFixed(2)}, most against ${most.toFixed(1)}\n`,
    );
  }
  process.stdout.write(
    `all: ${totals.traces} traces, recall ${(totals.found / totals.detectable).toFixed(3)} of ${totals.detectable}, ` +
      `mean ARI ${(totals.rand / totals.traces).toFixed(3)}, merged ${totals.merged} and linked ${totals.linked} of ` +
      `${totals.independent} independent pairs, called independent although shared ${totals.wronglyIndependent}\n`,
  );
}

function courses(result: SweepResult): void {
  const polls = new Map<string, number[]>();
  let early = 0;
  for (const run of result.courses) {
    for (const course of run.shared) {
      if (course.calledIndependentAtPoll !== null) early++;
      const kind = `${run.scenario.split(',')[0]}: ${course.pair.replace(/v\d\d/u, 'venue')}`;
      if (!/copies|switches|counter, fast|chain/u.test(run.scenario)) continue;
      polls.set(kind, [...(polls.get(kind) ?? []), course.foundAfterPolls ?? Infinity]);
    }
    const left = polls.get('switches: old upstream let go') ?? [];
    if (run.leftAfterPolls.length > 0) polls.set('switches: old upstream let go', [...left, ...run.leftAfterPolls]);
  }
  for (const [kind, counts] of [...polls].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const sorted = counts.toSorted((one, other) => one - other);
    process.stdout.write(
      `${kind.padEnd(44)} median ${Math.round(sorted[sorted.length >> 1] ?? 0)} polls, worst of ${sorted.length}: ${Math.round(sorted.at(-1) ?? 0)}\n`,
    );
  }
  process.stdout.write(`shared pairs that were called independent at any time: ${early}\n`);
}

const first = Number(process.argv[2] ?? 801);
const count = Number(process.argv[3] ?? 6);
const seeds = Array.from({ length: count }, (_, index) => first + index);
cost();
const families = (list: typeof SHARING): (readonly [string, number])[] =>
  list.flatMap((family) => seeds.map((seed) => [family.name, seed] as const));
const result = sweep({ score: families([...SHARING, ...INDEPENDENT]), follow: families(SHARING) });
table(result);
courses(result);
