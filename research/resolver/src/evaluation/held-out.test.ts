import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { embeddedModel } from '@assay/resolver/embedded/embedded-model';
import { loadModel } from '@assay/resolver/embedded/load-model';
import { readFile } from 'node:fs/promises';
import { corporaDirectory } from '../training/model-inputs.ts';
import { readExamples } from '../training/training-set.ts';
import { evaluationReport } from './evaluation-report.ts';
import { ratesOf, readLabelledSet, scoreModel, type ScoredItem } from '../scoring/labelled-set.ts';

const typesDirectory = new URL('../../../../packages/catalog/src/types/', import.meta.url);
const catalog = await loadCatalog();
const { card, ...trained } = await loadModel();
const model = embeddedModel(trained);
/** Time limit, in milliseconds, of a test that resolves thousands of questions on a busy machine. */
const slowTestMs = 120_000;
/**
 * Maximum difference between a measured rate and the rate in the model card. Rates differ slightly, because the Unicode
 * tables of two Node.js versions can differ.
 */
const maxDrift = 0.005;

const scoredSets = new Map<string, ScoredItem[]>();

async function scoredSet(name: string): Promise<ScoredItem[]> {
  const known = scoredSets.get(name);
  if (known !== undefined) {
    return known;
  }
  const items = readLabelledSet(await readFile(new URL(name, corporaDirectory), 'utf8'));
  const scored = await scoreModel(model, items, catalog, () => 0);
  scoredSets.set(name, scored);
  return scored;
}

async function scoredHeldOut(): Promise<ScoredItem[]> {
  const names = ['held-out.jsonl', 'held-out-chain.jsonl', 'held-out-varied.jsonl'];
  return (await Promise.all(names.map(scoredSet))).flat();
}

test(
  'the model reaches the accuracy floors on questions it was not trained on',
  async () => {
    const rates = ratesOf(await scoredHeldOut());
    expect(rates.exact.share).toBeGreaterThanOrEqual(0.96);
    expect(rates.type.share).toBeGreaterThanOrEqual(0.96);
    expect(rates.falseAnswer.share).toBeLessThanOrEqual(0.01);
    expect(rates.falseRefusal.share).toBeLessThanOrEqual(0.055);
  },
  slowTestMs,
);

test(
  'the held-out sets cover every data type, and the model answers each with its parameters',
  async () => {
    const scored = await scoredHeldOut();
    for (const id of catalog.keys()) {
      const own = scored.filter(({ item: { accept } }) => accept[0]?.outcome === 'type' && accept[0].type === id);
      expect([id, own.length >= 10]).toEqual([id, true]);
      expect([id, ratesOf(own).exact.share >= 0.85]).toEqual([id, true]);
    }
  },
  slowTestMs,
);

test(
  'the model reaches its accuracy floors on authors it was not trained on',
  async () => {
    const rates = ratesOf(await scoredSet('held-out-personas.jsonl'));
    expect(rates.exact.share).toBeGreaterThanOrEqual(0.9);
    expect(rates.falseAnswer.share).toBeLessThanOrEqual(0.045);
    expect(rates.falseRefusal.share).toBeLessThanOrEqual(0.09);
  },
  slowTestMs,
);

/**
 * The held-out sets that the tests above score. The tests below compare their rates with the model card. "make
 * check-model" does this for all sets.
 */
const comparedSets = ['held-out.jsonl', 'held-out-chain.jsonl', 'held-out-varied.jsonl', 'held-out-personas.jsonl'];

test(
  'the card states the rates that the committed model reaches with the code of today',
  async () => {
    for (const name of comparedSets) {
      const stated = card.rates[name] ?? { questions: 0, exact: 0, falseAnswers: 0, falseRefusals: 0 };
      const scored = await scoredSet(name);
      const { exact, falseAnswer, falseRefusal } = ratesOf(scored);
      expect([name, scored.length]).toEqual([name, stated.questions]);
      for (const [share, ofCard] of [
        [exact.share, stated.exact],
        [falseAnswer.share, stated.falseAnswers],
        [falseRefusal.share, stated.falseRefusals],
      ] as const) {
        expect([name, ofCard === null || Math.abs(share - ofCard) <= maxDrift]).toEqual([name, true]);
      }
    }
  },
  slowTestMs,
);

test(
  'the model finds the parameters that the examples state',
  async () => {
    const examples = await readExamples(typesDirectory);
    const wrong: string[] = [];
    for (const { query, label, params = {} } of examples) {
      const { type, params: found } = await model.resolve(query, catalog, Number.POSITIVE_INFINITY);
      const same = Object.entries(params).every(([name, value]) => found[name] === value);
      if (type !== label || !same) {
        wrong.push(query);
      }
    }
    // The model may refuse a few bare addresses, because their probability is below the floor. But it must not give any
    // example another type.
    expect(wrong.length).toBeLessThanOrEqual(examples.length / 50);
  },
  slowTestMs,
);

test('the report states accuracy, false answers, each type and tag, and the confusions', async () => {
  const price = { outcome: 'type', type: 'token.price', params: { token: 'ETH' } };
  const items = readLabelledSet(
    [
      { id: 'a', query: 'price of ETH', accept: [price], tags: ['t'] },
      { id: 'b', query: 'hello', accept: [{ outcome: 'type', type: 'game.players', params: { game: 'Rust' } }] },
    ]
      .map((item) => JSON.stringify(item))
      .join('\n'),
  );
  const report = evaluationReport('m', await scoreModel(model, items, catalog, () => 0), 3);
  expect(report).toContain('m: 2 items, 3 left out');
  expect(report).toContain('exact accuracy 50.0% (9.5% to 90.5%), type accuracy 50.0% (9.5% to 90.5%)');
  expect(report).toMatch(/tag t +1 +100.0%/);
  expect(report).toContain('1 x type game.players -> no_source');
});
