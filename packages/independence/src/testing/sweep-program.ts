import { sweep, type SweepRequest } from './sweep.ts';

// The program runs outside the test runner, where the same computation is ten times as fast.
const request = JSON.parse(process.argv[2] ?? '') as SweepRequest;
process.stdout.write(JSON.stringify(sweep(request)));
