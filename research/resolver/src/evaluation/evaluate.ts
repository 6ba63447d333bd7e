import { loadCatalog } from '@assay/catalog/catalog';
import { embeddedModel } from '@assay/resolver/embedded/embedded-model';
import { loadModel } from '@assay/resolver/embedded/load-model';
import { evaluate } from './evaluation-command.ts';

process.exitCode = await evaluate(process.argv.slice(2), {
  // oxlint-disable-next-line node/no-process-env -- a command, not a service: there is no runService to read it
  environment: process.env,
  catalog: await loadCatalog(),
  embedded: embeddedModel(await loadModel()),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
