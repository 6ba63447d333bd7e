import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Level } from '@assay/catalog/define';
import type { PairVerdict } from '@assay/catalog/outcomes';
import type { Fetched } from '@assay/providers/fetch';
import { catalogOf, priced, priceType } from '@assay/providers/testing/test-providers';
import { rootContext } from '@assay/rpc/context';
import { createNodeReader } from '../onchain/nodes/node-reader.ts';
import { openChainNodes } from '../onchain/nodes/node.ts';
import { createSlotTracker } from '@assay/solana/nodes/slot-tracker';
import { programs } from '@assay/solana/programs';
import { priceAccountReference } from '../references/price-account.ts';
import { maxAccountAgeSeconds, priceAccounts } from '../references/pyth-accounts.ts';
import {
  openTestSources,
  pairOf,
  portsOf,
  monotonicStartMs,
  testClock,
  type TestClock,
} from '../testing/test-sources.ts';
import type { Reference } from './reference.ts';
import type { EngineAnswer } from './answer.ts';
import { verify } from './verify.ts';

/**
 * This test runs whole calls in a world with liars: venues, copies of venues, and the nodes that show the reference.
 * The test itself knows the truth, who lies and who copies whom. It checks the promises of each level without using the
 * code under test.
 */
const trueBps = 0;
const toleranceBps = 100;
/**
 * The generated worlds meet the conditions under which levels hold (docs/use/levels.md). There is one lying stream, in
 * any number of copies, and all lying nodes have one backend. If two honest nodes show the account and no node lies,
 * any number of streams may tell the same lie.
 */
const priceOf = (bps: number): number => 215.681_370_69 * (1 + bps / 10_000);
const fromTruth = (price: number): number => (price / priceOf(trueBps) - 1) * 10_000;

const maxMixedShare = 0.14;

type Behavior = 'sound' | 'slow' | 'late' | 'stale' | 'undated' | 'down' | 'garbage';
type Venue = { readonly stream: number; readonly behavior: Behavior; readonly noiseBps: number };
type ShownAccount = {
  readonly backend: number;
  readonly liesBps: number;
  readonly ageSeconds: number;
  /** Whether the node shows the account of the upgraded program instead of the account of the original program. */
  readonly isUpgraded: boolean;
  readonly isUp: boolean;
};
type World = {
  readonly venues: readonly Venue[];
  /** The wrong price of each lying stream, by the number of the stream. Stream 0 is the stream of the reference. */
  readonly lies: ReadonlyMap<number, number>;
  readonly nodes: readonly ShownAccount[];
  readonly movementBps: number;
  /**
   * Percentage of the first venue's price that comes from the lying stream. The measured bound on the share that both
   * have in common is 14 %.
   */
  readonly mixedPercent: number;
  /** For each pair of different streams, whether their independence was measured. */
  readonly measured: readonly boolean[];
  readonly required: Level;
};

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const nodeNames = ['n1', 'n2', 'n3', 'n4'];

const venue = fc.record<Venue>({
  stream: fc.nat(4),
  behavior: fc.oneof(
    { weight: 6, arbitrary: fc.constant<Behavior>('sound') },
    { weight: 3, arbitrary: fc.constantFrom<Behavior>('slow', 'late', 'stale', 'undated', 'down', 'garbage') },
  ),
  noiseBps: fc.integer({ min: -8, max: 8 }),
});
const node = fc.record<ShownAccount>({
  backend: fc.constant(-1),
  liesBps: fc.constant(0),
  ageSeconds: fc.constantFrom(1, 1, 1, 40, 95),
  isUpgraded: fc.boolean(),
  isUp: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
});
const worlds = fc
  .record({
    venues: fc.array(venue, { minLength: 1, maxLength: names.length }),
    liars: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
    // A lie of 115 basis points is within the tolerance of a venue if a seventh of this venue's price comes from the
    // lying stream.
    lieBps: fc.constantFrom(300, -300, 130, 115, -5_000),
    nodes: fc.oneof(
      { weight: 1, arbitrary: fc.array(node, { maxLength: 1 }) },
      { weight: 5, arbitrary: fc.array(node, { minLength: 2, maxLength: 4 }) },
    ),
    lyingNodes: fc.constantFrom<readonly number[]>([], [], [0], [0], [1], [2], [0, 1], [0, 2], [1, 2]),
    nodeLieBps: fc.constantFrom(undefined, undefined, -60, 5_000),
    movementBps: fc.constantFrom(0, 0, 20, 50),
    mixedPercent: fc.constantFrom(0, 10, 14),
    measured: fc.array(
      fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      { minLength: 60, maxLength: 60 },
    ),
    required: fc.constantFrom<Level>('single_source', 'single_source', 'consensus', 'anchored'),
  })
  .map(({ liars, lieBps, nodes, lyingNodes, nodeLieBps, ...rest }): World => {
    // Lying nodes usually show the price of the lying stream. They all show the same wrong price, because they have one
    // backend.
    const playedNodes = nodes.map((each, index) =>
      lyingNodes.includes(index)
        ? { ...each, backend: 0, liesBps: nodeLieBps ?? lieBps }
        : { ...each, backend: index + 1 },
    );
    const isShown =
      playedNodes.length >= 2 && playedNodes.every(isSound) && playedNodes.every(({ liesBps }) => liesBps === 0);
    const lies = new Map(liars.slice(0, isShown ? liars.length : 1).map((stream) => [stream, lieBps]));
    return { ...rest, lies, nodes: playedNodes };
  });

function isSound({ isUp, ageSeconds }: ShownAccount): boolean {
  return isUp && ageSeconds <= maxAccountAgeSeconds;
}

function shownBps({ lies, venues, mixedPercent }: World, played: Venue): number {
  const { stream, noiseBps } = played;
  const bps = stream === 0 ? trueBps : (lies.get(stream) ?? trueBps) + noiseBps;
  const [lie = bps] = lies.values();
  return played === venues[0] && stream !== 0 && !lies.has(stream)
    ? (bps * (100 - mixedPercent) + lie * mixedPercent) / 100
    : bps;
}

function answerOf(world: World, played: Venue, clock: TestClock): Fetched | Promise<Fetched> {
  const price = priceOf(shownBps(world, played)).toFixed(8);
  const after = (milliseconds: number): Promise<Fetched> =>
    new Promise((resolve) => clock.after(milliseconds, () => resolve(priced(price, clock.now() - 1_000))));
  switch (played.behavior) {
    case 'sound':
      return priced(price, clock.now() - 1_000);
    case 'slow':
      return after(900);
    case 'late':
      return after(4_000);
    case 'stale':
      return priced(price, clock.now() - 90_000);
    case 'undated':
      return { kind: 'answered', status: 200, body: { price } };
    case 'down':
      return { kind: 'unreachable', detail: 'connection refused' };
    case 'garbage':
      return { kind: 'answered', status: 200, body: { price: 'much' } };
  }
}

const recorded = JSON.parse(
  readFileSync(
    new URL('../../../../packages/solana/src/fixtures/accounts/price-update-v2-sol-usd.json', import.meta.url),
    'utf8',
  ),
) as { readonly owner: string; readonly dataBase64: string };

/** Returns the answer of a node: the recorded account with another price and another time of publication. */
function accountAnswer({ liesBps, ageSeconds, isUpgraded, isUp }: ShownAccount, clock: TestClock): Fetched {
  if (!isUp) {
    return { kind: 'unreachable', detail: 'connection refused' };
  }
  const data = Buffer.from(recorded.dataBase64, 'base64');
  data.writeBigInt64LE((data.readBigInt64LE(73) * BigInt(10_000 + liesBps)) / 10_000n, 73);
  data.writeBigInt64LE(BigInt(Math.floor(clock.now() / 1_000) - ageSeconds), 93);
  const owner = isUpgraded ? programs.pythUpgradedReceiver : recorded.owner;
  const account = { data: [data.toString('base64'), 'base64'], owner, lamports: 1n, executable: false };
  const value = isUpgraded ? [account, null, null] : [null, account, null];
  const result = { context: { slot: 311_798_340n }, value };
  return { kind: 'answered', status: 200, body: { jsonrpc: '2.0', id: 1n, result } };
}

function referenceOf(world: World, clock: TestClock): Reference {
  const slots = createSlotTracker(clock.now);
  const nodesByName = new Map(world.nodes.map((each, index) => [nodeNames[index] ?? '', each]));
  const reader = createNodeReader({
    fetch: async (baseUrl) =>
      accountAnswer(nodesByName.get(new URL(baseUrl).hostname.split('.')[0] ?? '') as ShownAccount, clock),
    now: clock.now,
    monotonic: clock.monotonic,
    slots,
    onObservation: () => undefined,
  });
  const urls = Object.fromEntries([...nodesByName.keys()].map((name) => [name, `http://${name}.test/`]));
  const reference = priceAccountReference({
    nodes: openChainNodes({ mode: 'sandbox', urls, budgets: {} }, clock.monotonic),
    reader,
    slots,
    measured: (a, b) =>
      pairOf(a, b, nodesByName.get(a)?.backend === nodesByName.get(b)?.backend ? 'shared_upstream' : 'independent'),
    accountsOf: priceAccounts(false),
    plausibleBps: () => world.movementBps,
    clock,
  });
  return {
    ...reference,
    covers: () => world.nodes.length > 0,
    read: (_params, deadlineAtMs) => reference.read({ token: 'SOL' }, deadlineAtMs),
  };
}

const streamOf = ({ venues }: World, name: string): number => venues[names.indexOf(name)]?.stream ?? 0;

/**
 * Returns the verdict that a correct measurement would give. Two venues of one stream are never independent. Once
 * measured, they have the verdict `shared_upstream`.
 */
function verdictOn(world: World, a: string, b: string): PairVerdict {
  const [low = 0, high = 0] = [names.indexOf(a) + 1, names.indexOf(b) + 1].toSorted((x, y) => x - y);
  const isMeasured = world.measured[low * 7 + high] === true;
  return !isMeasured ? 'unknown' : streamOf(world, a) === streamOf(world, b) ? 'shared_upstream' : 'independent';
}

/**
 * Returns the measured bound on the common share of two venues. Only the first venue may share a part with other
 * streams.
 */
function maxShareOf(a: string, b: string): number {
  return a === names[0] || b === names[0] ? maxMixedShare : 0;
}

async function callIn(world: World): Promise<EngineAnswer> {
  const clock = testClock();
  const plays = world.venues.map((each, index) => [names[index] ?? '', () => answerOf(world, each, clock)] as const);
  const sources = openTestSources(Object.fromEntries(plays), { clock });
  const reference = referenceOf(world, clock);
  const type = {
    ...priceType,
    agreement: { ...priceType.agreement, toleranceBps },
    levelCeiling: 'anchored',
    levelCeilingReason: null,
  } as typeof priceType;
  const question = { type: type.id, params: { symbol: 'BTC' }, required: world.required };
  const call = verify(question, rootContext(9_000, monotonicStartMs), {
    ...portsOf(sources),
    catalog: catalogOf(type),
    references: new Map([[type.id, reference]]),
    pair: (_key, a, b) => ({ ...pairOf(a, b, verdictOn(world, a, b)), maxShare: maxShareOf(a, b) }),
  });
  let isDone = false;
  void call.finally(() => (isDone = true)).catch(() => undefined);
  for (let steps = 0; !isDone && steps < 40; steps += 1) {
    await clock.advance(250);
  }
  return call;
}

/** Checks the promises on which a caller may rely when an answer is delivered. Returns the names of the broken ones. */
function brokenPromises(world: World, result: EngineAnswer): string[] {
  const name = result.used?.provider ?? '';
  const index = names.indexOf(name);
  const own = world.venues[index];
  if (own === undefined) {
    return ['an answer of nobody'];
  }
  const bps = fromTruth(Number((JSON.parse(result.used?.dataJson ?? '{}') as { price: string }).price));
  const isNear = (other: Venue): boolean => Math.abs(shownBps(world, other) - bps) <= toleranceBps + 5;
  const answers = ({ behavior }: Venue): boolean => behavior === 'sound' || behavior === 'slow' || behavior === 'late';
  const sound = world.nodes.filter(isSound);
  const backends = new Set(sound.map(({ backend }) => backend)).size;
  const honestNodes = sound.filter(({ liesBps }) => liesBps === 0);
  // The limit includes rounding and the account's own confidence of 9 basis points.
  const farBps = toleranceBps + world.movementBps + 12;
  const rank: Record<Level, number> = { single_source: 1, consensus: 2, anchored: 3 };
  const promises: readonly (readonly [string, boolean])[] = [
    [
      'it was said by a venue that answered with a fresh value',
      answers(own) && Math.abs(bps - shownBps(world, own)) < 0.1,
    ],
    ['its level is the required one or better', rank[result.level ?? 'single_source'] >= rank[world.required]],
    ['a wrong price is never above single_source', result.level === 'single_source' || Math.abs(bps) <= farBps],
    [
      'anchored rests on two nodes with a backend each and on a venue with another stream than theirs',
      result.level !== 'anchored' ||
        (backends >= 2 && own.stream !== 0 && verdictOn(world, name, 'ref') === 'independent'),
    ],
    [
      'consensus rests on two streams that agree',
      result.level !== 'consensus' ||
        world.venues.some((other, at) => {
          const related = verdictOn(world, name, names[at] ?? '');
          return other.stream !== own.stream && answers(other) && isNear(other) && related === 'independent';
        }),
    ],
    [
      'nothing is delivered that an account on two honest nodes rules out',
      world.nodes.some((each) => each.liesBps !== 0 || !isSound(each)) ||
        honestNodes.length < 2 ||
        Math.abs(bps) <= farBps,
    ],
    [
      'nothing is delivered as single_source that an independent stream contradicted',
      result.level !== 'single_source' ||
        result.attempts.every(({ provider, outcome, role }) => {
          const other = outcome === 'ok' && role !== 'reference' ? world.venues[names.indexOf(provider)] : undefined;
          const related = verdictOn(world, name, provider);
          return (
            other === undefined ||
            related !== 'independent' ||
            Math.abs(shownBps(world, other) - bps) <= toleranceBps + 5
          );
        }),
    ],
  ];
  return promises.filter(([, isKept]) => !isKept).map(([promise]) => promise);
}

test('while one stream and nodes of one backend lie, or any streams beside honest nodes, whatever the others do, each level keeps its promise', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const call = await callIn(world);
      const { outcome, level } = call;
      const kind = outcome === 'delivered' ? (level ?? '') : outcome;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      expect(outcome === 'delivered' ? brokenPromises(world, call) : []).toEqual([]);
    }),
    { numRuns: 500 },
  );
  // Every outcome must occur often, because otherwise the test would hardly check the promises.
  for (const kind of ['anchored', 'consensus', 'single_source', 'refused', 'failed']) {
    expect([kind, (seen.get(kind) ?? 0) >= 15]).toEqual([kind, true]);
  }
}, 120_000);
