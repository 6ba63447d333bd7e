import { levelsAlongDrawn, levelsAlongRecorded } from './one-upstream.ts';

// This is a separate program, because the same computation takes ten times as long inside the test runner.
const { seed, everyFamilies } = JSON.parse(process.argv[2] ?? '') as { seed: number; everyFamilies: number };
process.stdout.write(JSON.stringify([...levelsAlongRecorded(), ...levelsAlongDrawn(seed, everyFamilies)]));
