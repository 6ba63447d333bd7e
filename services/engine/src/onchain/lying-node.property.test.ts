import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openTestChain, type NodeBehavior, type TestChain } from '../testing/test-chain.ts';
import { numberedAddress } from '@assay/solana/testing/chain-accounts';
import { swapScene } from '../testing/swap-scene.ts';
import type { AccountSnapshot } from '@assay/solana/account';
import type { EngineAnswer } from '../verification/answer.ts';
import type { SwapAnswer } from '../verification/swap-answer.ts';

const scene = swapScene();
const nodes = ['node-a', 'node-b', 'node-c'] as const;
const questions = [
  ['chain.pool_state', { pool: scene.params.pool }],
  ['chain.swap_quote', scene.params],
  ['chain.token_account_owner', { account: scene.params.inputTokenAccount }],
  ['chain.token_risk', { address: scene.outputMint }],
  ['chain.can_sign', { signer: scene.params.payer, target: scene.params.inputTokenAccount }],
  ['chain.resolve_address', { address: scene.params.pool }],
] as const;

/** Changes an account in a node's answer, so that the node shows something that is not on the chain. */
type Breakage = (account: AccountSnapshot, other: AccountSnapshot) => AccountSnapshot | null;

const breakages: fc.Arbitrary<Breakage> = fc.oneof(
  fc.constant<Breakage>(() => null),
  fc.nat(700).map((length): Breakage => (account) => ({ ...account, data: account.data.subarray(0, length) })),
  fc.constant<Breakage>((account) => ({ ...account, data: new Uint8Array(account.data.length) })),
  fc.constant<Breakage>((account, other) => ({ ...account, data: other.data })),
  fc.constant<Breakage>((account, other) => ({ ...account, owner: other.owner })),
  fc.record({ at: fc.nat(700), by: fc.integer({ min: 1, max: 255 }) }).map(({ at, by }): Breakage => (account) => {
    const data = Uint8Array.from(account.data);
    const place = at % Math.max(1, data.length);
    data[place] = ((data[place] ?? 0) + by) % 256;
    return { ...account, data };
  }),
);

/** The lists that a lying node returns when it is asked for the largest holders. Undefined means the correct list. */
const liarsLists = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constant(false) },
  {
    weight: 3,
    arbitrary: fc.uniqueArray(
      fc.oneof(
        fc.constantFrom(...scene.accounts.map(({ address }) => address)),
        fc.integer({ min: 50_000, max: 50_100 }).map(numberedAddress),
      ),
      { maxLength: 20 },
    ),
  },
);

const cases = fc.record({
  question: fc.constantFrom(...questions),
  liar: fc.constantFrom(...nodes),
  place: fc.nat(scene.accounts.length - 1),
  other: fc.nat(scene.accounts.length - 1),
  breakage: breakages,
  lists: liarsLists,
  /**
   * Whether all nodes answered the question before. Then there are prefetch hints, and a speculative simulation can
   * start.
   */
  askedBefore: fc.boolean(),
});
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;

function datumOf(report: EngineAnswer): unknown {
  const {
    slot: _slot,
    simulated: _simulated,
    ...datum
  } = JSON.parse(report.used?.dataJson ?? '{}') as Record<string, unknown>;
  return datum;
}

const listing = { largest: [scene.params.outputTokenAccount, scene.outputVault] };

function soundBehaviors(names: readonly string[]): Record<string, NodeBehavior> {
  return Object.fromEntries(names.map((name) => [name, { simulates: scene.amountOut }]));
}

/** The nodes that lie together because they share a backend, and the measured verdict on any two of them. */
type Company = { readonly liars: readonly string[]; readonly relation: 'shared_upstream' | 'unknown' };

/**
 * Returns a chain on which one node lies, or several nodes that share a backend. With `askedBefore`, all nodes first
 * answer `ask` correctly.
 */
async function lyingChain(
  names: readonly string[],
  { liar, place, other, breakage, lists, askedBefore }: Omit<Case, 'question'>,
  ask: (chain: TestChain) => Promise<unknown>,
  company?: Company,
): Promise<TestChain> {
  const broken = scene.accounts[place] as AccountSnapshot;
  const lie: NodeBehavior = {
    shows: (account) =>
      account.address === broken.address ? breakage(account, scene.accounts[other] as AccountSnapshot) : account,
    ...(lists === undefined ? {} : { lists }),
  };
  const behaviors = soundBehaviors(names);
  const liars = company?.liars ?? [liar];
  const chain = await openTestChain(scene.accounts, behaviors, {
    ...listing,
    relation: (a, b) => (liars.includes(a) && liars.includes(b) ? (company?.relation ?? 'unknown') : 'independent'),
  });
  if (askedBefore) {
    await ask(chain);
    await chain.clock.advance(500);
  }
  for (const name of liars) {
    behaviors[name] = { ...behaviors[name], ...lie };
  }
  return chain;
}

async function answer(names: readonly string[], chosen: Case, lies: boolean, company?: Company) {
  const [type, params] = chosen.question;
  const ask = (chain: TestChain): Promise<EngineAnswer> => chain.ask(type, params);
  const played = lies ? chosen : { ...chosen, breakage: (account: AccountSnapshot) => account, lists: undefined };
  return ask(await lyingChain(names, played, ask, company));
}

test('three nodes of which one lies deliver the datum of the other two, anchored', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (drawn) => {
      const report = await answer(nodes, drawn, true);
      expect([report.outcome, report.level]).toEqual(['delivered', 'anchored']);
      expect(datumOf(report)).toEqual(datumOf(await answer(nodes, drawn, false)));
    }),
    { numRuns: 60 },
  );
}, 60_000);

const four = [...nodes, 'node-d'];
const companies = fc.record({
  liars: fc.uniqueArray(fc.constantFrom(...four), { minLength: 2, maxLength: 2 }),
  relation: fc.constantFrom('shared_upstream', 'unknown'),
});

test('four nodes of which two on one backend lie together deliver the datum of the other two, anchored', async () => {
  await fc.assert(
    fc.asyncProperty(cases, companies, async (drawn, company) => {
      const report = await answer(four, drawn, true, company);
      expect([report.outcome, report.level]).toEqual(['delivered', 'anchored']);
      expect(datumOf(report)).toEqual(datumOf(await answer(four, drawn, false)));
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('three nodes of which two on one backend lie together deliver the honest datum or nothing', async () => {
  await fc.assert(
    fc.asyncProperty(cases, companies, async (drawn, { liars, relation }) => {
      const company = { liars: liars.map((name) => (name === 'node-d' ? 'node-a' : name)), relation };
      const report = await answer(nodes, drawn, true, company);
      if (report.outcome === 'delivered') {
        expect(datumOf(report)).toEqual(datumOf(await answer(nodes, drawn, false)));
      } else {
        expect(['refused', 'no_source']).toContain(report.outcome);
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('two nodes of which one lies deliver the honest datum or nothing', async () => {
  const two = ['node-a', 'node-b'];
  await fc.assert(
    fc.asyncProperty(cases, async (drawn) => {
      const report = await answer(two, drawn, true);
      if (report.outcome === 'delivered') {
        expect(datumOf(report)).toEqual(datumOf(await answer(two, drawn, false)));
      } else {
        expect(['refused', 'no_source']).toContain(report.outcome);
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('three nodes of which one lies deliver both parts of a swap as the other two show them, anchored', async () => {
  const ask = (chain: TestChain): Promise<SwapAnswer> => chain.askSwap(scene.params);
  const honest = await ask(await openTestChain(scene.accounts, soundBehaviors(nodes), listing));
  await fc.assert(
    fc.asyncProperty(cases, async (drawn) => {
      const { quote, risk, checkedMint } = await ask(await lyingChain(nodes, drawn, ask));
      expect([quote.outcome, quote.level, risk?.outcome, risk?.level, checkedMint]).toEqual([
        'delivered',
        'anchored',
        'delivered',
        'anchored',
        scene.outputMint,
      ]);
      expect([datumOf(quote), risk && datumOf(risk)]).toEqual([
        datumOf(honest.quote),
        honest.risk && datumOf(honest.risk),
      ]);
    }),
    { numRuns: 60 },
  );
}, 60_000);
