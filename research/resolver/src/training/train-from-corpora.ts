import type { Catalog } from '@assay/catalog/catalog';
import { embeddedModel } from '@assay/resolver/embedded/embedded-model';
import type { CardRates, ModelCard, TrainedModel } from '@assay/resolver/embedded/model-file';
import { readdir, readFile } from 'node:fs/promises';
import { ratesOf, readLabelledSet, scoreModel } from '../scoring/labelled-set.ts';
import { crewInThreads } from './crew-in-threads.ts';
import { corporaCard, corporaDirectory, readingCodeCard, trainingQuestions } from './model-inputs.ts';
import { foldsUsed, trainModel } from './train-model.ts';
import { writeModel } from './write-model.ts';

/** A trained model, its card, and the bytes of its file. */
export type MadeModel = { readonly model: TrainedModel; readonly card: ModelCard; readonly file: Buffer };

/** Trains the model on all corpora and measures it on the held-out sets. The same inputs give the same bytes. */
export async function trainFromCorpora(catalog: Catalog): Promise<MadeModel> {
  const questions = await trainingQuestions();
  // Worker threads cannot load TypeScript, so a program run from source trains on its own thread.
  const crew = import.meta.url.endsWith('.js') ? crewInThreads() : undefined;
  try {
    const model = await trainModel(questions, catalog, crew);
    const card: ModelCard = {
      corpora: corporaCard(questions),
      readingCode: await readingCodeCard(),
      folds: foldsUsed(questions),
      rates: await heldOutRates(model, catalog),
    };
    return { model, card, file: writeModel(model, card) };
  } finally {
    await crew?.end();
  }
}

/** Returns the rates of a model on every held-out set, by the name of its file. */
export async function heldOutRates(model: TrainedModel, catalog: Catalog): Promise<Record<string, CardRates>> {
  const embedded = embeddedModel(model);
  const names = (await readdir(corporaDirectory)).filter((name) => name.startsWith('held-out'));
  const rates: Record<string, CardRates> = {};
  for (const name of names.toSorted()) {
    const items = readLabelledSet(await readFile(new URL(name, corporaDirectory), 'utf8'));
    const { exact, falseAnswer, falseRefusal } = ratesOf(await scoreModel(embedded, items, catalog, () => 0));
    rates[name] = {
      questions: items.length,
      exact: exact.share,
      falseAnswers: shareOrNull(falseAnswer.share),
      falseRefusals: shareOrNull(falseRefusal.share),
    };
  }
  return rates;
}

function shareOrNull(share: number): number | null {
  return Number.isNaN(share) ? null : share;
}
