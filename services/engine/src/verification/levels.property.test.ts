import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { judgeLevel, type LevelQuestion } from './levels.ts';
import type { PairVerdict } from '@assay/catalog/outcomes';

/**
 * The input of a second implementation of the published rules, with which the test compares the engine's. It uses whole
 * basis points instead of decimals, and tries all subsets instead of searching. It uses none of the engine's code.
 */
type LevelScene = {
  /** The answer of every source, in basis points above a common price. Undefined for a source that does not answer. */
  readonly values: readonly (number | undefined)[];
  readonly related: readonly (readonly PairVerdict[])[];
  /**
   * For each pair of sources, the bound in percent on the share that they have in common. When absent, no pair needs a
   * bound.
   */
  readonly shared?: readonly (readonly number[])[];
  readonly reference:
    | {
        readonly at: number;
        readonly confidence: number;
        readonly movementBps: number;
        readonly related: readonly PairVerdict[];
        readonly shared?: readonly number[];
      }
    | undefined;
};

const base = 1_000_000;
const toleranceBps = 50;

const priceAt = (bps: number): number => base + bps * (base / 10_000);

/**
 * Returns whether two prices agree. Up to `percent` percent of the higher price may be part of the lower price. The
 * prices agree if the higher price is within the tolerance of the rest of the lower one.
 */
function near(a: number, b: number, percent = 0): boolean {
  const [low, high] = [Math.min(priceAt(a), priceAt(b)), Math.max(priceAt(a), priceAt(b))];
  const ownPart = 100 * low - percent * high;
  const itsWeight = 100 - percent;
  return (itsWeight * high - ownPart) * 10_000 <= ownPart * toleranceBps;
}

/** Returns the size of the largest set of mutually independent members. It tries all sets. */
function maxIndependent(members: readonly number[], related: LevelScene['related']): number {
  let best = 0;
  for (let set = 0; set < 1 << members.length; set += 1) {
    const chosen = members.filter((_member, bit) => (set & (1 << bit)) !== 0);
    const mutual = chosen.every((a) => chosen.every((b) => a === b || related[a]?.[b] === 'independent'));
    best = mutual ? Math.max(best, chosen.length) : best;
  }
  return best;
}

type Level = 'anchored' | 'consensus' | 'single_source';

function levelByTheRules(scene: LevelScene, ownIndex: number): Level | 'refused' {
  const own = scene.values[ownIndex] as number;
  const others = scene.values.flatMap((value, index) => (value === undefined || index === ownIndex ? [] : [index]));
  const relationTo = (index: number): PairVerdict => scene.related[ownIndex]?.[index] ?? 'unknown';
  const isNear = (index: number): boolean => near(own, scene.values[index] as number);

  const confirms = (index: number): boolean =>
    near(own, scene.values[index] as number, scene.shared?.[ownIndex]?.[index]);

  const confirming = others.filter((index) => confirms(index) && relationTo(index) === 'independent');
  const contradicting = others.filter((index) => !isNear(index) && relationTo(index) !== 'shared_upstream');
  const provenAgainst = contradicting.filter((index) => relationTo(index) === 'independent');
  const unknownAgainst = contradicting.some((index) => relationTo(index) === 'unknown');
  const votesFor = 1 + maxIndependent(confirming, scene.related);
  const votesAgainst = maxIndependent(provenAgainst, scene.related) + Number(unknownAgainst);

  if (scene.reference !== undefined) {
    const { at, confidence, movementBps, related } = scene.reference;
    const withReference = related[ownIndex] ?? 'unknown';
    const apart = Math.abs(priceAt(own) - priceAt(at));
    const limit = (Math.min(priceAt(own), priceAt(at)) * (toleranceBps + movementBps)) / 10_000;
    const [nearEnd, farEnd] = [Math.max(0, apart - confidence), apart + confidence];
    if (nearEnd > limit) {
      return 'refused';
    }
    const percent = scene.reference.shared?.[ownIndex] ?? 0;
    const [low, high] = [Math.min(priceAt(own), priceAt(at)), Math.max(priceAt(own), priceAt(at))];
    const reduced = (100 * low - percent * high) * toleranceBps + 100 * low * movementBps;
    if (farEnd * 1_000_000 <= reduced && withReference === 'independent' && votesFor + 1 > votesAgainst) {
      return 'anchored';
    }
  }
  if (votesFor >= 2 && votesFor > votesAgainst) {
    return 'consensus';
  }
  return votesAgainst === 0 ? 'single_source' : 'refused';
}

const strength = { anchored: 3, consensus: 2, single_source: 1, refused: 0 } as const;

function expected(scene: LevelScene): { readonly level: Level; readonly index: number } | 'refused' | 'nothing' {
  const indexes = scene.values.flatMap((value, index) => (value === undefined ? [] : [index]));
  const levels = indexes.map((index) => ({ index, level: levelByTheRules(scene, index) }));
  const best = levels.reduce<(typeof levels)[number] | undefined>(
    (best, each) => (best === undefined || strength[each.level] > strength[best.level] ? each : best),
    undefined,
  );
  if (best === undefined) {
    return 'nothing';
  }
  return best.level === 'refused' ? 'refused' : { level: best.level, index: best.index };
}

/**
 * The behaviors of sources. The first three kinds answer with a price, in basis points above the common price. The last
 * kind does not answer.
 */
const behaviors = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -20, max: 20 }) },
  { weight: 2, arbitrary: fc.constantFrom(40, 42, 43, 49, 50, 51, -40, -42, -43, -50, -51, 300, -300) },
  { weight: 2, arbitrary: fc.constant(300) },
  { weight: 1, arbitrary: fc.constantFrom('late', 'stale', 'down', 'garbage').map(() => undefined) },
);
const relations = fc.constantFrom<PairVerdict>('independent', 'independent', 'shared_upstream', 'unknown');

const percents = fc.constantFrom(0, 0, 5, 14, 20, 33, 90);

const scenes = fc.integer({ min: 1, max: 6 }).chain((count) =>
  fc
    .record({
      values: fc.array(behaviors, { minLength: count, maxLength: count }),
      pairs: fc.array(relations, { minLength: count * count, maxLength: count * count }),
      percent: fc.array(percents, { minLength: count * count, maxLength: count * count }),
      reference: fc.option(
        fc.record({
          at: fc.constantFrom(0, 10, 60, 300, -300),
          confidence: fc.constantFrom(0, 100, 2_000, 5_000, 30_000),
          movementBps: fc.constantFrom(0, 0, 10, 50),
          related: fc.array(relations, { minLength: count, maxLength: count }),
          shared: fc.array(percents, { minLength: count, maxLength: count }),
        }),
        { nil: undefined },
      ),
    })
    .map(({ values, pairs, percent, reference }): LevelScene => {
      const ofPairs = <Value>(drawn: readonly Value[], none: Value): Value[][] =>
        values.map((_one, a) => values.map((_other, b) => drawn[Math.min(a, b) * count + Math.max(a, b)] ?? none));
      return { values, related: ofPairs(pairs, 'unknown'), shared: ofPairs(percent, 0), reference };
    }),
);

function questionOf(scene: LevelScene): { readonly question: LevelQuestion; readonly indexes: readonly number[] } {
  const indexes = scene.values.flatMap((value, index) => (value === undefined ? [] : [index]));
  const { reference } = scene;
  return {
    indexes,
    question: {
      answers: indexes.map((index) => ({ name: String(index), value: String(priceAt(scene.values[index] as number)) })),
      ...(reference === undefined
        ? {}
        : {
            reference: {
              name: 'ref',
              value: String(priceAt(reference.at)),
              confidence: String(reference.confidence),
              movementBps: reference.movementBps,
            },
          }),
      toleranceBps,
      relation: (a, b) => {
        const [left, right] = a === 'ref' ? [b, a] : [a, b];
        const index = Number(left);
        const [verdict, percent] =
          right === 'ref'
            ? [reference?.related[index], reference?.shared?.[index]]
            : [scene.related[index]?.[Number(right)], scene.shared?.[index]?.[Number(right)]];
        return { verdict: verdict ?? 'unknown', maxShare: percent === undefined ? null : percent / 100 };
      },
    },
  };
}

test('for all answers and relations the level is the one of the stated rules', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(scenes, (scene) => {
      const { question, indexes } = questionOf(scene);
      const judged = judgeLevel(question);
      const wanted = expected(scene);
      const result =
        judged === undefined
          ? 'nothing'
          : judged.kind === 'conflict'
            ? 'refused'
            : { level: judged.level, index: indexes[judged.index] };
      expect(result).toEqual(wanted);
      const name = typeof wanted === 'string' ? wanted : wanted.level;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }),
    { numRuns: 5_000 },
  );
  // Every outcome must occur often enough, because otherwise the test would prove little.
  for (const outcome of ['anchored', 'consensus', 'single_source', 'refused', 'nothing']) {
    expect(seen.get(outcome) ?? 0).toBeGreaterThan(50);
  }
});

test('sources that all share one upstream never make a consensus, however many agree', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 8 }),
      fc.array(fc.constantFrom<PairVerdict>('shared_upstream', 'unknown'), { minLength: 64, maxLength: 64 }),
      fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 8, maxLength: 8 }),
      (count, pairs, offsets) => {
        const values = offsets.slice(0, count);
        const related = values.map((_one, a) =>
          values.map((_other, b) => pairs[Math.min(a, b) * 8 + Math.max(a, b)] ?? 'unknown'),
        );
        const judged = judgeLevel(questionOf({ values, related, reference: undefined }).question);
        expect(judged).toMatchObject({ kind: 'level', level: 'single_source' });
      },
    ),
    { numRuns: 1_000 },
  );
});

test('two independent sources outvote three copies that agree on a wrong value', () => {
  const values = [300, 300, 300, 0, 0];
  const relation = (a: number, b: number): PairVerdict => (a < 3 && b < 3 ? 'shared_upstream' : 'independent');
  const related = values.map((_one, a) => values.map((_other, b) => relation(a, b)));
  const { question } = questionOf({ values, related, reference: undefined });
  expect(judgeLevel(question)).toMatchObject({ kind: 'level', level: 'consensus', index: 3 });
});

test('a reference never anchors a source of its own upstream', () => {
  const { question } = questionOf({
    values: [0],
    related: [['unknown']],
    reference: { at: 0, confidence: 0, movementBps: 0, related: ['shared_upstream'] },
  });
  expect(judgeLevel(question)).toMatchObject({ level: 'single_source' });
});

test('a reference that contradicts rules out every answer, also one of its own upstream that others confirm', () => {
  const independent: PairVerdict[] = ['independent', 'independent'];
  const { question } = questionOf({
    values: [0, 0],
    related: [independent, independent],
    reference: { at: 300, confidence: 0, movementBps: 0, related: ['shared_upstream', 'independent'] },
  });
  expect(judgeLevel(question)).toMatchObject({ kind: 'conflict' });
});

test('numbers with different counts of decimals are compared exactly, to the last basis point', () => {
  const judge = (a: string, b: string) =>
    judgeLevel({
      answers: [
        { name: 'a', value: a },
        { name: 'b', value: b },
      ],
      toleranceBps,
      relation: () => ({ verdict: 'independent', maxShare: null }),
    });
  expect(judge('100', '100.5')).toMatchObject({ level: 'consensus' });
  expect(judge('100', '100.500000000000000001')).toMatchObject({ kind: 'conflict' });
  expect(judge('0.00000002', '0.000000020100')).toMatchObject({ level: 'consensus' });
  expect(judge('0.00000002', '0.0000000201000001')).toMatchObject({ kind: 'conflict' });
});

/**
 * A truth and two numbers. The first number is wrong: it is `truth` plus `error`. The second number is a mixture of the
 * first one and the truth. `shareParts` is the share of the first number in it. Both are whole numbers, so nothing is
 * rounded.
 */
type Mixture = {
  readonly truth: bigint;
  readonly error: bigint;
  readonly shareParts: bigint;
  readonly boundParts: number;
};

const mixtures = fc
  .record({
    price: fc.bigInt({ min: 1n, max: 10n ** 18n }),
    isHigher: fc.boolean(),
    beyond: fc.oneof(fc.constantFrom(1n, 2n, 10n), fc.bigInt({ min: 1n, max: 10n ** 20n })),
    boundParts: fc.oneof(fc.integer({ min: 0, max: 3_400 }), fc.integer({ min: 0, max: 10_000 })),
    part: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ price, isHigher, beyond, boundParts, part }): Mixture => {
    const truth = price * 20_100n;
    // `allowed` is the largest error within the tolerance, in basis points of the smaller number. This is the truth if
    // the error is upward, and the wrong number if it is downward. Both values are exact, because the truth is a
    // multiple of 201 and 200.
    const allowed = isHigher ? truth / 200n : truth / 201n;
    const down = beyond < truth - allowed ? allowed + beyond : truth - 1n;
    return {
      truth,
      error: isHigher ? allowed + beyond : -down,
      shareParts: BigInt(Math.floor((boundParts * part) / 100)),
      boundParts,
    };
  });

test('an error beyond the tolerance is never confirmed by a number that contains up to the bound of it', () => {
  let within = 0;
  fc.assert(
    fc.property(mixtures, ({ truth, error, shareParts, boundParts }) => {
      const wrong = 10_000n * (truth + error);
      const mixed = 10_000n * truth + shareParts * error;
      const relation = () => ({ verdict: 'independent', maxShare: boundParts / 10_000 }) as const;
      const answers = [
        { name: 'wrong', value: String(wrong) },
        { name: 'mixed', value: String(mixed) },
      ];
      const judged = judgeLevel({ answers, toleranceBps, relation });
      within += judged?.kind === 'level' ? 1 : 0;
      expect(judged).not.toMatchObject({ level: 'consensus' });
      for (const [own, other] of [answers, answers.toReversed()]) {
        const reference = { name: 'ref', value: other?.value ?? '', confidence: '0', movementBps: 0 };
        const anchored = judgeLevel({ answers: own === undefined ? [] : [own], reference, toleranceBps, relation });
        expect(anchored).not.toMatchObject({ level: 'anchored' });
      }
    }),
    { numRuns: 5_000 },
  );
  // Some mixtures must lie within the plain tolerance, because only the bound on the shared part can reject these.
  expect(within).toBeGreaterThan(200);
});

test('between the reduced tolerance and the tolerance a number counts on neither side', () => {
  const judge = (value: string, maxShare: number | null) =>
    judgeLevel({
      answers: [
        { name: 'a', value: '100000' },
        { name: 'b', value },
      ],
      toleranceBps,
      relation: () => ({ verdict: 'independent', maxShare }),
    });
  expect(judge('100399', 0.2)).toMatchObject({ level: 'consensus' });
  expect(judge('100401', 0.2)).toMatchObject({ level: 'single_source', support: { tooSharedToConfirm: [1] } });
  expect(judge('100500', 0.2)).toMatchObject({ level: 'single_source', support: { groupsAgainst: 0 } });
  expect(judge('100501', 0.2)).toMatchObject({ kind: 'conflict' });
  expect(judge('100500', null)).toMatchObject({ level: 'consensus' });
  expect(judge('100000', 1)).toMatchObject({ level: 'single_source' });
});
