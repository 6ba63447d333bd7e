import { loadCatalog } from '@assay/catalog/catalog';
import { readFile } from 'node:fs/promises';
import { embeddedModel } from './embedded/embedded-model.ts';
import { readModel } from './embedded/model-file.ts';
import { evaluate } from './evaluation-command.ts';

process.exitCode = await evaluate(process.argv.slice(2), {
  // oxlint-disable-next-line node/no-process-env -- a command, not a service: there is no runService to read it
  environment: process.env,
  catalog: await loadCatalog(),
  embedded: embeddedModel(readModel(await readFile(new URL('../dist/model.json', import.meta.url), 'utf8'))),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
