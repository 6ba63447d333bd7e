import { expect, test } from '@jest/globals';
import { loadModel, modelUrl } from '@assay/resolver/embedded/load-model';
import { readdir, readFile } from 'node:fs/promises';
import { readLabelledSet } from '../scoring/labelled-set.ts';
import { cardPage } from './card-page.ts';
import {
  cardPageUrl,
  corporaCard,
  corporaDirectory,
  readingCodeCard,
  statementsOf,
  trainingQuestions,
} from './model-inputs.ts';
import { writeModel } from './write-model.ts';

const { card, ...model } = await loadModel();
const questions = await trainingQuestions();
const remedy = 'the model is older than its inputs: run "make train" and commit the model and its card';

test('the committed model learned from the committed corpora and examples', () => {
  expect([remedy, corporaCard(questions)]).toEqual([remedy, card.corpora]);
});

test('the committed model was trained with the committed reader of questions, data files and trainer', async () => {
  expect([remedy, await readingCodeCard()]).toEqual([remedy, card.readingCode]);
});

test('the page of the card states what the model file states', async () => {
  expect(await readFile(cardPageUrl, 'utf8')).toBe(cardPage(model, card));
});

test('writeModel writes the bytes of the committed file', async () => {
  expect(writeModel(model, card).equals(await readFile(modelUrl))).toBe(true);
});

test('a changed question, label or author changes the hash of the corpora', () => {
  const [first, ...others] = questions.slice(0, 3);
  const hashOf = (changed: object): string =>
    corporaCard([{ query: '', label: '', author: '', ...first, ...changed }, ...others]).sha256;
  const hashes = [{}, { query: 'other' }, { label: 'other' }, { author: 'other' }].map(hashOf);
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('comments, types, the format and the paths of imports change no hash; statements do', () => {
  const source = "import { a } from './a.ts';\nexport const b = (c: number): number => a + c;\n";
  const same = "/** A sum. */\nimport { a } from '@assay/a';\nexport const b = (c: unknown) =>\n  a + c; // sum\n";
  expect(statementsOf(same)).toBe(statementsOf(source));
  expect(statementsOf(source.replace('a + c', 'a - c'))).not.toBe(statementsOf(source));
});

test('the training questions contain no held-out question', async () => {
  const taught = new Set(questions.map(({ query }) => query.toLowerCase()));
  const names = (await readdir(corporaDirectory)).filter((name) => name.startsWith('held-out'));
  expect(names.length).toBeGreaterThan(5);
  const strict = names.filter((name) => !['held-out-blind.jsonl', 'held-out-varied.jsonl'].includes(name));
  const sets = await Promise.all(strict.map((name) => readFile(new URL(name, corporaDirectory), 'utf8')));
  expect(sets.flatMap(readLabelledSet).filter(({ query }) => taught.has(query.toLowerCase()))).toEqual([]);
});
