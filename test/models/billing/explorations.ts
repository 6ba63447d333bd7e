import { explore, type Exploration } from '../explorer.ts';
import { stepsOf } from './gateway-steps.ts';
import { keyOf } from './key.ts';
import { ownerDesign } from './owner-design.ts';
import { brokenPromise, brokenPromiseAtEnd } from './promises.ts';
import { newWorld, type Design, type Seed, type Settings, type World } from './world.ts';

/** Maximum number of states of one exploration, which bounds its memory. Every size below has fewer states. */
const maxStates = 1_500_000;

/** The sizes of the model that are explored. Together they take less than a minute on one core. */
export const sizes: readonly Settings[] = [
  { calls: 2, credits: 2, isKeyed: false, faults: 2 },
  { calls: 2, credits: 1, isKeyed: false, faults: 2 },
  { calls: 2, credits: 1, isKeyed: true, faults: 2 },
  { calls: 3, credits: 2, isKeyed: false, faults: 1 },
];

/** Explores every state of a design in one size. Returns early at the first broken promise. */
export function exploreDesign(design: Design, settings: Settings): Exploration {
  return explore<World>(
    {
      initial: newWorld(settings, design.replicas),
      key: keyOf,
      steps: (world) => stepsOf(world, design),
      broken: (world) => brokenPromise(world, settings),
      brokenAtEnd: (world) => brokenPromiseAtEnd(world, settings),
    },
    maxStates,
  );
}

/** The sizes of the model in which the explorer looks for seeded faults, from the smallest to the largest. */
const seedSizes: readonly Settings[] = [
  { calls: 2, credits: 1, isKeyed: false, faults: 1 },
  { calls: 2, credits: 2, isKeyed: false, faults: 1 },
  { calls: 2, credits: 1, isKeyed: false, faults: 2 },
  { calls: 3, credits: 2, isKeyed: false, faults: 1 },
];

/** Returns the first exploration in which a fault of the new design breaks a promise. Undefined when none does. */
export function findSeed(seed: Seed): Exploration | undefined {
  for (const size of seedSizes) {
    const result = exploreDesign(ownerDesign(size.isKeyed, seed), size);
    if (result.violation !== undefined) {
      return result;
    }
  }
  return undefined;
}
