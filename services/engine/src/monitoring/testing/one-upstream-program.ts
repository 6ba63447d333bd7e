import { levelsAlongDrawn, levelsAlongRecorded } from './one-upstream.ts';

// A program of its own: inside a test runner's sandbox the same numbers take ten times as long.
const seed = Number(process.argv[2]);
process.stdout.write(JSON.stringify([...levelsAlongRecorded(), ...levelsAlongDrawn(seed)]));
