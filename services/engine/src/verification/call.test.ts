import { expect, test } from '@jest/globals';
import type { Level } from '@assay/catalog/define';
import { rootContext } from '@assay/rpc/context';
import { attemptBounds, liveCatalog } from '../catalog/live-catalog.ts';
import type { Fetched } from '@assay/providers/fetch';
import type { Reference, ReferenceReading } from './reference.ts';
import { catalogOf, priceAnswer, priced, priceType, providerOf } from '@assay/providers/testing/test-providers';
import {
  nothingKnown,
  openTestSources,
  pairOf,
  portsOf,
  monotonicStartMs,
  startMs,
  type TestSources,
} from '../testing/test-sources.ts';
import type { PairVerdict } from '@assay/catalog/outcomes';
import type { EngineAnswer } from './answer.ts';
import { verify, type VerifyPorts } from './verify.ts';

const anchorable = { ...priceType, levelCeiling: 'anchored', levelCeilingReason: null } as const;

function worldOf(prices: Readonly<Record<string, string | Fetched>>): TestSources {
  return openTestSources(
    Object.fromEntries(
      Object.entries(prices).map(([id, price]) => [
        id,
        () => (typeof price === 'string' ? priced(price, startMs) : price),
      ]),
    ),
  );
}

function referenceAt(value: string | undefined, detail = ''): Reference {
  const reading: ReferenceReading = {
    provider: 'ref',
    askedAtMs: startMs,
    receivedAtMs: startMs,
    outcome: value === undefined ? 'stale' : 'ok',
    ...(value === undefined ? {} : { estimate: { value, confidence: '0', movementBps: 0 } }),
    dataJson: '{}',
    detail,
    httpStatus: 200,
    costMicros: 30n,
  };
  return { id: 'ref', upstreamProvider: 'a', maxCostMicros: 60n, covers: () => true, read: async () => reading };
}

function ask(
  world: TestSources,
  relation: (a: string, b: string) => PairVerdict,
  options: { readonly required?: Level; readonly reference?: Reference; readonly ports?: Partial<VerifyPorts> } = {},
): Promise<EngineAnswer> {
  const { required = 'single_source', reference, ports = {} } = options;
  const type = reference === undefined ? priceType : anchorable;
  const question = { type: priceType.id, params: { symbol: 'BTC' }, required };
  return verify(question, rootContext(9_000, monotonicStartMs), {
    ...portsOf(world),
    catalog: catalogOf(type),
    references: reference === undefined ? new Map() : new Map([[type.id, reference]]),
    pair: (_type, a, b) => pairOf(a, b, relation(a, b)),
    ...ports,
  });
}

const independent = (): PairVerdict => 'independent';
const unknown = (): PairVerdict => 'unknown';

test('a call asks two peers that are measured to be independent, and no more', async () => {
  const world = worldOf({ a: '100', b: '100.1', c: '99.9', d: '100', e: '100' });
  const result = await ask(world, independent, { required: 'consensus' });
  expect(world.sent).toEqual(['a', 'b', 'c']);
  expect(result).toMatchObject({
    outcome: 'delivered',
    level: 'consensus',
    totalCostMicros: 300n,
    reason: 'a, b and c, measured to be independent, agree',
  });
});

test('two sources that can confirm each other come before an unmeasured one', async () => {
  const world = worldOf({ a: '100', b: '100', c: '100' });
  const known = (a: string, b: string): PairVerdict => ([a, b].includes('a') ? 'unknown' : 'independent');
  const result = await ask(world, known, { required: 'consensus' });
  expect(world.sent).toEqual(['b', 'c']);
  expect(result).toMatchObject({ outcome: 'delivered', level: 'consensus' });
});

test('copies of the source are not chosen as peers', async () => {
  const world = worldOf({ a: '100', b: '100', c: '100', d: '100' });
  const copies = (a: string, b: string): PairVerdict =>
    ['a', 'b', 'c'].includes(a) && ['a', 'b', 'c'].includes(b) ? 'shared_upstream' : 'independent';
  await ask(world, copies);
  expect(world.sent).toEqual(['a', 'd']);
});

test('an outvoted source is not delivered, and the reason names it and its difference', async () => {
  const result = await ask(worldOf({ a: '103', b: '100', c: '100' }), independent);
  expect(result).toMatchObject({ outcome: 'delivered', level: 'consensus' });
  expect(result.used?.provider).toBe('b');
  expect(result.reason).toBe('b and c, measured to be independent, agree; outvoted: a by 300.0 basis points');
});

test('every attempt that was compared says how far its number is from the source', async () => {
  const result = await ask(worldOf({ a: '103', b: '100', c: '100.0007' }), independent, {
    reference: referenceAt('100.2'),
  });
  expect(result.attempts.map(({ role, differenceBps }) => [role, differenceBps])).toEqual([
    ['peer', '300'],
    ['source', undefined],
    ['peer', '0.07'],
    ['reference', '20'],
  ]);
});

test('a conflict among the first answers makes the call ask two more peers', async () => {
  const world = worldOf({ a: '100', b: '103', c: '106', d: '100', e: '100' });
  const result = await ask(world, independent);
  expect(world.sent).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(result).toMatchObject({ outcome: 'delivered', level: 'consensus' });
});

test('a conflict without a majority is a refusal without a level, and the reason names who disagrees by how much', async () => {
  const result = await ask(worldOf({ a: '100', b: '103' }), independent);
  expect(result.outcome).toBe('refused');
  expect(result.level).toBeUndefined();
  expect(result.reason).toBe(
    'sources contradict one another without a majority: a is contradicted by b by 300.0 basis points; up to 100 basis points count as agreement',
  );
});

test('a call asks one unmeasured peer, which cannot confirm but can contradict', async () => {
  const agreeing = worldOf({ a: '100', b: '100', c: '100' });
  expect(await ask(agreeing, unknown)).toMatchObject({
    outcome: 'delivered',
    level: 'single_source',
    reason:
      'one source answered and nothing independent of it confirmed it: the independence of b has not been measured on this asset yet',
  });
  expect(agreeing.sent).toEqual(['a', 'b']);
  expect((await ask(worldOf({ a: '100', b: '103' }), unknown)).outcome).toBe('refused');
});

test('a reference that agrees anchors an answer, and its cost counts', async () => {
  const result = await ask(worldOf({ a: '100', b: '100' }), independent, {
    required: 'anchored',
    reference: referenceAt('100.2'),
  });
  expect(result).toMatchObject({ outcome: 'delivered', level: 'anchored', totalCostMicros: 230n });
  expect(result.reason).toBe('the price account on chain agrees (20.0 basis points apart), and so does b');
  expect(result.pairs).toContainEqual(pairOf('a', 'ref', 'independent'));
});

test('the reason of a level or a refusal names a signed price as such', async () => {
  const signed = (value: string): Reference => {
    const account = referenceAt(value);
    const description = 'the signed price of Pyth';
    return { ...account, read: async (...asked) => ({ ...(await account.read(...asked)), description }) };
  };
  const world = worldOf({ a: '100', b: '100' });
  const agreeing = await ask(world, independent, { reference: signed('100.2') });
  expect(agreeing.reason).toMatch(/^the signed price of Pyth agrees/);
  const apart = await ask(world, independent, { reference: signed('103') });
  expect(apart.reason).toMatch(/^the signed price of Pyth contradicts a /);
});

test('a reference that contradicts makes a refusal, even when all sources agree', async () => {
  const result = await ask(worldOf({ a: '100', b: '100', c: '100' }), independent, {
    reference: referenceAt('103'),
  });
  expect(result).toMatchObject({
    outcome: 'refused',
    reason: 'the price account on chain contradicts a (300.0 basis points apart; up to 100 count as agreement)',
  });
});

test('a reference does not anchor a source of its own upstream, so another source is delivered', async () => {
  const relation = (a: string, b: string): PairVerdict =>
    [a, b].includes('a') && [a, b].includes('ref') ? 'shared_upstream' : 'independent';
  const result = await ask(worldOf({ a: '100', b: '100' }), relation, { reference: referenceAt('100') });
  expect(result.level).toBe('anchored');
  expect(result.used?.provider).toBe('b');
  const alone = await ask(worldOf({ a: '100' }), relation, { reference: referenceAt('100'), required: 'anchored' });
  expect(alone).toMatchObject({
    outcome: 'refused',
    level: 'single_source',
    reason: expect.stringContaining('a shares its upstream with the price account on chain'),
  });
});

test('a reference that cannot be used lowers the level, and the reason says why', async () => {
  const result = await ask(worldOf({ a: '100', b: '100' }), independent, {
    required: 'anchored',
    reference: referenceAt(undefined, 'the price account on chain is 95 s old'),
  });
  expect(result).toMatchObject({
    outcome: 'refused',
    level: 'consensus',
    reason: 'anchored was required and only consensus was reached: the price account on chain is 95 s old',
  });
});

test('a peer that can share too much to confirm leaves a single_source, and the reason says how close it had to be', async () => {
  const pair: VerifyPorts['pair'] = (_key, a, b) => ({ ...pairOf(a, b, 'independent'), maxShare: 0.12 });
  const result = await ask(worldOf({ a: '100', b: '100.9' }), independent, { ports: { pair } });
  expect(result).toMatchObject({
    outcome: 'delivered',
    level: 'single_source',
    reason:
      'one source answered and nothing independent of it confirmed it: b (90.0 basis points apart) may have 12 % of its data in common with a, so it confirms a only up to 88.0 basis points',
  });
  const withReference = await ask(worldOf({ a: '100', b: '99.95' }), independent, {
    required: 'anchored',
    reference: referenceAt('100.9'),
    ports: { pair },
  });
  expect(withReference.reason).toBe(
    'anchored was required and only consensus was reached: the price account on chain (90.0 basis points apart) may have 12 % of its data in common with a, so it confirms a only up to 88.0 basis points',
  );
});

test('a source that states what keeps it from confirming is named with its statement', async () => {
  const reason = 'b states that its data come from other venues';
  const pair: VerifyPorts['pair'] = (_key, a, b) => ({ ...pairOf(a, b, 'unknown'), reason });
  const result = await ask(worldOf({ a: '100', b: '100' }), unknown, { ports: { pair } });
  expect(result.reason).toBe(`one source answered and nothing independent of it confirmed it: ${reason}`);
});

test('a question that the reference cannot answer gets the reason why', async () => {
  const why = 'no price account of BTC on the chain is kept up to date';
  const reference = { ...referenceAt('100'), covers: () => false, whyUncovered: () => why };
  const result = await ask(worldOf({ a: '100', b: '100' }), independent, {
    reference,
    required: 'anchored',
  });
  expect(result.attempts.filter(({ role }) => role === 'reference')).toEqual([]);
  expect(result.reason).toBe(`anchored was required and only consensus was reached: ${why}`);
});

test('an outlier is asked last', async () => {
  const world = worldOf({ a: '103', b: '100', c: '100', d: '100' });
  const isOutlier: VerifyPorts['isOutlier'] = (key, provider) => key === 'test.price:BTC' && provider === 'a';
  const result = await ask(world, independent, { ports: { isOutlier } });
  expect(world.sent).toEqual(['b', 'c', 'd']);
  expect(result.level).toBe('consensus');
});

test('the cost of a call, peers and reference included, never exceeds the price in the catalog', async () => {
  const down: Fetched = { kind: 'unreachable', detail: '' };
  const world = worldOf({ a: down, b: '103', c: '100', d: '106', e: '109', f: '100' });
  const sources = new Map([[priceType.id, world.sources]]);
  world.sources.forEach(({ breaker }) => breaker.record('success'));
  const bounds = attemptBounds(sources);
  const reference = referenceAt('100');
  const knowledge = { ...nothingKnown, references: new Map([[priceType.id, reference]]) };
  const [entry] = liveCatalog(catalogOf(anchorable), sources, bounds, knowledge);
  const result = await ask(world, independent, { reference });
  expect(result.totalCostMicros <= (entry?.maxCostMicros ?? 0n)).toBe(true);
});

const refused: Fetched = { kind: 'answered', status: 401, body: {} };

/** A provider that covers every question but has no key. */
const unkeyed: VerifyPorts['unkeyed'] = new Map([
  [priceType.id, [{ name: 'k', provider: providerOf('k'), adapter: priceAnswer() }]],
]);

test('a provider that refuses our key costs nothing, and the answer names the refusal', async () => {
  const result = await ask(worldOf({ a: refused }), unknown);
  expect(result).toMatchObject({
    outcome: 'failed',
    totalCostMicros: 0n,
    reason: "no source of test.price could answer: 1 refused Assay's key or address",
  });
});

test('a provider without a key is named in the decision and in the unavailable answer, and costs nothing', async () => {
  const answered = await ask(worldOf({ a: refused }), unknown, { ports: { unkeyed } });
  expect(answered.reason).toBe(
    "no source of test.price could answer: 1 refused Assay's key or address; not asked, because no key is configured: k",
  );
  expect(answered.attempts.at(-1)).toMatchObject({
    provider: 'k',
    outcome: 'key_missing',
    detail: 'it answers only with a key, and none is configured',
    askedAtMs: startMs,
    costMicros: 0n,
    httpStatus: 0,
  });
});

test('a delivered answer names the providers without a key too', async () => {
  const answered = await ask(worldOf({ a: '100', b: '100' }), independent, { ports: { unkeyed } });
  expect(answered).toMatchObject({ outcome: 'delivered', level: 'consensus', totalCostMicros: 200n });
  expect(answered.attempts.map(({ provider, outcome }) => [provider, outcome])).toEqual([
    ['a', 'ok'],
    ['b', 'ok'],
    ['k', 'key_missing'],
  ]);
});

test('a question that only providers without a key cover is unavailable, and not one that nobody knows', async () => {
  const nobody = { ports: { unkeyed, sources: new Map([[priceType.id, []]]) } };
  expect(await ask(worldOf({}), unknown, nobody)).toMatchObject({
    outcome: 'failed',
    reason: 'no source of test.price could answer: none could be asked; not asked, because no key is configured: k',
  });
  const known = await ask(worldOf({ a: { kind: 'answered', status: 200, body: 'unknown' } }), unknown, {
    ports: { unkeyed },
  });
  expect(known).toMatchObject({
    outcome: 'no_source',
    reason: 'no source of test.price knows symbol "BTC"; not asked, because no key is configured: k',
  });
});
