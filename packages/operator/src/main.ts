import { CommanderError } from 'commander';
import { styleText } from 'node:util';
import { createProgram } from './commands.ts';
import { findServices } from './endpoints.ts';

const failureCode = 1;
const usageErrorCode = 2;

// The reader of a pipe may end first, as "head" does. The rest of the output then has no reader, so the command ends.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : failureCode);
});

const program = createProgram({
  endpoints: () => findServices(process.env),
  progress: (line) => void process.stderr.write(`${line}\n`),
  // styleText adds colours only on a terminal, and respects NO_COLOR and FORCE_COLOR.
  screen: { columns: process.stdout.columns, paint: (style, text) => styleText(style, text) },
  print: (line) => void process.stdout.write(`${line}\n`),
});

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has already printed its message. A request for help also arrives here, with exit code 0.
    process.exitCode = error.exitCode === 0 ? 0 : usageErrorCode;
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = failureCode;
  }
}
