import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AccountSnapshot } from '@assay/solana/account';
import { numberedAddress, splMint, splTokenAccount } from '@assay/solana/testing/chain-accounts';
import { clockAccount } from '@assay/solana/testing/chain-fixtures';
import { openTestChain, rateLimited, unreachable, type NodeBehavior } from '../testing/test-chain.ts';
import { startMs } from '../testing/test-sources.ts';
import type { EngineAnswer, Attempt } from '../verification/answer.ts';
import type { GivenOpinion, OpinionProviders } from './opinions/opinion-providers.ts';

/**
 * The kinds of nodes and opinions in a scene: they can lie, fail or be late. The test knows which nodes are honest. It
 * compares each answer with the answer of the same nodes without any opinion. To compute what it expects, it uses none
 * of the code under test.
 */
type NodeKind = 'honest' | 'lying' | 'down' | 'limited' | 'behind';
type OpinionKind = 'contradicts' | 'agrees' | 'fails';
type Scene = {
  readonly nodes: readonly NodeKind[];
  readonly areMeasured: boolean;
  /** The measured verdict on two lying nodes. All lying nodes share one backend. */
  readonly liarsAre: 'shared_upstream' | 'unknown';
  readonly opinions: readonly OpinionKind[];
};

const type = 'chain.token_risk';
const mint = numberedAddress(1);
const holders = [10, 11, 12].map((number) =>
  splTokenAccount({ address: numberedAddress(number), mint, owner: numberedAddress(20 + number), amount: 100n }),
);
const ledger = [
  splMint({ address: mint, supply: 300n }),
  ...holders,
  clockAccount({ slot: 1n, epoch: 1n, unix: 1_760_000_000n }),
];

function otherSupply(account: AccountSnapshot): AccountSnapshot {
  return account.address === mint ? splMint({ address: mint, supply: 900n }) : account;
}

const behaviors: Readonly<Record<NodeKind, NodeBehavior>> = {
  honest: {},
  lying: { shows: otherSupply },
  down: { answers: unreachable },
  limited: { answers: rateLimited },
  behind: { slotsBehind: 40 },
};

const scenes = fc.record<Scene>({
  nodes: fc
    .array(fc.constantFrom<NodeKind>('honest', 'honest', 'honest', 'lying', 'lying', 'down', 'limited', 'behind'), {
      minLength: 1,
      maxLength: 4,
    })
    // Keeps at most two liars. All liars share one backend and give the same answer, because the guarantee under test
    // holds only then.
    .map((kinds) =>
      kinds.map((kind, index) => {
        const before = kinds.slice(0, index).filter((each) => each === 'lying').length;
        return kind === 'lying' && before >= 2 ? 'honest' : kind;
      }),
    ),
  areMeasured: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  liarsAre: fc.constantFrom('shared_upstream', 'unknown'),
  opinions: fc.array(fc.constantFrom<OpinionKind>('contradicts', 'agrees', 'fails'), { maxLength: 3 }),
});

function opinionOf(kind: OpinionKind): GivenOpinion {
  const attempt: Attempt = {
    provider: 'sandbox.rugcheck',
    span: 'ask rugcheck',
    role: 'peer',
    outcome: kind === 'fails' ? 'timeout' : 'ok',
    askedAtMs: startMs,
    receivedAtMs: startMs,
    sourceAtMs: 0,
    dataJson: '{}',
    detail: '',
    costMicros: 40n,
    httpStatus: 200,
    coalesced: false,
  };
  return { attempt, contradiction: () => (kind === 'contradicts' ? 'it says that nobody can mint' : undefined) };
}

async function answerIn({ nodes, areMeasured, liarsAre, opinions }: Scene): Promise<EngineAnswer> {
  const opinionList = opinions.map(opinionOf);
  const providers = new Map<string, OpinionProviders>([
    [type, { sources: [], maxCostMicros: 120n, ask: () => ({ all: Promise.resolve(), given: () => opinionList }) }],
  ]);
  const kindOf = new Map(nodes.map((kind, index) => [`node-${'abcd'.charAt(index)}`, kind]));
  const lie = (id: string): boolean => kindOf.get(id) === 'lying';
  const chain = await openTestChain(
    ledger,
    Object.fromEntries([...kindOf].map(([id, kind]) => [id, { ...behaviors[kind] }])),
    {
      largest: holders.map(({ address }) => address),
      opinions: providers,
      relation: (a, b) => (!areMeasured ? 'unknown' : lie(a) && lie(b) ? liarsAre : 'independent'),
    },
  );
  return chain.ask(type, { address: mint });
}

function datumOf(report: EngineAnswer): unknown {
  const { slot: _slot, ...datum } = JSON.parse(report.used?.dataJson ?? '{}') as Record<string, unknown>;
  return datum;
}

const count = ({ nodes }: Scene, kind: NodeKind): number => nodes.filter((each) => each === kind).length;

/** Scenes with rare combinations, which 150 random scenes may not contain. */
const rareScenes: readonly Scene[] = [
  { nodes: ['honest', 'honest'], areMeasured: true, liarsAre: 'unknown', opinions: ['contradicts'] },
  { nodes: ['honest', 'honest'], areMeasured: true, liarsAre: 'unknown', opinions: ['agrees'] },
];

test('while nodes of one backend lie, opinions neither raise a level nor veto two honest nodes, and no lie is confirmed', async () => {
  const honest = datumOf(
    await answerIn({ nodes: ['honest', 'honest'], areMeasured: true, liarsAre: 'unknown', opinions: [] }),
  );
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      const without = await answerIn({ ...scene, opinions: [] });
      const report = await answerIn(scene);
      const kind = report.outcome === 'delivered' ? (report.level ?? '') : report.outcome;
      const isContradicted = scene.opinions.includes('contradicts');
      const key = `${kind}${isContradicted ? ', contradicted' : ''}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      if (!isContradicted) {
        expect([report.outcome, report.level, datumOf(report)]).toEqual([
          without.outcome,
          without.level,
          datumOf(without),
        ]);
      }
      if (report.outcome === 'delivered' && report.level !== 'single_source') {
        expect(datumOf(report)).toEqual(honest);
        expect(scene.areMeasured).toBe(true);
        // A node that is behind also gives the correct answer, because the accounts in this scene never change.
        expect(count(scene, 'honest') + count(scene, 'behind')).toBeGreaterThanOrEqual(2);
      }
      if (isContradicted && report.outcome === 'delivered') {
        // Two independent nodes agree on the datum. The level can still be below anchored, if only one of them returned
        // the list of holders.
        expect([report.level, datumOf(report)]).toEqual([without.level, datumOf(without)]);
        expect([datumOf(report), scene.areMeasured]).toEqual([honest, true]);
        expect(count(scene, 'honest') + count(scene, 'behind')).toBeGreaterThanOrEqual(2);
      }
      // When no node lies, two honest nodes are enough for anchored, whatever the other nodes do.
      if (scene.areMeasured && count(scene, 'honest') >= 2 && count(scene, 'lying') === 0) {
        expect(kind).toBe('anchored');
      }
      // If no opinion contradicts, two honest nodes are enough even against liars, because all liars together have a
      // single vote.
      if (scene.areMeasured && count(scene, 'honest') >= 2 && !isContradicted) {
        expect([kind, datumOf(report)]).toEqual(['anchored', honest]);
      }
    }),
    { numRuns: 150, examples: rareScenes.map((scene) => [scene]) },
  );
  expect([...seen]).toEqual(
    expect.arrayContaining(
      ['anchored', 'anchored, contradicted', 'single_source', 'refused', 'refused, contradicted'].map((key) => [
        key,
        expect.any(Number),
      ]),
    ),
  );
}, 120_000);
