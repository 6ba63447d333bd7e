import { sweep, type SweepRequest } from './sweep.ts';

// A program of its own: inside a test runner's sandbox the same numbers take ten times as long.
const request = JSON.parse(process.argv[2] ?? '') as SweepRequest;
process.stdout.write(JSON.stringify(sweep(request)));
