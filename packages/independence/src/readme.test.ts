import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { runProgram } from './testing/run-program.ts';

const example = new URL('testing/example.ts', import.meta.url);

test('shows an example in the README that runs and groups a copy with its venue', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  // The example imports the modules by their relative paths, while the README imports them from the package.
  const program = readFileSync(example, 'utf8').replace(/'\.\.\/([a-z/-]+)\.ts'/gu, "'@assay/independence/$1'");
  expect(readme).toContain(program.trim());
  expect(JSON.parse(runProgram(example, ''))).toEqual([['copy', 'venue']]);
});
