import type { ModelCard } from '@assay/resolver/embedded/model-file';
import { transformSync } from '@swc/core';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readExamples, readTraining, type LabelledQuestion } from './training-set.ts';

// These URLs are relative to the folder of this file: "src/training" or, when compiled, "dist/training".
const research = new URL('../../', import.meta.url);
const resolver = new URL('../../../../services/resolver/', import.meta.url);
const catalog = new URL('../../../../packages/catalog/src/', import.meta.url);
const reader = new URL('src/embedded/embedded-model.ts', resolver);
const trainer = new URL('src/training/train-model.ts', research);

/** The folder of the corpora: the questions for training, and the held-out sets. */
export const corporaDirectory = new URL('corpora/', research);

/** The model card as a page for readers. */
export const cardPageUrl = new URL('model-card.md', research);

/** Reads every question that the model learns from: the examples of each data type, then the corpora. */
export async function trainingQuestions(): Promise<LabelledQuestion[]> {
  return [...(await readExamples(new URL('types/', catalog))), ...(await readTraining(corporaDirectory))];
}

/** Returns the part of a model card about the training questions. */
export function corporaCard(questions: readonly LabelledQuestion[]): ModelCard['corpora'] {
  const digest = createHash('sha256');
  for (const { query, label, author } of questions) {
    digest.update(JSON.stringify([label, query, author]));
  }
  const authors = new Set(questions.map(({ author }) => author));
  return { sha256: digest.digest('hex'), questions: questions.length, authors: authors.size };
}

/**
 * Returns the part of a model card about the code: one hash. It covers the code that reads questions with all files
 * that it imports, the resolver's data files, the tables of names and the trainer. The hash ignores comments, types,
 * formatting and import paths, because they do not affect the model.
 */
export async function readingCodeCard(): Promise<ModelCard['readingCode']> {
  const digest = createHash('sha256');
  const code = [
    ...(await withImports(reader)),
    ...(await withImports(trainer)),
    ...(await sourcesIn(new URL('tables/', catalog))),
  ];
  for (const file of code.toSorted(byPath)) {
    digest.update(statementsOf(await readFile(file, 'utf8')));
  }
  for (const file of await filesIn(new URL('data/', resolver))) {
    digest.update(await readFile(file));
  }
  return { sha256: digest.digest('hex') };
}

/** Returns a file and all files of its package that it imports, directly or indirectly. */
async function withImports(first: URL): Promise<URL[]> {
  const found = new Map([[first.href, first]]);
  // The loop also visits entries that it adds.
  for (const file of found.values()) {
    for (const [, path = ''] of (await readFile(file, 'utf8')).matchAll(/from '(\.[^']+)'/g)) {
      const imported = new URL(path, file);
      found.set(imported.href, imported);
    }
  }
  return [...found.values()];
}

async function sourcesIn(folder: URL): Promise<URL[]> {
  return (await filesIn(folder)).filter(({ pathname }) => /(?<!\.test)\.ts$/.test(pathname));
}

async function filesIn(folder: URL): Promise<URL[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => pathToFileURL(join(entry.parentPath, entry.name))).toSorted(byPath);
}

function byPath(a: URL, b: URL): number {
  return a.pathname < b.pathname ? -1 : 1;
}

/** Returns the statements of a file without types, comments, white space and import paths. */
export function statementsOf(source: string): string {
  const { code } = transformSync(source, {
    jsc: {
      parser: { syntax: 'typescript' },
      target: 'es2023',
      minify: { compress: false, mangle: false, format: { comments: false } },
    },
    minify: true,
    isModule: true,
  });
  return code.replaceAll(/from"[^"]*"/g, '');
}
