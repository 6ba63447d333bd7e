import { expect, test } from '@jest/globals';
import type { AccountSnapshot } from '../account.ts';
import { associatedTokenAddress, metadataAddress } from '../addresses/program-address.ts';
import { decodeCpmmPool } from '../decoders/cpmm-pool.ts';
import { counterparts, nativeMint, programs } from '../programs.ts';
import { numberedAddress, splMint, splTokenAccount } from '../testing/chain-accounts.ts';
import { account, clockAccount, loadFixture, snapshotOf, type FixtureAccount } from '../testing/chain-fixtures.ts';
import { findPool } from './find-pool.ts';
import type { LargestAccounts } from './holders.ts';
import { liquidityAddresses } from './liquidity.ts';
import { tokenRisk, type TokenRisk } from './token-risk.ts';

const clock = clockAccount({ slot: 1n, epoch: 900n, unix: 1_760_000_000n });
const mintAddress = '8jxq2WQ1VEbx5NK3ARUn422nZR41DoFjqUGLSDCLnjrd';
const authority = 'XsezuSSdYkKvEh28o2NBA3rabpuB3AbjXU7Ayj3KNKk';
const fixed = splMint({ address: mintAddress, supply: 1_000n });
const unread: LargestAccounts = { kind: 'unread', why: 'the node refused the list' };

const listOf = (accounts: readonly AccountSnapshot[]): LargestAccounts => ({
  kind: 'read',
  accounts: accounts.map(({ address }) => address),
});

const ids = (risk: TokenRisk): readonly string[] => risk.data.factors.map(({ id }) => id);

type RealPool = {
  readonly accounts: readonly (FixtureAccount & { readonly role: string })[];
};

/**
 * Returns a real pool that trades a token against SOL.
 * @param lpShare percentage of the liquidity tokens that have not been burned.
 */
function realPool(lpShare: bigint) {
  const { accounts } = loadFixture<RealPool>('cpmm-pool-3ceK.json');
  const pool = decodeCpmmPool(account(accounts.find(({ role }) => role === 'pool_state') as FixtureAccount));
  const side = pool.sides.find(({ mint }) => mint !== nativeMint);
  const allAccounts = accounts.map(account);
  const vault = allAccounts.find(({ address }) => address === side?.vault);
  const mint = allAccounts.find(({ address }) => address === side?.mint);
  if (vault === undefined || mint === undefined) {
    throw new Error('the fixture lacks its vault');
  }
  const lp = splMint({ address: pool.lpMint, supply: (pool.lpSupply * lpShare) / 100n });
  return { pool, vault, mint, accounts: [...allAccounts, lp, clock] };
}

test('unlocked liquidity is a factor, and burned or locked liquidity is not', () => {
  const { pool: decoded, mint: traded, accounts } = realPool(100n);
  const { lpMint, lpSupply: outstanding } = decoded;
  const pool = accounts.find(({ address }) => address === decoded.address);
  if (pool === undefined) {
    throw new Error('the fixture lacks its pool');
  }
  const lock = '3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH';
  const lockAccount = associatedTokenAddress(lock, lpMint, programs.token).address;
  const factorsAt = (
    lpSupply: bigint,
    locked: bigint,
    parts: { readonly owner?: string; readonly mint?: string } = {},
  ) => {
    const lp = splMint({ address: lpMint, supply: lpSupply });
    const lockedAccount = splTokenAccount({
      address: lockAccount,
      mint: lpMint,
      owner: lock,
      amount: locked,
      ...parts,
    });
    const snapshot = snapshotOf(
      [traded, pool, lp, clock, ...(locked === 0n ? [] : [lockedAccount])],
      [metadataAddress(traded.address), lockAccount, ...liquidityAddresses(pool.address)],
    );
    const result = tokenRisk(snapshot, {
      mint: traded.address,
      largestAccounts: unread,
      liquidity: { pool: pool.address },
    });
    return result.kind === 'value' ? ids(result.value).filter((id) => id.startsWith('liquidity')) : [result.kind];
  };
  expect(factorsAt(outstanding, 0n)).toEqual(['liquidity_unlocked']);
  expect(factorsAt(outstanding / 4n, 0n)).toEqual(['liquidity_partly_locked']);
  expect(factorsAt(outstanding / 100n, 0n)).toEqual([]);
  expect(factorsAt(outstanding, (outstanding * 49n) / 100n)).toEqual(['liquidity_unlocked']);
  expect(factorsAt(outstanding, (outstanding * 51n) / 100n)).toEqual(['liquidity_partly_locked']);
  expect(factorsAt(outstanding, outstanding)).toEqual([]);
  expect(factorsAt(outstanding + 1n, 0n)).toEqual(['problem']);
  expect(factorsAt(outstanding, outstanding, { owner: authority })).toEqual(['problem']);
  expect(factorsAt(outstanding, outstanding, { mint: traded.address })).toEqual(['problem']);
});

test("a DAMM V2 pool's permanently locked share counts as locked, and a pool of another token gives a problem", () => {
  const { vectors } = loadFixture<{
    readonly vectors: readonly { readonly id: string; readonly accounts: Readonly<Record<string, FixtureAccount>> }[];
  }>('dammv2.json');
  const { pool, mintA, mintB } = vectors[0]?.accounts ?? {};
  if (pool === undefined || mintA === undefined || mintB === undefined) {
    throw new Error('the first vector lacks its pool');
  }
  const poolAccount = account(pool);
  const values = new DataView(poolAccount.data.buffer, poolAccount.data.byteOffset);
  const liquidity = values.getBigUint64(360, true) | (values.getBigUint64(368, true) << 64n);
  const factorsAt = (locked: bigint, mint = mintA.address) => {
    values.setBigUint64(552, locked & ((1n << 64n) - 1n), true);
    values.setBigUint64(560, locked >> 64n, true);
    const snapshot = snapshotOf(
      [account(mintA), fixed, poolAccount, clock],
      [metadataAddress(mintA.address), metadataAddress(mintAddress), ...liquidityAddresses(pool.address)],
    );
    const result = tokenRisk(snapshot, { mint, largestAccounts: unread, liquidity: { pool: pool.address } });
    return result.kind === 'value' ? ids(result.value).filter((id) => id.startsWith('liquidity')) : [result.kind];
  };
  expect(factorsAt(0n)).toEqual(['liquidity_unlocked']);
  expect(factorsAt((liquidity * 3n) / 4n)).toEqual(['liquidity_partly_locked']);
  expect(factorsAt(liquidity)).toEqual([]);
  expect(factorsAt(liquidity, mintAddress)).toEqual(['problem']);
});

test('the pool that holds most of a token is found by its vault, and its liquidity is examined', () => {
  const { pool, vault, mint, accounts } = realPool(100n);
  const request = { mint: mint.address, largestAccounts: listOf([vault]), liquidity: null };
  const absent = [metadataAddress(mint.address), ...liquidityAddresses(pool.address)];
  const liquidityIn = (poolAccounts: readonly AccountSnapshot[]) => {
    const result = tokenRisk(snapshotOf(poolAccounts, absent), request);
    return result.kind === 'value'
      ? result.value.data.factors.filter(({ id }) => id.startsWith('liquidity'))
      : [result];
  };
  expect(liquidityIn(accounts)).toMatchObject([
    { id: 'liquidity_unlocked', detail: expect.stringContaining(pool.address) },
  ]);
  expect(liquidityIn(realPool(1n).accounts)).toEqual([]);
  const firstSnapshot = snapshotOf([mint, vault, clock], [metadataAddress(mint.address)]);
  expect(tokenRisk(firstSnapshot, request)).toEqual({ kind: 'needs', addresses: liquidityAddresses(pool.address) });
  expect(liquidityIn([mint, vault, clock])).toMatchObject([{ id: 'liquidity_pool_unknown', points: 20 }]);
});

test('a vault at another address than the standard one leads to no pool', () => {
  const { mint, vault, accounts } = realPool(100n);
  const elsewhere = { ...vault, address: numberedAddress(77) };
  const findPoolOf = (held: AccountSnapshot, of: string) =>
    findPool(snapshotOf([...accounts, held]), of, listOf([held]));
  expect(findPoolOf(vault, mint.address)).not.toBeNull();
  expect(findPoolOf(elsewhere, mint.address)).toBeNull();
  expect(findPool(snapshotOf(accounts), mint.address, unread)).toBeNull();
});

test('the liquidity of one pool does not count for SOL, USDC and USDT', () => {
  const { accounts } = loadFixture<RealPool>('cpmm-pool-47hq.json');
  const roles = new Map(accounts.map((entry) => [entry.role, account(entry)]));
  const [pool, mint, vault] = ['pool_state', 'token_1_mint', 'token_1_vault'].map((role) => roles.get(role));
  if (pool === undefined || mint === undefined || vault === undefined) {
    throw new Error('the fixture lacks its pool');
  }
  expect(counterparts).toContain(mint.address);
  for (const liquidity of [null, { pool: pool.address }]) {
    const snapshot = snapshotOf(
      [...roles.values(), clock],
      [metadataAddress(mint.address), ...liquidityAddresses(pool.address)],
    );
    const result = tokenRisk(snapshot, { mint: mint.address, largestAccounts: listOf([vault]), liquidity });
    expect(result.kind === 'value' ? ids(result.value) : result).toContain('liquidity_not_examined');
  }
});
