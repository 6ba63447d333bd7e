import spotPrice from '@assay/catalog/types/spot-price/type';
import tokenRisk from '@assay/catalog/types/chain-token-risk/type';
import fundingRate from '@assay/catalog/types/funding-rate/type';
import { levels, reaches, type Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { VerifyResponse__Output } from './gen/assay/engine/v1/VerifyResponse.ts';
import { fromProtoLevel, toProtoLevel } from './levels.ts';
import { FlawedAnswer, readVerifiedAnswer, type AnswerFlaw, type AnsweredType } from './verified-answer.ts';

const asOf = '2026-11-27T12:00:00.000Z';

const delivered: VerifyResponse__Output = {
  outcome: 'OUTCOME_DELIVERED',
  data_json: JSON.stringify({ symbol: 'BTC', price: '1', currency: 'USD', asOf }),
  params: { symbol: 'BTC' },
  params_json: '',
  level: 'LEVEL_CONSENSUS',
  origin: 'measured',
  source: 'sandbox.coinbase',
  source_cost_micros: '1',
  total_cost_micros: '2',
  reason: 'two providers agree',
  required: 'LEVEL_SINGLE_SOURCE',
  problem_code: '',
};

/**
 * Returns the name of the flaw for which an answer is refused. Undefined when the answer is accepted. Throws any other
 * error.
 */
function flawOf(response: VerifyResponse__Output, type: AnsweredType): AnswerFlaw | undefined {
  try {
    readVerifiedAnswer(response, type);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code === 'INTERNAL' && thrown.cause instanceof FlawedAnswer) {
      return thrown.cause.flaw;
    }
    throw thrown;
  }
}

test('a complete delivery is read with its level, origin, source, datum and costs', () => {
  expect(readVerifiedAnswer(delivered, spotPrice)).toEqual({
    outcome: 'delivered',
    level: 'consensus',
    origin: 'measured',
    source: 'sandbox.coinbase',
    dataJson: delivered.data_json,
    data: { symbol: 'BTC', price: '1', currency: 'USD', asOf },
    params: { symbol: 'BTC' },
    reason: 'two providers agree',
    sourceCostMicros: 1n,
    totalCostMicros: 2n,
  });
});

test('a refusal is read with the level that was reached and the required one, and without a cost', () => {
  const refusal = {
    ...delivered,
    outcome: 'OUTCOME_REFUSED' as const,
    data_json: '',
    required: 'LEVEL_ANCHORED' as const,
  };
  expect(readVerifiedAnswer(refusal, spotPrice)).toEqual({
    outcome: 'refused',
    reached: 'consensus',
    required: 'anchored',
    problemCode: '',
    params: { symbol: 'BTC' },
    reason: 'two providers agree',
  });
});

/** The types of the properties: a consensus of providers, a single source, and a datum of the chain. */
const types = fc.constantFrom<AnsweredType>(spotPrice, fundingRate, tokenRisk);
const word = fc.string({ minLength: 1, maxLength: 12 });
const cost = fc.bigInt({ min: 0n, max: 10n ** 15n });

/** Complete deliveries of a type: any level that the type can reach, and any required level up to it. */
const deliveryOf = (type: AnsweredType): fc.Arbitrary<VerifyResponse__Output> =>
  fc
    .record({ level: levelUpTo(type.levelCeiling), source: word, reason: fc.string(), cost, more: fc.jsonValue() })
    .chain(({ level, source, reason, cost: micros, more }) =>
      levelUpTo(level).map((required) => ({
        ...delivered,
        level: toProtoLevel(level),
        required: toProtoLevel(required),
        origin: type.origin,
        source,
        reason,
        source_cost_micros: String(micros / 2n),
        total_cost_micros: String(micros),
        data_json: JSON.stringify({ more, ...('slot' in type.data.shape ? { slot: 7 } : { asOf }) }),
      })),
    );

function levelUpTo(ceiling: Level): fc.Arbitrary<Level> {
  return fc.constantFrom(...levels.filter((level) => reaches(ceiling, level)));
}

/** Complete answers without a datum. A refusal may have reached a level below the required one. */
const undelivered: fc.Arbitrary<VerifyResponse__Output> = fc
  .record({
    outcome: fc.constantFrom('OUTCOME_REFUSED' as const, 'OUTCOME_NO_SOURCE' as const, 'OUTCOME_FAILED' as const),
    reason: fc.string(),
    problem_code: fc.constantFrom('', 'not_open'),
    cost,
  })
  .map(({ cost: micros, ...facts }) => ({
    ...delivered,
    ...facts,
    data_json: '',
    level: facts.outcome === 'OUTCOME_REFUSED' ? 'LEVEL_SINGLE_SOURCE' : 'LEVEL_UNSPECIFIED',
    required: 'LEVEL_CONSENSUS',
    total_cost_micros: String(micros),
  }));

test('every complete answer is read', () => {
  fc.assert(
    fc.property(
      types.chain((type) => fc.tuple(fc.constant(type), fc.oneof(deliveryOf(type), undelivered))),
      ([type, response]) => expect(flawOf(response, type)).toBeUndefined(),
    ),
  );
});

type Change = (response: VerifyResponse__Output, type: AnsweredType) => Partial<VerifyResponse__Output>;

const dataOf = ({ data_json: json }: VerifyResponse__Output): Record<string, unknown> =>
  JSON.parse(json) as Record<string, unknown>;
const untimed = (response: VerifyResponse__Output, time: object): Partial<VerifyResponse__Output> => {
  const { asOf: _asOf, slot: _slot, ...rest } = dataOf(response);
  return { data_json: JSON.stringify({ ...rest, ...time }) };
};

/** Each change of a complete delivery, with the name of the flaw that it makes. */
const changesOfDeliveries: readonly (readonly [string, AnswerFlaw, Change])[] = [
  ['no outcome', 'outcome_missing', () => ({ outcome: 'OUTCOME_UNSPECIFIED' })],
  ['a datum without a level', 'level_missing', () => ({ level: 'LEVEL_UNSPECIFIED' })],
  ['another origin', 'origin_wrong', () => ({ origin: 'guessed' })],
  ['no origin', 'origin_wrong', () => ({ origin: '' })],
  ['no source', 'source_missing', () => ({ source: '' })],
  ['no datum', 'datum_missing', () => ({ data_json: '' })],
  ['a datum that is cut', 'datum_malformed', ({ data_json: json }) => ({ data_json: json.slice(0, -1) })],
  ['a datum that is a list', 'datum_malformed', () => ({ data_json: '[1]' })],
  ['a datum of null', 'datum_malformed', () => ({ data_json: 'null' })],
  ['a datum without a time', 'datum_without_time', (response) => untimed(response, {})],
  ['a time in words', 'datum_without_time', (response) => untimed(response, { asOf: 'now', slot: 'now' })],
  ['a time of null', 'datum_without_time', (response) => untimed(response, { asOf: null, slot: null })],
  ['a slot below zero', 'datum_without_time', (response) => untimed(response, { slot: -1 })],
  ['a negative cost', 'cost_negative', () => ({ total_cost_micros: '-1' })],
  ['a negative cost of the source', 'cost_negative', () => ({ source_cost_micros: '-1' })],
  ['a refusal with a datum', 'datum_undelivered', () => ({ outcome: 'OUTCOME_REFUSED', level: 'LEVEL_UNSPECIFIED' })],
  ['no_source with a datum', 'datum_undelivered', () => ({ outcome: 'OUTCOME_NO_SOURCE' })],
  ['a failure with a datum', 'datum_undelivered', () => ({ outcome: 'OUTCOME_FAILED' })],
  ['a refusal at the required level', 'level_of_refusal', () => ({ outcome: 'OUTCOME_REFUSED', data_json: '' })],
  ['no_source with a level', 'level_without_answer', () => ({ outcome: 'OUTCOME_NO_SOURCE', data_json: '' })],
];

test.each(changesOfDeliveries)('any delivery changed to have %s is refused as %s', (_title, flaw, change) => {
  fc.assert(
    fc.property(
      types.chain((type) => fc.tuple(fc.constant(type), deliveryOf(type))),
      ([type, response]) => expect(flawOf({ ...response, ...change(response, type) }, type)).toBe(flaw),
    ),
  );
});

test.each(levels)(
  'a level above the ceiling, or below the required one, is refused whatever the outcome is (%s)',
  (level) => {
    fc.assert(
      fc.property(
        types.chain((type) => fc.tuple(fc.constant(type), fc.oneof(deliveryOf(type), undelivered))),
        ([type, response]) => {
          const flaw = flawOf({ ...response, level: toProtoLevel(level) }, type);
          if (!reaches(type.levelCeiling, level)) {
            expect(flaw).toBe('level_above_ceiling');
          } else if (response.outcome === 'OUTCOME_DELIVERED') {
            const required = fromProtoLevel(response.required) ?? 'single_source';
            expect(flaw).toBe(reaches(level, required) ? undefined : 'level_below_required');
          }
        },
      ),
    );
  },
);

test('any message at all is refused by name, or read as an answer that is complete', () => {
  const text = fc.oneof(
    fc.constant(''),
    fc.constantFrom('measured', 'derived', delivered.data_json, '{"slot":1}'),
    word,
  );
  const message = fc.record({
    outcome: fc.constantFrom(
      'OUTCOME_UNSPECIFIED' as const,
      'OUTCOME_DELIVERED' as const,
      'OUTCOME_REFUSED' as const,
      'OUTCOME_NO_SOURCE' as const,
      'OUTCOME_FAILED' as const,
    ),
    data_json: text,
    params: fc.constant({}),
    params_json: fc.constantFrom('', '{}', '{"token":"SOL"}'),
    level: fc.constantFrom('LEVEL_UNSPECIFIED' as const, ...levels.map(toProtoLevel)),
    origin: text,
    source: text,
    source_cost_micros: fc.bigInt({ min: -2n, max: 9n }).map(String),
    total_cost_micros: fc.bigInt({ min: -2n, max: 9n }).map(String),
    reason: text,
    required: fc.constantFrom('LEVEL_UNSPECIFIED' as const, ...levels.map(toProtoLevel)),
    problem_code: text,
  });
  fc.assert(
    fc.property(message, types, (response, type) => {
      if (flawOf(response, type) !== undefined) {
        return;
      }
      const answer = readVerifiedAnswer(response, type);
      if (answer.outcome !== 'delivered') {
        expect(response.data_json).toBe('');
        expect('totalCostMicros' in answer).toBe(false);
        return;
      }
      expect(reaches(type.levelCeiling, answer.level)).toBe(true);
      expect(answer.totalCostMicros >= 0n && answer.source !== '' && answer.origin === type.origin).toBe(true);
      expect(answer.data['asOf'] ?? answer.data['slot']).toBeDefined();
    }),
    { numRuns: 1_000 },
  );
});

test('a level stays the same after encoding and decoding, and an unspecified level is undefined', () => {
  for (const level of levels) {
    expect(fromProtoLevel(toProtoLevel(level))).toBe(level);
  }
  expect(fromProtoLevel('LEVEL_UNSPECIFIED')).toBeUndefined();
});
