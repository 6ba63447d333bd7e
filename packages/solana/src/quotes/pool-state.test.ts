import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { account, clockAccount, loadFixture, snapshotOf, type FixtureAccount } from '../testing/chain-fixtures.ts';
import { swapQuote } from './swap-quote.ts';
import { associatedTokenAddress } from '../addresses/program-address.ts';
import { decimalRatio } from './decimal-ratio.ts';
import { poolState } from './pool-state.ts';

type RealPool = { readonly accounts: readonly (FixtureAccount & { readonly role: string })[] };
type Vector = {
  readonly id: string;
  readonly name: string;
  readonly accounts: Readonly<Record<string, FixtureAccount>> & { readonly pool: FixtureAccount };
  readonly clock: { readonly unix: string; readonly slot: string; readonly epoch: string };
  readonly reserves: { readonly tokenA: string; readonly tokenB: string };
};

const clock = clockAccount({ slot: 447_803_092n, epoch: 1_036n, unix: 1_789_650_000n });
const payer = 'FbVrK4kEPFCWPGXUfMf2xYYa5rxmHAAY2D59cBFvbHSV';

function real(file: string) {
  const { accounts } = loadFixture<RealPool>(file);
  const pool = accounts.find(({ role }) => role === 'pool_state');
  const mints = accounts.filter(({ role }) => role.endsWith('_mint'));
  if (pool === undefined || mints[0] === undefined || mints[1] === undefined) {
    throw new Error('the fixture lacks its pool');
  }
  return { pool: pool.address, mints: [mints[0], mints[1]] as const, accounts: accounts.map(account) };
}

test('a real pool of SOL and USDC gives its state, with reserves net of owed fees', () => {
  const { pool, accounts } = real('cpmm-pool-47hq.json');
  expect(poolState(snapshotOf([...accounts, clock]), pool)).toMatchObject({
    kind: 'value',
    value: {
      kind: 'cpmm',
      mintA: 'So11111111111111111111111111111111111111112',
      mintB: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      decimalsA: 9,
      decimalsB: 6,
      reserveA: '2843792790',
      feeBps: 30,
      swapEnabled: true,
    },
  });
});

test.each(['cpmm-pool-47hq.json', 'cpmm-pool-3ceK.json'])(
  'a real pool quotes both ways, for a payer whose token accounts do not exist yet: %s',
  (file) => {
    const { pool, mints, accounts } = real(file);
    const owned = mints.map(({ address, owner }) => associatedTokenAddress(payer, address, owner).address);
    const [first, second] = owned as [string, string];
    const snapshot = snapshotOf([...accounts, clock], owned);
    const forward = swapQuote(snapshot, {
      pool,
      payer,
      inputTokenAccount: first,
      outputTokenAccount: second,
      amountIn: 10_000_000n,
    });
    if (forward.kind !== 'value') {
      throw new Error(JSON.stringify(forward));
    }
    expect(forward.value.data).toMatchObject({ inputMint: mints[0].address, outputMint: mints[1].address });
    const back = swapQuote(snapshot, {
      pool,
      payer,
      inputTokenAccount: second,
      outputTokenAccount: first,
      amountIn: BigInt(forward.value.data.amountOut),
    });
    if (back.kind !== 'value') {
      throw new Error(JSON.stringify(back));
    }
    expect(BigInt(back.value.data.amountOut)).toBeLessThan(10_000_000n);
    expect(BigInt(back.value.data.amountOut)).toBeGreaterThan(8_500_000n);
  },
);

test('the reserves of a DAMM V2 pool equal the vectors, in both layouts', () => {
  const { vectors } = loadFixture<{ readonly vectors: readonly Vector[] }>('dammv2.json');
  const synthetic = vectors.filter((vector) => 'mintA' in vector.accounts && vector.name !== 'fee version 2 invalid');
  expect(synthetic.length).toBeGreaterThan(100);
  for (const vector of synthetic) {
    const snapshot = snapshotOf([...Object.values(vector.accounts).map(account), clockAccount(vector.clock)]);
    const state = poolState(snapshot, vector.accounts.pool.address);
    if (state.kind === 'problem') {
      expect([vector.id, state.problem.code]).toEqual([vector.id, 'empty_pool']);
      continue;
    }
    expect([vector.id, state]).toMatchObject([
      vector.id,
      { value: { kind: 'damm_v2', reserveA: vector.reserves.tokenA, reserveB: vector.reserves.tokenB } },
    ]);
  }
});

test('swaps are not enabled for a disabled pool or one that is not open yet', () => {
  const { vectors } = loadFixture<{ readonly vectors: readonly Vector[] }>('dammv2.json');
  for (const name of ['pool disabled', 'activation in future (slot)']) {
    const vector = vectors.find((entry) => entry.name === name);
    const accounts = Object.values(vector?.accounts ?? {}).map(account);
    const at = clockAccount(vector?.clock ?? { slot: '0', epoch: '0', unix: '0' });
    const state = poolState(snapshotOf([...accounts, at]), vector?.accounts.pool.address ?? '');
    expect(state).toMatchObject({ kind: 'value', value: { swapEnabled: false } });
  }
});

test('the result names missing accounts until all were read, with the Clock sysvar', () => {
  const { pool, accounts } = real('cpmm-pool-47hq.json');
  const poolAccount = accounts.filter(({ address }) => address === pool);
  const first = poolState(snapshotOf(poolAccount), pool);
  expect(first).toMatchObject({ kind: 'needs' });
  if (first.kind === 'needs') {
    expect(first.addresses).toHaveLength(6);
    const rest = accounts.filter(({ address }) => first.addresses.includes(address));
    expect(poolState(snapshotOf([...poolAccount, ...rest, clock]), pool).kind).toBe('value');
  }
});

test('the problem names the kind of an account that is not a pool', () => {
  const mint = loadFixture<FixtureAccount>('accounts/spl-mint.json');
  expect(poolState(snapshotOf([account(mint)]), mint.address)).toMatchObject({
    problem: { code: 'wrong_kind', message: expect.stringContaining('a mint') },
  });
  expect(poolState(snapshotOf([], [mint.address]), mint.address)).toMatchObject({ problem: { code: 'absent' } });
});

test('a price is at most the exact ratio, and within one unit of its 18th digit', () => {
  const positive = fc.bigInt({ min: 1n, max: (1n << 200n) - 1n });
  fc.assert(
    fc.property(positive, positive, (numerator, denominator) => {
      const text = decimalRatio(numerator, denominator);
      expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      const [whole = '0', fraction = ''] = text.split('.');
      const scale = 10n ** BigInt(fraction.length);
      const written = BigInt(whole + fraction);
      expect(written * denominator <= numerator * scale).toBe(true);
      const digits = text.replace('.', '').replace(/^0+/, '').length;
      if (digits >= 18) {
        expect((written + 1n) * denominator > numerator * scale).toBe(true);
      }
    }),
  );
});

test('a price with few digits is exact', () => {
  expect(decimalRatio(1n, 8n)).toBe('0.125');
  expect(decimalRatio(1_000n, 10n)).toBe('100');
  expect(decimalRatio(1n, 3n)).toBe('0.333333333333333333');
  expect(decimalRatio(1n, 10n ** 12n)).toBe('0.000000000001');
});
