import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { judgeLevel, type LevelQuestion, type Relation } from './levels.ts';

/**
 * The rules as they are stated to callers, written down here a second time and by other means: whole basis points instead
 * of decimals, sets that are tried out one by one instead of a search. Nothing of the engine is used.
 */
type World = {
  /** What every source says, in basis points above a common price; undefined for one that gave nothing to compare. */
  readonly says: readonly (number | undefined)[];
  readonly related: readonly (readonly Relation[])[];
  readonly reference:
    | { readonly at: number; readonly confidence: number; readonly related: readonly Relation[] }
    | undefined;
};

const base = 1_000_000;
const toleranceBps = 50;

const priceAt = (bps: number): number => base + bps * (base / 10_000);

function near(one: number, other: number): boolean {
  const [low, high] = [Math.min(priceAt(one), priceAt(other)), Math.max(priceAt(one), priceAt(other))];
  return (high - low) * 10_000 <= low * toleranceBps;
}

/** The most members that a set of mutually independent ones can have, by trying all of them. */
function mostIndependent(members: readonly number[], related: World['related']): number {
  let most = 0;
  for (let set = 0; set < 1 << members.length; set += 1) {
    const chosen = members.filter((_member, bit) => (set & (1 << bit)) !== 0);
    const mutual = chosen.every((one) =>
      chosen.every((other) => one === other || related[one]?.[other] === 'independent'),
    );
    most = mutual ? Math.max(most, chosen.length) : most;
  }
  return most;
}

type Level = 'anchored' | 'consensus' | 'single_source';

function levelByTheRules(world: World, place: number): Level | 'refused' {
  const own = world.says[place] as number;
  const others = world.says.flatMap((said, index) => (said === undefined || index === place ? [] : [index]));
  const relationTo = (index: number): Relation => world.related[place]?.[index] ?? 'unknown';
  const isNear = (index: number): boolean => near(own, world.says[index] as number);

  const confirming = others.filter((index) => isNear(index) && relationTo(index) === 'independent');
  const contradicting = others.filter((index) => !isNear(index) && relationTo(index) !== 'shared_upstream');
  const provenAgainst = contradicting.filter((index) => relationTo(index) === 'independent');
  const unknownAgainst = contradicting.some((index) => relationTo(index) === 'unknown');
  const votesFor = 1 + mostIndependent(confirming, world.related);
  const votesAgainst = mostIndependent(provenAgainst, world.related) + Number(unknownAgainst);

  if (world.reference !== undefined) {
    const { at, confidence, related } = world.reference;
    const withReference = related[place] ?? 'unknown';
    const reached = near(own, at) || Math.abs(priceAt(own) - priceAt(at)) <= 3 * confidence;
    if (!reached) {
      return 'refused';
    }
    if (reached && withReference === 'independent' && votesFor + 1 > votesAgainst) {
      return 'anchored';
    }
  }
  if (votesFor >= 2 && votesFor > votesAgainst) {
    return 'consensus';
  }
  return votesAgainst === 0 ? 'single_source' : 'refused';
}

const strength = { anchored: 3, consensus: 2, single_source: 1, refused: 0 } as const;

function expected(world: World): { readonly level: Level; readonly place: number } | 'refused' | 'nothing' {
  const places = world.says.flatMap((said, index) => (said === undefined ? [] : [index]));
  const levels = places.map((place) => ({ place, level: levelByTheRules(world, place) }));
  const best = levels.reduce<(typeof levels)[number] | undefined>(
    (most, each) => (most === undefined || strength[each.level] > strength[most.level] ? each : most),
    undefined,
  );
  if (best === undefined) {
    return 'nothing';
  }
  return best.level === 'refused' ? 'refused' : { level: best.level, place: best.place };
}

/** What sources do: the first two say something that counts, all others give nothing to compare. */
const doings = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -20, max: 20 }) },
  { weight: 2, arbitrary: fc.constantFrom(49, 50, 51, -50, -51, 300, -300) },
  { weight: 2, arbitrary: fc.constant(300) },
  { weight: 1, arbitrary: fc.constantFrom('late', 'stale', 'down', 'garbage').map(() => undefined) },
);
const relations = fc.constantFrom<Relation>('independent', 'independent', 'shared_upstream', 'unknown');

const worlds = fc.integer({ min: 1, max: 6 }).chain((count) =>
  fc
    .record({
      says: fc.array(doings, { minLength: count, maxLength: count }),
      pairs: fc.array(relations, { minLength: count * count, maxLength: count * count }),
      reference: fc.option(
        fc.record({
          at: fc.constantFrom(0, 10, 60, 300, -300),
          confidence: fc.constantFrom(0, 100, 5_000),
          related: fc.array(relations, { minLength: count, maxLength: count }),
        }),
        { nil: undefined },
      ),
    })
    .map(({ says, pairs, reference }): World => {
      const related = says.map((_one, one) =>
        says.map((_other, other) => pairs[Math.min(one, other) * count + Math.max(one, other)] ?? 'unknown'),
      );
      return { says, related, reference };
    }),
);

function questionOf(world: World): { readonly question: LevelQuestion; readonly places: readonly number[] } {
  const places = world.says.flatMap((said, index) => (said === undefined ? [] : [index]));
  const { reference } = world;
  return {
    places,
    question: {
      answers: places.map((place) => ({ name: String(place), value: String(priceAt(world.says[place] as number)) })),
      ...(reference === undefined
        ? {}
        : {
            reference: { name: 'ref', value: String(priceAt(reference.at)), confidence: String(reference.confidence) },
          }),
      toleranceBps,
      relation: (one, other) => {
        const [left, right] = one === 'ref' ? [other, one] : [one, other];
        return right === 'ref'
          ? (reference?.related[Number(left)] ?? 'unknown')
          : (world.related[Number(left)]?.[Number(right)] ?? 'unknown');
      },
    },
  };
}

test('whatever sources do, the level is the one that the stated rules give', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(worlds, (world) => {
      const { question, places } = questionOf(world);
      const judged = judgeLevel(question);
      const wanted = expected(world);
      const found =
        judged === undefined
          ? 'nothing'
          : judged.kind === 'conflict'
            ? 'refused'
            : { level: judged.level, place: places[judged.place] };
      expect(found).toEqual(wanted);
      const name = typeof wanted === 'string' ? wanted : wanted.level;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }),
    { numRuns: 5_000 },
  );
  // The worlds must not avoid any of the outcomes, or the comparison would say less than it seems to.
  for (const outcome of ['anchored', 'consensus', 'single_source', 'refused', 'nothing']) {
    expect(seen.get(outcome) ?? 0).toBeGreaterThan(50);
  }
});

test('sources that all share one upstream never make a consensus, however many agree', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 8 }),
      fc.array(fc.constantFrom<Relation>('shared_upstream', 'unknown'), { minLength: 64, maxLength: 64 }),
      fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 8, maxLength: 8 }),
      (count, pairs, offsets) => {
        const says = offsets.slice(0, count);
        const related = says.map((_one, one) =>
          says.map((_other, other) => pairs[Math.min(one, other) * 8 + Math.max(one, other)] ?? 'unknown'),
        );
        const judged = judgeLevel(questionOf({ says, related, reference: undefined }).question);
        expect(judged).toMatchObject({ kind: 'level', level: 'single_source' });
      },
    ),
    { numRuns: 1_000 },
  );
});

test('liars in company do not win against more who are independent, nor does a crowd of copies', () => {
  const liars = [300, 300, 300, 0, 0];
  const relation = (one: number, other: number): Relation => (one < 3 && other < 3 ? 'shared_upstream' : 'independent');
  const related = liars.map((_one, one) => liars.map((_other, other) => relation(one, other)));
  const { question } = questionOf({ says: liars, related, reference: undefined });
  expect(judgeLevel(question)).toMatchObject({ kind: 'level', level: 'consensus', place: 3 });
});

test('a source that shares the upstream of the reference is never anchored by it', () => {
  const { question } = questionOf({
    says: [0],
    related: [['unknown']],
    reference: { at: 0, confidence: 0, related: ['shared_upstream'] },
  });
  expect(judgeLevel(question)).toMatchObject({ level: 'single_source' });
});

test('a reference that contradicts lets nothing pass, not even a copy of itself that others confirm', () => {
  const independent: Relation[] = ['independent', 'independent'];
  const { question } = questionOf({
    says: [0, 0],
    related: [independent, independent],
    reference: { at: 300, confidence: 0, related: ['shared_upstream', 'independent'] },
  });
  expect(judgeLevel(question)).toMatchObject({ kind: 'conflict' });
});

test('numbers with different counts of decimals are compared exactly, to the last basis point', () => {
  const judge = (one: string, other: string) =>
    judgeLevel({
      answers: [
        { name: 'a', value: one },
        { name: 'b', value: other },
      ],
      toleranceBps,
      relation: () => 'independent',
    });
  expect(judge('100', '100.5')).toMatchObject({ level: 'consensus' });
  expect(judge('100', '100.500000000000000001')).toMatchObject({ kind: 'conflict' });
  expect(judge('0.00000002', '0.000000020100')).toMatchObject({ level: 'consensus' });
  expect(judge('0.00000002', '0.0000000201000001')).toMatchObject({ kind: 'conflict' });
});
