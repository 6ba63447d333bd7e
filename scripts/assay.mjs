import { existsSync } from 'node:fs';

const built = new URL('../packages/operator/dist/main.js', import.meta.url);

if (existsSync(built)) {
  await import(built.href);
} else {
  process.stderr.write('Not built yet: run "make up", or "npm install --no-save && npm run build", and try again.\n');
  process.exitCode = 1;
}
