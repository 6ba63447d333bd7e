import { loadCatalog } from '@assay/catalog/catalog';
import { loadModel } from '@assay/resolver/embedded/load-model';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { readLabelledSet, type LabelledItem } from '../scoring/labelled-set.ts';
import { corporaDirectory, trainingQuestions } from '../training/model-inputs.ts';
import { trainModel } from '../training/train-model.ts';
import { encoderRow, linearRows } from './encoder-rows.ts';

/**
 * This program writes the rows for the training and measurement of an encoder into a folder: "train", "dev" and each
 * held-out set. Every `devStep`th persona is an author of "dev". The linear model that resolves "dev" is trained
 * without these authors. The committed model resolves the held-out sets.
 */
const devStep = 8;
const anyLine = z.looseObject({ accept: z.array(z.unknown()).optional(), author: z.string().optional() });

async function labelledItems(name: string): Promise<LabelledItem[]> {
  const lines = (await readFile(new URL(name, corporaDirectory), 'utf8')).split('\n').filter((line) => line !== '');
  return readLabelledSet(lines.filter((line) => anyLine.parse(JSON.parse(line)).accept !== undefined).join('\n'));
}

const [, , folder = 'encoder-rows'] = process.argv;
const directory = pathToFileURL(`${folder}/`);
await mkdir(directory, { recursive: true });
const write = async (name: string, rows: readonly object[]): Promise<void> =>
  writeFile(new URL(`${name}.jsonl`, directory), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

const catalog = await loadCatalog();
const names = (await readdir(corporaDirectory)).filter((name) => name.endsWith('.jsonl')).toSorted();
const personas = (await Promise.all(names.filter((name) => name.startsWith('personas')).map(labelledItems))).flat();
const authors = [...new Set(personas.map(({ author }) => author))].toSorted();
const devAuthors = new Set(authors.filter((_, at) => at % devStep === 0));
const questions = await trainingQuestions();
const complete = new Map(personas.map((item) => [`${item.author}\n${item.query}`, item]));
const taught = questions.filter(({ author }) => !devAuthors.has(author));
await write(
  'train',
  taught.map(({ query, label, author }) => {
    const known = complete.get(`${author}\n${query}`);
    const outcome = label === 'none' ? 'no_source' : 'type';
    const item = known ?? { id: '', query, author, tags: [], accept: [{ outcome, type: label } as const] };
    return { author, ...encoderRow(item, known !== undefined || label === 'none') };
  }),
);
const writeSet = async (
  name: string,
  items: readonly LabelledItem[],
  row: ReturnType<typeof linearRows>,
): Promise<void> =>
  write(
    name,
    await Promise.all(
      items.map(async (item) => ({
        id: item.id,
        author: item.author,
        tags: item.tags,
        ...encoderRow(item, true),
        ...(await row(item)),
      })),
    ),
  );
const ofTaught = linearRows(catalog, await trainModel(taught, catalog));
await writeSet(
  'dev',
  personas.filter(({ author }) => devAuthors.has(author)),
  ofTaught,
);
const { card: _card, ...committed } = await loadModel();
const ofCommitted = linearRows(catalog, committed);
for (const name of names.filter((each) => each.startsWith('held-out'))) {
  await writeSet(name.replace('.jsonl', ''), await labelledItems(name), ofCommitted);
}
process.stdout.write(`${taught.length} questions to train on, ${devAuthors.size} authors in dev\n`);
