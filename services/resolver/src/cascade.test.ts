import { expect, test } from '@jest/globals';
import { readConfig } from '@assay/runtime/config';
import { isDoubtful, withOwnEstimate } from './cascade.ts';
import { resolverConfig } from './config.ts';
import type { Resolution } from './model.ts';

test.each([
  ['0.1-0.95', { from: 0.1, to: 0.95 }],
  [' 0-1 ', { from: 0, to: 1 }],
  ['0.5-0.5', { from: 0.5, to: 0.5 }],
])('the band of doubt %p is read as %p', (text, band) => {
  expect(readConfig(resolverConfig, { ASSAY_RESOLVER_DOUBT: text }).ASSAY_RESOLVER_DOUBT).toEqual(band);
});

test.each(['0.9-0.1', '0.1', '0.1-1.2', '-0.1-0.5', '0.1 to 0.9', '1e-1-0.9', 'NaN-1', '0.1-0.95-1'])(
  'the setting %p is refused, and the error says what would be right',
  (text) => {
    expect(() => readConfig(resolverConfig, { ASSAY_RESOLVER_DOUBT: text })).toThrow(
      /ASSAY_RESOLVER_DOUBT: must be two numbers from 0 to 1 with a hyphen between them/,
    );
  },
);

test('both ends of the band belong to it, and a model without an estimate is always in doubt', () => {
  const band = { from: 0.2, to: 0.8 };
  const inBand = [0, 0.19, 0.2, 0.5, 0.8, 0.81, 1].filter((candidateProbability) =>
    isDoubtful({ candidateProbability }, band),
  );
  expect(inBand).toEqual([0.2, 0.5, 0.8]);
  expect(isDoubtful({}, band)).toBe(true);
});

const objected: Resolution = {
  outcome: 'type',
  type: 'token.price',
  params: { token: 'ETH' },
  missing: [],
  confidence: 0.95,
  objection: 'past',
};

test.each([
  ['has no candidate', { outcome: 'none', candidateProbability: 0 }],
  ['refuses without an estimate', { outcome: 'none' }],
] as const)("a rule's objection holds when the embedded model %s", (_case, own) => {
  const { objection: _left, ...none } = withOwnEstimate(objected, own);
  expect(none).toEqual({
    outcome: 'none',
    type: '',
    params: {},
    missing: [],
    confidence: 0.95,
    because: 'past',
    nearest: 'token.price',
  });
});

test('an answer stands against an objection when the embedded model has a candidate, and without any objection', () => {
  const { objection: _left, ...accepted } = objected;
  expect(withOwnEstimate(objected, { outcome: 'none', candidateProbability: 0.4 })).toEqual(accepted);
  expect(withOwnEstimate(accepted, { outcome: 'none', candidateProbability: 0 })).toEqual(accepted);
});
