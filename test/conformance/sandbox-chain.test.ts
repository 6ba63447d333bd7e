import { expect, test } from '@jest/globals';
import type { ChainSnapshot } from '@assay/solana/account';
import { addressKind } from '@assay/solana/addresses/address-kind';
import type { Derivation } from '@assay/solana/outcome';
import { poolState } from '@assay/solana/quotes/pool-state';
import { swapQuote } from '@assay/solana/quotes/swap-quote';
import { tokenRisk } from '@assay/solana/risk/token-risk';
import type { ChainAccount } from '../../services/sandbox/src/chain/account.ts';
import { fixturesOf, testChain } from '../../services/sandbox/src/testing/test-chain.ts';
import { swapInstruction } from '../../services/sandbox/src/testing/swap-instructions.ts';
import { writeTransaction } from '../../services/sandbox/src/testing/transactions.ts';
import { deriveFrom, snapshotFrom, type WrittenAccount } from './support/sandbox-node.ts';

const { chain, ask } = testChain();
const { pools, mints, accounts } = fixturesOf(chain);

/** Reads accounts from node-a as the engine does. */
const snapshotOf = (addresses: readonly string[]): ChainSnapshot => snapshotFrom(ask, 'node-a', addresses);

/** Runs a derivation on node-a. Reads the accounts that the derivation asks for. */
const derive = <Value>(derivation: (snapshot: ChainSnapshot) => Derivation<Value>): Derivation<Value> =>
  deriveFrom(ask, 'node-a', derivation);

function accountAt(address: string): ChainAccount | undefined {
  return snapshotOf([address]).accounts.get(address) ?? undefined;
}

const pairs = Object.entries(pools).flatMap(([name, pool]) =>
  [true, false].flatMap((forward) =>
    [1n, 999_999n, 12_345_678_901n].map((amountIn) => [name, forward, amountIn, pool] as const),
  ),
);

test.each(pairs)(
  'a quote from bytes and the simulation of the swap agree to the unit: %s, forward %s, %i',
  (_name, forward, amountIn, pool) => {
    const { wallet, tokenAccountA, tokenAccountB } = pool.payer;
    const [userIn, userOut] = forward ? [tokenAccountA, tokenAccountB] : [tokenAccountB, tokenAccountA];
    const mintIn = forward ? pool.mintA : pool.mintB;
    const quoted = derive((snapshot) =>
      swapQuote(snapshot, {
        pool: pool.address,
        payer: wallet,
        inputTokenAccount: userIn,
        outputTokenAccount: userOut,
        amountIn,
      }),
    );
    const instruction = swapInstruction(accountAt, {
      pool: pool.address,
      payer: wallet,
      userIn,
      userOut,
      mintIn,
      amountIn,
      showsInstructions: true,
    });
    const { value } = ask(
      'node-b',
      'simulateTransaction',
      writeTransaction({ payer: wallet, instructions: [instruction] }),
      {
        encoding: 'base64',
        replaceRecentBlockhash: true,
        accounts: { addresses: [userOut], encoding: 'base64' },
      },
    ).result as { readonly value: { readonly err: unknown; readonly accounts: readonly (WrittenAccount | null)[] } };
    if (quoted.kind === 'value') {
      expect(value.err).toBeNull();
      const after = Buffer.from(value.accounts[0]?.data[0] ?? '', 'base64').readBigUInt64LE(64);
      const before = Buffer.from(accountAt(userOut)?.data ?? []).readBigUInt64LE(64);
      expect(String(after - before)).toBe(quoted.value.data.amountOut);
      return;
    }
    const problem = quoted.kind === 'problem' ? quoted.problem : undefined;
    if (problem?.code === 'zero_output' && value.err === null) {
      const after = Buffer.from(value.accounts[0]?.data[0] ?? '', 'base64').readBigUInt64LE(64);
      expect(after).toBe(Buffer.from(accountAt(userOut)?.data ?? []).readBigUInt64LE(64));
      return;
    }
    expect(value.err).toEqual({ InstructionError: [0, { Custom: problem?.programError }] });
  },
);

test('every pool of the sandbox is a pool for the engine, and swaps are off where its name says so', () => {
  for (const [name, pool] of Object.entries(pools)) {
    const derived = derive((snapshot) => poolState(snapshot, pool.address));
    expect([name, derived.kind]).toEqual([name, 'value']);
    const { swapEnabled } = derived.kind === 'value' ? derived.value : { swapEnabled: undefined };
    expect([name, swapEnabled]).toEqual([name, !/Disabled|NotOpen/.test(name)]);
  }
});

test("the sandbox's mints have the risk that their names state", () => {
  const riskOf = (mint: string): number => {
    const { value } = ask('node-a', 'getTokenLargestAccounts', mint).result as {
      readonly value: readonly { readonly address: string }[];
    };
    const largestAccounts = { kind: 'read', accounts: value.map(({ address }) => address) } as const;
    const derived = derive((snapshot) => tokenRisk(snapshot, { mint, largestAccounts, liquidity: null }));
    if (derived.kind !== 'value') {
      throw new Error(JSON.stringify(derived));
    }
    return derived.value.data.overallRisk;
  };
  const safe = riskOf(mints['safe'] ?? '');
  for (const name of [
    'mintable',
    'freezable',
    'risky',
    'concentrated',
    'transferFee',
    'transferFeeScheduled',
    'permanentDelegate',
    'defaultFrozen',
    'transferHook',
    'nonTransferable',
    'closable',
    'pausable',
  ]) {
    expect([name, riskOf(mints[name] ?? '') > safe]).toEqual([name, true]);
  }
  expect(riskOf(mints['mutableMetadata'] ?? '')).toBeGreaterThan(riskOf(mints['metaplexImmutable'] ?? ''));
  expect(riskOf(mints['metaplexMutable'] ?? '')).toBeGreaterThan(riskOf(mints['metaplexImmutable'] ?? ''));
});

test.each([
  ['cpmm', 'USDC', 'liquidity_not_examined'],
  ['cpmmCreatorFee', 'safe', undefined],
  ['cpmmRisky', 'risky', 'liquidity_unlocked'],
  ['dammV2LinearScheduler', 'safe', 'liquidity_unlocked'],
  ['dammV2Risky', 'risky', 'liquidity_unlocked'],
])('the risk of a token covers the burned and locked liquidity of a named pool: %s, %s', (name, token, id) => {
  const [address = '', mint = ''] = [pools[name]?.address, mints[token]];
  const largestAccounts = { kind: 'unread', why: 'it was not asked for' } as const;
  const derived = derive((snapshot) => tokenRisk(snapshot, { mint, largestAccounts, liquidity: { pool: address } }));
  const factors =
    derived.kind === 'value' ? derived.value.data.factors.map((factor): string => factor.id) : [derived.kind];
  expect(factors.filter((each) => each.startsWith('liquidity'))).toEqual(id === undefined ? [] : [id]);
});

test.each([
  ['safe', 'cpmmCreatorFee', undefined],
  ['risky', 'cpmmRisky', 'liquidity_unlocked'],
  ['concentrated', undefined, 'liquidity_not_examined'],
])('the pool at its standard address is found through the holders of its token: %s', (name, poolName, id) => {
  const mint = mints[name] ?? '';
  const { value } = ask('node-a', 'getTokenLargestAccounts', mint).result as {
    readonly value: readonly { readonly address: string }[];
  };
  const largestAccounts = { kind: 'read', accounts: value.map(({ address }) => address) } as const;
  const derived = derive((snapshot) => tokenRisk(snapshot, { mint, largestAccounts, liquidity: null }));
  const factors = derived.kind === 'value' ? derived.value.data.factors : [];
  const liquidity = factors.filter((factor) => factor.id.startsWith('liquidity'));
  expect(liquidity.map((factor): string => factor.id)).toEqual(id === undefined ? [] : [id]);
  expect(liquidity.every(({ detail }) => detail.includes(pools[poolName ?? '']?.address ?? ''))).toBe(true);
});

test("the engine finds the kind that each account's name states", () => {
  const kindOf = (name: string): string => {
    const namedAccount = accounts[name];
    const address = typeof namedAccount === 'string' ? namedAccount : (namedAccount?.['address'] ?? '');
    return addressKind(address, snapshotOf([address]).accounts.get(address) ?? null);
  };
  const names = Object.keys(accounts);
  expect(Object.fromEntries(names.map((name) => [name, kindOf(name)]))).toMatchObject({
    wallet: 'wallet',
    unfunded: 'unfunded',
    pda: 'pda',
    multisig2of3: 'multisig',
    multisig1of3: 'multisig',
    nonce: 'nonce',
    stake: 'stake',
    vote: 'vote',
    tokenAccount: 'token_account',
    delegatedTokenAccount: 'token_account',
    frozenTokenAccount: 'token_account',
    nativeTokenAccount: 'token_account',
    closableTokenAccount: 'token_account',
    multisigTokenAccount: 'token_account',
    program: 'program',
    immutableProgram: 'program',
    payer: 'wallet',
  });
});
