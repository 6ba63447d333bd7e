import { loadCatalog } from '@assay/catalog/catalog';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { readModel, writeModel } from './embedded/model-file.ts';
import { trainModel } from './embedded/train-model.ts';
import { readExamples, readTraining, versionOf } from './embedded/training-set.ts';

const typesDirectory = new URL('../src/types/', import.meta.resolve('@assay/catalog/catalog'));
const trainingDirectory = new URL('../training/', import.meta.url);
const modelUrl = new URL('../dist/model.json', import.meta.url);

const questions = [...(await readExamples(typesDirectory)), ...(await readTraining(trainingDirectory))];
const version = versionOf(questions, await ownCode());
if ((await builtVersion()) === version) {
  process.stdout.write(`resolver model ${version} is up to date\n`);
} else {
  const startedAt = performance.now();
  const model = trainModel(questions, version, await loadCatalog());
  await mkdir(new URL('.', modelUrl), { recursive: true });
  await writeFile(modelUrl, writeModel(model));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(
    `resolver model ${version}: ${questions.length} questions, ${model.labels.length} classes, floor ${model.floor}, ` +
      `${seconds} s\n`,
  );
}

/** Returns the code that turns a question into features. A change of it makes an old model unusable. */
async function ownCode(): Promise<string[]> {
  const folders = ['./', './intent-signals/', './embedded/', './entities/', './fill/'].map(
    (folder) => new URL(folder, import.meta.url),
  );
  folders.push(new URL('tables/', import.meta.resolve('@assay/catalog/catalog')));
  const texts: string[] = [];
  for (const folder of folders) {
    const names = (await readdir(folder)).filter((name) => /(?<!\.test|\.d)\.[jt]s$/.test(name));
    for (const name of names.toSorted()) {
      texts.push(await readFile(new URL(name, folder), 'utf8'));
    }
  }
  return texts;
}

async function builtVersion(): Promise<string | undefined> {
  try {
    return readModel(await readFile(modelUrl, 'utf8')).version;
  } catch {
    // There is no model yet, or one of another build. Either way a new one is trained.
    return undefined;
  }
}
