import { loadCatalog } from '@assay/catalog/catalog';
import { modelUrl } from '@assay/resolver/embedded/load-model';
import { readFile, writeFile } from 'node:fs/promises';
import { cardPage } from './card-page.ts';
import { cardPageUrl } from './model-inputs.ts';
import { trainFromCorpora } from './train-from-corpora.ts';

/** Trains the model. Writes its file and its card, or compares both with the committed ones (`--check`). */
const isCheck = process.argv.includes('--check');
const startedAt = performance.now();
const { model, card, file } = await trainFromCorpora(await loadCatalog());
const page = cardPage(model, card);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
const summary =
  `resolver model ${model.version}: ${card.corpora.questions} questions, ${model.labels.length} classes, floors ` +
  `${model.floors.type} and ${model.floors.missing}, false answers to at most ` +
  `${(100 * model.falseAnswerBound).toFixed(1)}% of a new author's unanswerable questions, ${seconds} s`;

if (!isCheck) {
  await writeFile(modelUrl, file);
  await writeFile(cardPageUrl, page);
  process.stdout.write(`${summary}\n`);
} else if (file.equals(await readFile(modelUrl)) && page === (await readFile(cardPageUrl, 'utf8'))) {
  process.stdout.write(`${summary}: the committed file has the same bytes\n`);
} else {
  process.stderr.write(`${summary}: the committed file or card differs. Run "make train" and commit both\n`);
  process.exitCode = 1;
}
