import { existsSync } from 'node:fs';

const built = new URL('../packages/operator/dist/main.js', import.meta.url);

if (existsSync(built)) {
  await import(built.href);
} else {
  process.stderr.write('The command is not built. Run "make build" and try again.\n');
  process.exitCode = 1;
}
