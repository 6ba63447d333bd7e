import { expect, test } from '@jest/globals';
import { account, clockAccount, loadFixture, snapshotOf, type FixtureAccount } from '../testing/chain-fixtures.ts';
import { outcomeOf } from '../outcome.ts';
import { loadCpmm, type LoadedCpmm } from '../pools/load-cpmm.ts';
import { quoteCpmm } from './cpmm-quote.ts';

type Vector = {
  readonly id: string;
  readonly name: string;
  readonly accounts: Readonly<Record<'pool' | 'ammConfig' | 'vault0' | 'vault1' | 'mint0' | 'mint1', FixtureAccount>>;
  readonly clock: { readonly unix: string; readonly slot: string; readonly epoch: string };
  readonly input: { readonly direction: '0to1' | '1to0'; readonly amountIn: string };
  readonly expected: Readonly<Record<string, unknown>> & { readonly ok: boolean; readonly code?: number | null };
};

const { vectors } = loadFixture<{ readonly vectors: readonly Vector[] }>('cpmm.json');

function load(vector: Vector): LoadedCpmm {
  const accounts = Object.values(vector.accounts).map(account);
  return loadCpmm(snapshotOf([...accounts, clockAccount(vector.clock)]), account(vector.accounts.pool));
}

function quote(vector: Vector) {
  return outcomeOf(() =>
    quoteCpmm(load(vector), vector.input.direction === '0to1' ? 0 : 1, BigInt(vector.input.amountIn)),
  );
}

const label = (vector: Vector): [string, Vector] => [`${vector.id} ${vector.name}`, vector];

test('the vectors contain trades that succeed and trades that fail', () => {
  expect(vectors.filter(({ expected }) => expected.ok).length).toBeGreaterThan(50);
  expect(vectors.filter(({ expected }) => !expected.ok).length).toBeGreaterThan(10);
});

test.each(vectors.filter(({ expected }) => expected.ok).map(label))(
  'a quote equals the program to the unit: %s',
  (_, vector) => {
    const result = quote(vector);
    if (result.kind === 'problem') {
      throw new Error(result.problem.message);
    }
    const { priceImpactBps: impact, ...amounts } = result.value;
    const written = Object.fromEntries(
      Object.entries(amounts).map(([key, value]) => [key, typeof value === 'bigint' ? value.toString() : value]),
    );
    const { ok: _ok, ...expected } = vector.expected;
    expect(written).toEqual(expected);
    expect(impact).toBeGreaterThanOrEqual(0);
    expect(impact).toBeLessThanOrEqual(10_000);
  },
);

test.each(vectors.filter(({ expected }) => !expected.ok).map(label))(
  'a swap that the program rejects gives no quote, with its error number: %s',
  (_, vector) => {
    const result = quote(vector);
    expect(result.kind).toBe('problem');
    if (result.kind === 'problem') {
      expect(result.problem.programError ?? null).toBe(vector.expected.code);
    }
  },
);
