import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { readFile } from 'node:fs/promises';
import { doubtBand } from '@assay/resolver/cascade';
import { loadModel } from '@assay/resolver/embedded/load-model';
import { embeddedModel } from '@assay/resolver/embedded/embedded-model';
import { ratesOf, readLabelledSet, scoreModel } from '../scoring/labelled-set.ts';
import type { Model } from '@assay/resolver/model';
import { checkAnswer } from '@assay/resolver/openai/check-answer';
import { resolveWith } from '@assay/resolver/resolve';
import { corporaDirectory } from '../training/model-inputs.ts';
import { readRecordedAnswers } from '../scripted-endpoint/recorded-answers.ts';

const slowTestMs = 120_000;

test(
  'with the recorded answers of a large model, both models together reach their floors on held-out authors',
  async () => {
    const catalog = await loadCatalog();
    const embedded = embeddedModel(await loadModel());
    const scored = [];
    for (const name of [
      'held-out-personas.jsonl',
      'held-out-blind.jsonl',
      'held-out-mixed.jsonl',
      'held-out-daily.jsonl',
    ]) {
      const items = readLabelledSet(await readFile(new URL(name, corporaDirectory), 'utf8'));
      const recorded = await recordedModel(new URL(`recorded/${name}`, corporaDirectory), items);
      const resolve = resolveWith(catalog, embedded, recorded, doubtBand.parse('0.1-0.97'));
      const both: Model = { name: 'both', resolve: (query, _catalog, deadlineAtMs) => resolve(query, deadlineAtMs) };
      scored.push(...(await scoreModel(both, items, catalog, () => 0)));
    }
    const rates = ratesOf(scored);
    expect(rates.exact.share).toBeGreaterThanOrEqual(0.96);
    expect(rates.falseAnswer.share).toBeLessThanOrEqual(0.013);
    expect(rates.falseRefusal.share).toBeLessThanOrEqual(0.03);
  },
  slowTestMs,
);

/**
 * Returns a model that gives each question of a set its recorded answer. Like the service, it first checks the answer.
 */
async function recordedModel(
  file: URL,
  items: readonly { readonly id: string; readonly query: string }[],
): Promise<Model> {
  const answers = readRecordedAnswers(await readFile(file, 'utf8'));
  const byQuery = new Map(items.map(({ id, query }) => [query, answers.get(id)]));
  return {
    name: 'recorded',
    resolve: async (query, catalog) => {
      const answer = byQuery.get(query);
      if (answer === undefined) {
        throw new Error(`no recorded answer to ${query}`);
      }
      return checkAnswer(answer, query, catalog);
    },
  };
}
