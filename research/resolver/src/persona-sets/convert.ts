import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { convertPersonaSet } from './convert-persona-set.ts';

const [target, ...sources] = process.argv.slice(2);
if (target === undefined || sources.length === 0) {
  process.stderr.write('usage: node research/resolver/dist/persona-sets/convert.js TARGET.jsonl AUTHOR.tsv ...\n');
  process.exitCode = 2;
} else {
  const items = await Promise.all(
    sources.map(async (source) => convertPersonaSet(basename(source, '.tsv'), await readFile(source, 'utf8'))),
  );
  await writeFile(
    target,
    items
      .flat()
      .map((item) => `${JSON.stringify(item)}\n`)
      .join(''),
  );
  process.stdout.write(`${items.flat().length} questions of ${items.length} authors\n`);
}
