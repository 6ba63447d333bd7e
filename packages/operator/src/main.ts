import { CommanderError } from 'commander';
import { createProgram } from './commands.ts';
import { findServices } from './reach.ts';

const failed = 1;
const misused = 2;

const program = createProgram({
  reach: () => findServices(process.env),
  print: (line) => void process.stdout.write(`${line}\n`),
});

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has written its sentence already; help that was asked for is no error.
    process.exitCode = error.exitCode === 0 ? 0 : misused;
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = failed;
  }
}
