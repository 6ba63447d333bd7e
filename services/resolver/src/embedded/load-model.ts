import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ModelFileError, readModel, type ModelCard, type TrainedModel } from './model-file.ts';

/** The model file of the repository. This relative path is the same from "src" and from the compiled "dist". */
export const modelUrl = new URL('../../model/embedded.model', import.meta.url);

/**
 * Loads the model file of the repository. Throws a `ModelFileError` with the path, the problem and the remedy when the
 * file is missing, truncated, changed or of another format.
 * @param url another model file, for a test or an experiment.
 */
export async function loadModel(url: URL = modelUrl): Promise<TrainedModel & { readonly card: ModelCard }> {
  const bytes = await readFile(url).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? unusable(url, 'is missing') : unusable(url, `cannot be read: ${error.message}`);
  });
  try {
    return readModel(bytes);
  } catch (error) {
    throw error instanceof ModelFileError ? unusable(url, error.message) : error;
  }
}

function unusable(url: URL, problem: string): ModelFileError {
  return new ModelFileError(
    `the model file ${fileURLToPath(url)} ${problem}. Take the file of this release, or make it with "make train"`,
  );
}
