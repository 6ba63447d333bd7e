import { answerOutcomes, deliveryOutcomes } from '@assay/catalog/outcomes';
import { decisionWith } from '@assay/rpc/testing/answers';
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { evaluateAnswer } from './evaluate/evaluate.ts';

const functions = readFileSync(new URL('../../migrations/repeatable/functions.sql', import.meta.url), 'utf8');

test("the database compares the outcome of a delivery with the catalog's words only", () => {
  const compared = [...functions.matchAll(/p_outcome (?:IN \(([^)]*)\)|= ('[a-z_]+'))/g)].flatMap(
    ([, list, word]) => (list ?? word ?? '').match(/[a-z_]+/g) ?? [],
  );
  const ended = [...functions.matchAll(/end_now\([a-z_.]+, [a-z_.]+, '([a-z_]+)'/g)].map(([, word]) => word ?? '');
  expect(compared.length).toBeGreaterThan(10);
  expect(ended.length).toBeGreaterThan(0);
  expect([...compared, ...ended].filter((word) => !Object.hasOwn(deliveryOutcomes, word))).toEqual([]);
});

test.each(answerOutcomes.filter((outcome) => outcome !== 'delivered'))(
  "an answer that ended as %s ends its delivery with the catalog's word, and says why",
  (outcome) => {
    const watch = { type: 'spot.price', condition: undefined, comparedJson: null };
    const evaluation = evaluateAnswer(watch, {
      ...decisionWith({ type: 'spot.price' }),
      outcome,
      level: '',
      required: 'single_source',
    });
    const ended = evaluation.kind === 'silent' ? evaluation : undefined;
    expect(Object.keys(deliveryOutcomes)).toContain(ended?.outcome);
    expect(deliveryOutcomes[ended?.outcome ?? 'broken']).toContain(ended?.notEvaluated);
  },
);
