import { loadCatalog } from '@assay/catalog/catalog';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { crewInThreads } from './crew-in-threads.ts';
import { readModel, writeModel, type TrainedModel } from './model-file.ts';
import { trainModel } from './train-model.ts';
import { readExamples, readTraining, versionOf } from './training-set.ts';

// These paths are right from "src" and from "dist". The version depends on the sources only.
const packageDirectory = new URL('../../', import.meta.url);
const catalogSources = new URL('../src/', import.meta.resolve('@assay/catalog/catalog'));
const modelUrl = new URL('dist/model.json', packageDirectory);
const readingCode = ['', 'intent-signals/', 'embedded/', 'entities/', 'fill/', 'dictionary/'];

/** A built model: itself, the number of questions that it learned from, and whether this call trained it. */
export type BuiltModel = { readonly model: TrainedModel; readonly questions: number; readonly isNew: boolean };

/**
 * Returns the model in `dist`. Trains it first when the questions, the tables or the code that reads them changed since.
 */
export async function builtModel(): Promise<BuiltModel> {
  const questions = [
    ...(await readExamples(new URL('types/', catalogSources))),
    ...(await readTraining(new URL('training/', packageDirectory))),
  ];
  const version = versionOf(questions, await codeThatReads());
  const built = await modelInDist();
  if (built?.version === version) {
    return { model: built, questions: questions.length, isNew: false };
  }
  // A thread cannot load TypeScript, so a program that runs from source trains in its own.
  const crew = import.meta.url.endsWith('.js') ? crewInThreads() : undefined;
  try {
    const model = await trainModel(questions, version, await loadCatalog(), crew);
    return { model: await written(model), questions: questions.length, isNew: true };
  } finally {
    await crew?.end();
  }
}

async function written(model: TrainedModel): Promise<TrainedModel> {
  await mkdir(new URL('.', modelUrl), { recursive: true });
  await writeFile(modelUrl, writeModel(model));
  return model;
}

/** Returns the code that turns a question into features. A change of it makes an old model unusable. */
async function codeThatReads(): Promise<string[]> {
  const folders = readingCode.map((folder) => new URL(`src/${folder}`, packageDirectory));
  folders.push(new URL('tables/', catalogSources));
  const texts: string[] = [];
  for (const folder of folders) {
    const names = (await readdir(folder)).filter((name) => /(?<!\.test)\.ts$/.test(name));
    for (const name of names.toSorted()) {
      texts.push(await readFile(new URL(name, folder), 'utf8'));
    }
  }
  return texts;
}

async function modelInDist(): Promise<TrainedModel | undefined> {
  try {
    return readModel(await readFile(modelUrl, 'utf8'));
  } catch {
    // There is no model yet, or one of another build. Either way a new one is trained.
    return undefined;
  }
}
