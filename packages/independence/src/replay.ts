import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { replayTrace } from './replay-trace.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('usage: replay FILE.jsonl (a recorded trace, one observation a line)\n');
  process.exitCode = 2;
} else {
  try {
    const shown = await replayTrace(createInterface({ input: createReadStream(file), crlfDelay: Infinity }));
    process.stdout.write(`${JSON.stringify(shown)}\n`);
  } catch (error) {
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
