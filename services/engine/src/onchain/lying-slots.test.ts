import { expect, test } from '@jest/globals';
import { numberedAddress, splTokenAccount } from '@assay/solana/testing/chain-accounts';
import { payer } from '../testing/swap-scene.ts';
import { firstSlot, openTestChain, type NodeBehavior } from '../testing/test-chain.ts';
import { startMs } from '../testing/test-sources.ts';

const address = numberedAddress(1);
const holding = splTokenAccount({ address, mint: numberedAddress(2), owner: payer, amount: 100n });
const ask = ['chain.token_account_owner', { account: address }] as const;

const states = (slot: (own: number) => bigint): NodeBehavior => ({ statesSlot: slot });
const lies: readonly (readonly [string, NodeBehavior])[] = [
  ['2^53 - 1', states(() => 2n ** 53n - 1n)],
  ['2^64 - 1', states(() => 2n ** 64n - 1n)],
  ['zero', states(() => 0n)],
  ['a negative slot', states(() => -5n)],
  ['a million slots ahead', states((own) => BigInt(own + 1_000_000))],
  ['a million slots back', states((own) => BigInt(own - 1_000_000))],
  ['a number of 900,000 digits', states(() => 10n ** 5_000n)],
];

/** Returns the behaviors of three nodes: first `liars` nodes that lie, then honest ones. */
function nodesWith(lie: NodeBehavior, liars: number, honest: number): Record<string, NodeBehavior> {
  const behaviors = [...Array<NodeBehavior>(liars).fill(lie), ...Array<NodeBehavior>(honest).fill({})];
  return Object.fromEntries(behaviors.map((behavior, index) => [`node-${index}`, behavior]));
}

test.each(lies)(
  'two honest nodes of three keep the level while one states %s, and dates stay right',
  async (_, lie) => {
    const behaviors = nodesWith({}, 1, 2);
    const chain = await openTestChain([holding], behaviors);
    await chain.pollNodes();
    behaviors['node-0'] = lie;
    await chain.pollNodes();
    expect(await chain.ask(...ask)).toMatchObject({ outcome: 'delivered', level: 'anchored' });
    const nowMs = chain.clock.now();
    const slot = firstSlot + Math.floor((nowMs - startMs) / 400);
    expect(Math.abs((chain.chain.slots.timeOf(slot) ?? 0) - nowMs)).toBeLessThan(5_000);
  },
);

test.each(lies)(
  'a node that states %s alone or among liars ends nothing, and an honest one answers again',
  async (_, lie) => {
    for (const [liars, honest] of [
      [1, 0],
      [1, 1],
      [2, 1],
    ] as const) {
      const chain = await openTestChain([holding], nodesWith(lie, liars, honest));
      await chain.pollNodes();
      await chain.ask(...ask);
      for (const slot of [0, 1, firstSlot, firstSlot + 1_000_000, Number.MAX_SAFE_INTEGER]) {
        const at = chain.chain.slots.timeOf(slot);
        expect(at === undefined || Number.isFinite(new Date(at).getTime())).toBe(true);
      }
      Object.keys(chain.behaviors).forEach((id) => (chain.behaviors[id] = {}));
      // From now on no node lies. After a minute of polls, the circuit breakers of all nodes are closed again.
      for (let rounds = 0; rounds < 35; rounds += 1) {
        await chain.pollNodes();
      }
      expect(await chain.ask(...ask)).toMatchObject({ outcome: 'delivered' });
    }
  },
);
