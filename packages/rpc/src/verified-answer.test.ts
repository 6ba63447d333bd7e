import spotPrice from '@assay/catalog/types/spot-price/type';
import tokenRisk from '@assay/catalog/types/chain-token-risk/type';
import fundingRate from '@assay/catalog/types/funding-rate/type';
import { levels, reaches, type Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Decision__Output } from './gen/assay/events/v1/Decision.ts';
import { decisionWith, responseWith } from './testing/answers.ts';
import { datumOf, FlawedAnswer, readVerifiedAnswer, type AnswerFlaw, type AnsweredType } from './verified-answer.ts';

const asOf = '2026-11-27T12:00:00.000Z';

const delivered = decisionWith({
  type: spotPrice.id,
  params_json: '{"symbol":"BTC"}',
  outcome: 'delivered',
  data_json: JSON.stringify({ symbol: 'BTC', price: '1', currency: 'USD', asOf }),
  level: 'consensus',
  required: 'single_source',
  origin: 'measured',
  source: 'sandbox.coinbase',
  source_cost_micros: 1,
  total_cost_micros: 2,
  reason: 'two providers agree',
});

/** Reads a decision in the response of an engine. */
function read(decision: Decision__Output, type: AnsweredType) {
  return readVerifiedAnswer({ ...responseWith({}), decision }, type);
}

/**
 * Returns the name of the flaw for which an answer is refused. Undefined when the answer is accepted. Throws any other
 * error.
 */
function flawOf(decision: Decision__Output, type: AnsweredType): AnswerFlaw | undefined {
  try {
    read(decision, type);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code === 'INTERNAL' && thrown.cause instanceof FlawedAnswer) {
      return thrown.cause.flaw;
    }
    throw thrown;
  }
}

test('a complete delivery is its decision, and its datum can be read', () => {
  expect(read(delivered, spotPrice)).toBe(delivered);
  expect(datumOf(delivered)).toEqual({ symbol: 'BTC', price: '1', currency: 'USD', asOf });
});

test('a complete refusal is its decision, with the level that was reached and the required one', () => {
  const refusal = { ...delivered, outcome: 'refused', data_json: '', required: 'anchored' };
  expect(read(refusal, spotPrice)).toBe(refusal);
});

/**
 * The data types with which the properties are checked: one answered by a consensus of providers, one by a single
 * source, and one from the chain.
 */
const types = fc.constantFrom<AnsweredType>(spotPrice, fundingRate, tokenRisk);
const word = fc.string({ minLength: 1, maxLength: 12 });
const cost = fc.bigInt({ min: 0n, max: 10n ** 15n });

/** Complete deliveries of a type: any level that the type can reach, and any required level up to it. */
const deliveryOf = (type: AnsweredType): fc.Arbitrary<Decision__Output> =>
  fc
    .record({ level: levelUpTo(type.levelCeiling), source: word, reason: fc.string(), cost, more: fc.jsonValue() })
    .chain(({ level, source, reason, cost: micros, more }) =>
      levelUpTo(level).map((required) => ({
        ...delivered,
        type: type.id,
        level,
        required,
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
const undeliveredOf = (type: AnsweredType): fc.Arbitrary<Decision__Output> =>
  fc
    .record({
      outcome: fc.constantFrom('refused', 'no_source', 'failed'),
      reason: fc.string(),
      problem_code: fc.constantFrom('', 'not_open'),
      cost,
    })
    .map(({ cost: micros, ...facts }) => ({
      ...delivered,
      ...facts,
      type: type.id,
      data_json: '',
      level: facts.outcome === 'refused' ? 'single_source' : '',
      required: 'consensus',
      total_cost_micros: String(micros),
    }));

/** A type, and a complete answer to a question of the type. */
const answers = types.chain((type) => fc.tuple(fc.constant(type), fc.oneof(deliveryOf(type), undeliveredOf(type))));

test('every complete answer is read', () => {
  fc.assert(fc.property(answers, ([type, decision]) => expect(flawOf(decision, type)).toBeUndefined()));
});

type Change = (decision: Decision__Output, type: AnsweredType) => Partial<Decision__Output>;

const untimed = (decision: Decision__Output, time: object): Partial<Decision__Output> => {
  const { asOf: _asOf, slot: _slot, ...rest } = datumOf(decision);
  return { data_json: JSON.stringify({ ...rest, ...time }) };
};

/** Each change of a complete delivery, with the name of the flaw that it makes. */
const changesOfDeliveries: readonly (readonly [string, AnswerFlaw, Change])[] = [
  ['no outcome', 'outcome_missing', () => ({ outcome: '' })],
  ['an outcome of a later version', 'outcome_missing', () => ({ outcome: 'postponed' })],
  ['another type', 'type_wrong', () => ({ type: 'game.players' })],
  ['no type', 'type_wrong', () => ({ type: '' })],
  ['no parameters', 'params_malformed', () => ({ params_json: '' })],
  ['parameters in a list', 'params_malformed', () => ({ params_json: '[]' })],
  ['a level of a later version', 'level_unknown', () => ({ level: 'notarized' })],
  ['a required level of a later version', 'level_unknown', () => ({ required: 'notarized' })],
  ['no required level', 'level_unknown', () => ({ required: '' })],
  ['a datum without a level', 'level_missing', () => ({ level: '' })],
  ['another origin', 'origin_wrong', () => ({ origin: 'guessed' })],
  ['no origin', 'origin_wrong', () => ({ origin: '' })],
  ['no source', 'source_missing', () => ({ source: '' })],
  ['no datum', 'datum_missing', () => ({ data_json: '' })],
  ['a datum that is cut', 'datum_malformed', ({ data_json: json }) => ({ data_json: json.slice(0, -1) })],
  ['a datum that is a list', 'datum_malformed', () => ({ data_json: '[1]' })],
  ['a datum of null', 'datum_malformed', () => ({ data_json: 'null' })],
  ['a datum without a time', 'datum_without_time', (decision) => untimed(decision, {})],
  ['a time in words', 'datum_without_time', (decision) => untimed(decision, { asOf: 'now', slot: 'now' })],
  ['a time of null', 'datum_without_time', (decision) => untimed(decision, { asOf: null, slot: null })],
  ['a slot below zero', 'datum_without_time', (decision) => untimed(decision, { slot: -1 })],
  ['a negative cost', 'cost_negative', () => ({ total_cost_micros: '-1' })],
  ['a negative cost of the source', 'cost_negative', () => ({ source_cost_micros: '-1' })],
  ['a refusal with a datum', 'datum_undelivered', () => ({ outcome: 'refused', level: '' })],
  ['no_source with a datum', 'datum_undelivered', () => ({ outcome: 'no_source' })],
  ['a failure with a datum', 'datum_undelivered', () => ({ outcome: 'failed' })],
  ['a refusal at the required level', 'level_of_refusal', () => ({ outcome: 'refused', data_json: '' })],
  ['no_source with a level', 'level_without_answer', () => ({ outcome: 'no_source', data_json: '' })],
];

test.each(changesOfDeliveries)('any delivery changed to have %s is refused as %s', (_title, flaw, change) => {
  fc.assert(
    fc.property(
      types.chain((type) => fc.tuple(fc.constant(type), deliveryOf(type))),
      ([type, decision]) => expect(flawOf({ ...decision, ...change(decision, type) }, type)).toBe(flaw),
    ),
  );
});

test.each(levels)(
  'a level above the ceiling, or below the required one, is refused whatever the outcome is (%s)',
  (level) => {
    fc.assert(
      fc.property(answers, ([type, decision]) => {
        const flaw = flawOf({ ...decision, level }, type);
        if (!reaches(type.levelCeiling, level)) {
          expect(flaw).toBe('level_above_ceiling');
        } else if (decision.outcome === 'delivered') {
          expect(flaw).toBe(reaches(level, decision.required as Level) ? undefined : 'level_below_required');
        }
      }),
    );
  },
);

test('any message at all is refused by name, or read as an answer that is complete', () => {
  const text = fc.oneof(
    fc.constant(''),
    fc.constantFrom('measured', 'derived', delivered.data_json, '{"slot":1}'),
    word,
  );
  const anyLevel = fc.constantFrom('', 'notarized', ...levels);
  const message = fc.record({
    type: fc.constantFrom('', spotPrice.id, fundingRate.id, tokenRisk.id),
    outcome: fc.constantFrom('', 'delivered', 'refused', 'no_source', 'failed', 'missing_param'),
    data_json: text,
    params_json: fc.constantFrom('', '{', '[]', '{}', '{"token":"SOL"}'),
    level: anyLevel,
    required: anyLevel,
    origin: text,
    source: text,
    source_cost_micros: fc.bigInt({ min: -2n, max: 9n }).map(String),
    total_cost_micros: fc.bigInt({ min: -2n, max: 9n }).map(String),
    reason: text,
    problem_code: text,
  });
  fc.assert(
    fc.property(message, types, (fields, type) => {
      const decision = { ...delivered, ...fields };
      if (flawOf(decision, type) !== undefined) {
        return;
      }
      const answer = read(decision, type);
      expect([answer.type, levels.includes(answer.required)]).toEqual([type.id, true]);
      if (answer.outcome !== 'delivered') {
        expect(decision.data_json).toBe('');
        return;
      }
      expect(reaches(type.levelCeiling, answer.level)).toBe(true);
      expect(answer.source !== '' && answer.origin === type.origin).toBe(true);
      expect(BigInt(answer.source_cost_micros) >= 0n && BigInt(answer.total_cost_micros) >= 0n).toBe(true);
      expect(datumOf(answer)['asOf'] ?? datumOf(answer)['slot']).toBeDefined();
    }),
    { numRuns: 1_000 },
  );
});
