import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';

/** The label of questions that no data type answers. */
export const noneLabel = 'none';

/**
 * A question and its label: a data type or `none`. `params` are the parameters that the resolver should find in the
 * question.
 */
export type LabelledQuestion = {
  readonly query: string;
  readonly label: string;
  readonly params?: Readonly<Record<string, string>>;
  /** The author of the question: a person or persona, or the file's name when the author is unknown. */
  readonly author: string;
};

const examplesFile = z.object({
  type: z.string(),
  examples: z.array(z.union([z.string(), z.object({ query: z.string(), params: z.record(z.string(), z.string()) })])),
});
const examplesAuthor = 'examples';
const questionLine = z.object({
  query: z.string(),
  type: z.string().optional(),
  author: z.string().optional(),
  accept: z.array(z.object({ type: z.string().optional() })).optional(),
});

/** Reads the `examples.json` of every type folder. Skips a folder without one. */
export async function readExamples(typesDirectory: URL): Promise<LabelledQuestion[]> {
  const entries = await readdir(typesDirectory, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const questions: LabelledQuestion[] = [];
  for (const folder of folders.toSorted()) {
    const text = await readIfThere(new URL(`${folder}/examples.json`, typesDirectory));
    if (text !== undefined) {
      const { type, examples } = examplesFile.parse(JSON.parse(text));
      questions.push(
        ...examples.map((example) =>
          typeof example === 'string'
            ? { query: example, label: type, author: examplesAuthor }
            : { ...example, label: type, author: examplesAuthor },
        ),
      );
    }
  }
  return questions;
}

/**
 * Reads lines of `{ "query", "type"?, "author"? }` and lines of a labelled set. A line without a type has the label
 * `none`. A labelled line has its first accepted answer as its label. When a line has no author, the last word of the
 * file's name stands for the author: "questions-chain" and "none-chain" have the same one.
 */
export async function readQuestions(file: URL): Promise<LabelledQuestion[]> {
  const text = (await readIfThere(file)) ?? '';
  const fileAuthor = basename(file.pathname, '.jsonl').replace(/^(?:questions|none)-?/, '') || examplesAuthor;
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => questionLine.parse(JSON.parse(line)))
    .map(({ query, type, accept, author = fileAuthor }) => ({
      query,
      label: accept?.[0]?.type ?? type ?? noneLabel,
      author,
    }));
}

/**
 * Reads the training questions of a directory: every `.jsonl` file except the held-out sets, in the order of the names.
 */
export async function readTraining(directory: URL): Promise<LabelledQuestion[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.jsonl') && !name.startsWith('held-out'));
  const files = await Promise.all(names.toSorted().map((name) => readQuestions(new URL(name, directory))));
  return files.flat();
}

async function readIfThere(file: URL): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
