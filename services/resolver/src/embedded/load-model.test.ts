import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadModel, modelUrl } from './load-model.ts';
import { modelLayout, ModelFileError } from './model-file.ts';

const file = await readFile(modelUrl);
const formatAt = modelLayout.magic.length;
const remedy = 'Take the file of this release, or make it with "make train"';
let directory = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-model-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

/** Returns the error of loading a file with these bytes. */
async function errorOf(bytes: Uint8Array): Promise<unknown> {
  const path = join(directory, 'embedded.model');
  await writeFile(path, bytes);
  return await loadModel(pathToFileURL(path)).catch((error: unknown) => error);
}

/** Returns the file with some bytes replaced, from an offset on. */
function changedAt(at: number, ...bytes: readonly number[]): Buffer {
  const changed = Buffer.from(file);
  changed.set(bytes, at);
  return changed;
}

/** Returns a file with a correct checksum of its content. */
function withChecksum(content: Buffer): Buffer {
  const body = content.subarray(0, content.length - modelLayout.checksumBytes);
  return Buffer.concat([body, createHash('sha256').update(body).digest()]);
}

/**
 * Returns the file with a text in its header replaced by another text of the same length, and with a correct checksum.
 */
function withHeader(from: string, to: string): Buffer {
  expect(to).toHaveLength(from.length);
  return withChecksum(changedAt(file.indexOf(from), ...Buffer.from(to)));
}

test.each([
  ['an empty file', () => Buffer.alloc(0), 'is truncated: it has 0 bytes'],
  ['a file that ends in its first bytes', () => file.subarray(0, 20), 'is truncated: it has 20 bytes'],
  [
    'a file without its last byte',
    () => file.subarray(0, -1),
    `is truncated: it has ${file.length - 1} of ${file.length} bytes`,
  ],
  ['half of a file', () => file.subarray(0, file.length / 2), `of ${file.length} bytes`],
  [
    'a file of another kind',
    () => Buffer.from('{"version":"4bec357e"}'),
    'is no model of the resolver: it does not begin with "ASSAYRSV"',
  ],
  ['a file of another format', () => changedAt(formatAt, 2), 'has format 2; this service reads format 1'],
  ['a changed bit of a weight', () => changedAt(file.length - 40, (file[file.length - 40] ?? 0) ^ 1), 'is corrupted'],
  ['a changed bit of the header', () => changedAt(60, (file[60] ?? 0) ^ 1), 'is corrupted'],
  ['a changed bit of the checksum', () => changedAt(file.length - 1, (file.at(-1) ?? 0) ^ 1), 'is corrupted'],
  ['a byte after the checksum', () => Buffer.concat([file, Buffer.of(0)]), 'is corrupted'],
  [
    'features of another space',
    () => withHeader('"featureSpace":4194304', '"featureSpace":2097152'),
    'a header that this service cannot read: featureSpace: ',
  ],
  [
    'one class less than weights',
    () => withHeader('"game.players","price"', '"game.players;;;price"'),
    'names 10 classes and has weights for 11',
  ],
])('%s is refused with the path, the problem and the remedy', async (_kind, bytes, problem) => {
  const error = await errorOf(bytes());
  expect(error).toBeInstanceOf(ModelFileError);
  expect(String(error)).toContain(`the model file ${join(directory, 'embedded.model')} `);
  expect(String(error)).toContain(problem);
  expect(String(error)).toContain(remedy);
});

test('a missing file is named with the remedy', async () => {
  const path = join(directory, 'absent.model');
  await expect(loadModel(pathToFileURL(path))).rejects.toThrow(`the model file ${path} is missing. ${remedy}`);
});

test('the committed file is at most 4 MB, and holds a card', async () => {
  expect(file.length).toBeLessThan(4_000_000);
  const { card, labels, weights } = await loadModel();
  expect(Object.keys(card.rates).length).toBeGreaterThan(5);
  expect(weights.biases).toHaveLength(labels.length);
});
