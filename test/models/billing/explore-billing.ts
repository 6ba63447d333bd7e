import type { Exploration } from '../explorer.ts';
import { exploreDesign, findSeed, sizes } from './explorations.ts';
import { ownerDesign } from './owner-design.ts';
import { presentDesign } from './present-design.ts';
import { seeds, type Settings } from './world.ts';

/**
 * Explores both designs of docs/decisions/0017 in every state that they can reach, and checks the promises of
 * docs/use/credits.md in each. Then builds each seeded fault into the new design, and expects that the explorer finds a
 * broken promise. Run with: make explore-billing. Pass "runs" to also print the run to each fault. Exits with 1 when a
 * design breaks a promise, an exploration is incomplete, or a fault is not found.
 */
const showRuns = process.argv.includes('runs');
let isOk = true;

for (const settings of sizes) {
  for (const [name, design] of [
    ['present design', presentDesign(settings.isKeyed)],
    ['new design', ownerDesign(settings.isKeyed)],
  ] as const) {
    const startedAtMs = performance.now();
    const result = exploreDesign(design, settings);
    const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
    isOk &&= result.isComplete;
    console.log(
      `${name}, ${describe(settings)}: ${result.states} states, ${result.steps} steps, ${result.finalStates} final states, ${seconds} s: ${verdict(result)}`,
    );
    showRun(result, true);
  }
}
for (const seed of seeds) {
  const found = findSeed(seed);
  isOk &&= found?.violation !== undefined;
  console.log(`fault "${seed}": ${found === undefined ? 'NOT FOUND' : `found: ${verdict(found)}`}`);
  showRun(found, showRuns);
}
process.exitCode = isOk ? 0 : 1;

function describe({ calls, credits, isKeyed, faults }: Settings): string {
  return `${calls} calls${isKeyed ? ' under one key' : ''}, credit for ${credits}, up to ${faults} faults`;
}

function verdict({ violation, isComplete }: Exploration): string {
  return violation === undefined ? (isComplete ? 'every promise holds' : 'INCOMPLETE') : violation.rule;
}

function showRun(result: Exploration | undefined, isShown: boolean): void {
  for (const label of isShown ? (result?.violation?.run ?? []) : []) {
    console.log(`    ${label}`);
  }
}
