import { expect, test } from '@jest/globals';
import type { AccountSnapshot } from '@assay/solana/account';
import { clockAddress } from '@assay/solana/programs';
import { numberedAddress, splTokenAccount } from '@assay/solana/testing/chain-accounts';
import { clockAccount } from '@assay/solana/testing/chain-fixtures';
import fc from 'fast-check';
import { openTestChain, type NodeBehavior } from '../testing/test-chain.ts';
import { payer } from '../testing/swap-scene.ts';
import { startMs } from '../testing/test-sources.ts';

const address = numberedAddress(1);
const holding = splTokenAccount({ address, mint: numberedAddress(2), owner: payer, amount: 100n });
const type = 'chain.token_account_owner';
const params = { account: address };
const slotsPerSecond = 2.5;
const daySeconds = 86_400;

test('nodes that stopped together 84 days ago answer nothing, and each attempt is stale', async () => {
  const stopped = { slotsBehind: 84 * daySeconds * slotsPerSecond };
  const { ask } = await openTestChain([holding], { 'node-a': stopped, 'node-b': stopped, 'node-c': stopped });
  const report = await ask(type, params);
  expect(report).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('7257600 seconds old') });
  expect(report.attempts.map(({ outcome }) => outcome)).toEqual(['stale', 'stale', 'stale']);
});

test.each([
  [28, 'delivered'],
  [32, 'failed'],
])('nodes that are all %i seconds late give an answer that is %s', async (lateSeconds, outcome) => {
  const late = { slotsBehind: lateSeconds * slotsPerSecond };
  const { ask } = await openTestChain([holding], { 'node-a': late, 'node-b': late });
  expect((await ask(type, params)).outcome).toBe(outcome);
});

test('a clock of another slot is accepted at any age in the sandbox, where control can set it, and not live', async () => {
  const recorded = clockAccount({ slot: 1n, epoch: 1n, unix: 1_760_000_000n });
  const behaviors = { 'node-a': {}, 'node-b': {} };
  const sandbox = await openTestChain([holding, recorded], behaviors, { mode: 'sandbox' });
  expect(await sandbox.ask(type, params)).toMatchObject({ outcome: 'delivered', level: 'anchored' });
  const live = await openTestChain([holding, recorded], behaviors, { mode: 'live' });
  expect(await live.ask(type, params)).toMatchObject({ outcome: 'failed' });
});

test('a node without a clock or with a broken one is left out', async () => {
  const without = (replaced: AccountSnapshot | null): NodeBehavior => ({
    shows: (account) => (account.address === clockAddress ? replaced : account),
  });
  const broken = { ...clockAccount({ slot: 1n, epoch: 1n, unix: 1n }), data: new Uint8Array(7) };
  for (const behavior of [without(null), without(broken)]) {
    const ledger = [holding, clockAccount({ slot: 1n, epoch: 1n, unix: BigInt(startMs / 1_000) })];
    const { ask } = await openTestChain(ledger, { 'node-a': behavior, 'node-b': {} }, { mode: 'live' });
    expect(await ask(type, params)).toMatchObject({ outcome: 'delivered', level: 'single_source' });
  }
});

/**
 * Returns the expected level. Only nodes whose clock differs from ours by at most 30 seconds count, and two such nodes
 * give `anchored`.
 */
function levelByTheRules(offsets: readonly number[]): string | undefined {
  const counted = offsets.filter((seconds) => seconds >= -30 && seconds <= 30).length;
  return counted >= 2 ? 'anchored' : counted === 1 ? 'single_source' : undefined;
}

test('whatever clocks nodes show, only those near our own count towards the level', async () => {
  const offset = fc.oneof(fc.integer({ min: -32, max: 32 }), fc.constantFrom(0, -30, 30, -31, 31, -7_257_600, 90_000));
  await fc.assert(
    fc.asyncProperty(fc.tuple(offset, offset, offset), async (offsets) => {
      const behaviors = Object.fromEntries(
        offsets.map((seconds, index) => {
          const unix = BigInt(startMs / 1_000 + seconds);
          const clock = clockAccount({ slot: 1n, epoch: 1n, unix });
          const shows: NodeBehavior['shows'] = (account) => (account.address === clockAddress ? clock : account);
          return [`node-${index}`, { shows }];
        }),
      );
      const ledger = [holding, clockAccount({ slot: 1n, epoch: 1n, unix: 1n })];
      const { ask } = await openTestChain(ledger, behaviors, { mode: 'live' });
      const report = await ask(type, params);
      expect([report.outcome, report.level]).toEqual(
        levelByTheRules(offsets) === undefined ? ['failed', undefined] : ['delivered', levelByTheRules(offsets)],
      );
    }),
    { numRuns: 60 },
  );
}, 30_000);
