import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isPrintLine, replayPrints } from '../prints/replay-prints.ts';
import { replayTrace } from './replay-trace.ts';

function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file), crlfDelay: Infinity });
}

async function firstLineOf(file: string): Promise<string> {
  for await (const line of linesOf(file)) {
    if (line.trim() !== '') {
      return line;
    }
  }
  return '';
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('usage: replay FILE.jsonl (recorded answers or trades, one a line)\n');
  process.exitCode = 2;
} else {
  try {
    const isTrades = isPrintLine(await firstLineOf(file));
    const shown = await (isTrades ? replayPrints(linesOf(file)) : replayTrace(linesOf(file)));
    process.stdout.write(`${JSON.stringify(shown)}\n`);
  } catch (error) {
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
