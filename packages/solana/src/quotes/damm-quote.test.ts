import { expect, test } from '@jest/globals';
import { account, clockAccount, loadFixture, snapshotOf, type FixtureAccount } from '../testing/chain-fixtures.ts';
import { outcomeOf } from '../outcome.ts';
import { decodeDammPool } from '../decoders/damm-pool.ts';
import { loadDamm } from '../pools/load-damm.ts';
import { quoteDamm } from './damm-quote.ts';

type Vector = {
  readonly id: string;
  readonly name: string;
  readonly accounts: Readonly<Record<string, FixtureAccount>> & { readonly pool: FixtureAccount };
  readonly clock: { readonly unix: string; readonly slot: string; readonly epoch: string | number };
  readonly input: {
    readonly mint: string;
    readonly direction: 'aToB' | 'bToA';
    readonly amountIn: string;
    readonly hasReferral?: boolean;
    readonly payer?: string;
  };
  readonly expected: Readonly<Record<string, unknown>> & {
    readonly ok: boolean;
    readonly amountOut?: string;
    readonly anchor?: { readonly number: number };
  };
};

const { vectors } = loadFixture<{ readonly vectors: readonly Vector[] }>('dammv2.json');
const stranger = '3hL86pSd1RYV8axX4CU8AwM2ZD11Xfonxk3soguEtibR';

function quote(vector: Vector) {
  return outcomeOf(() => {
    const poolAccount = account(vector.accounts.pool);
    const pool = decodeDammPool(poolAccount);
    const accounts = [...Object.values(vector.accounts).map(account), clockAccount(vector.clock)];
    const loaded = loadDamm(snapshotOf(accounts, [...pool.mints, ...pool.vaults]), poolAccount);
    const { direction, amountIn, hasReferral = false, payer = stranger } = vector.input;
    expect(pool.mints[direction === 'aToB' ? 0 : 1]).toBe(vector.input.mint);
    return quoteDamm(loaded, {
      input: direction === 'aToB' ? 0 : 1,
      amountIn: BigInt(amountIn),
      payer,
      hasReferral,
    });
  });
}

const label = (vector: Vector): [string, Vector] => [`${vector.id} ${vector.name}`, vector];
const delivers = ({ expected }: Vector): boolean => expected.ok && expected.amountOut !== '0';
const parts = [
  'amountOut',
  'grossOut',
  'transferFeeIn',
  'transferFeeOut',
  'claimingFee',
  'compoundingFee',
  'protocolFee',
  'referralFee',
  'totalFee',
  'feeToken',
] as const;

test.each(vectors.filter(delivers).map(label))('a quote equals the program to the unit: %s', (_, vector) => {
  const result = quote(vector);
  if (result.kind === 'problem') {
    throw new Error(result.problem.message);
  }
  const { value } = result;
  const expectedParts = parts.filter((part) => part in vector.expected);
  expect(Object.fromEntries(expectedParts.map((part) => [part, value[part].toString()]))).toEqual(
    Object.fromEntries(expectedParts.map((part) => [part, vector.expected[part]])),
  );
  if ('excludedFeeInputAmount' in vector.expected) {
    expect(value.traded.toString()).toBe(vector.expected['excludedFeeInputAmount']);
  }
  if (value.nextSqrtPrice !== null && 'nextSqrtPrice' in vector.expected) {
    expect(value.nextSqrtPrice.toString()).toBe(vector.expected['nextSqrtPrice']);
  }
  expect(value.claimingFee + value.compoundingFee + value.protocolFee + value.referralFee).toBe(value.totalFee);
});

test.each(vectors.filter(({ expected }) => expected.ok && expected.amountOut === '0').map(label))(
  'a trade without output gives no quote, although the program accepts it: %s',
  (_, vector) => {
    expect(quote(vector)).toMatchObject({ kind: 'problem', problem: { code: 'zero_output' } });
  },
);

test.each(vectors.filter(({ expected }) => !expected.ok).map(label))(
  'a swap that the program rejects gives no quote, with its error number: %s',
  (_, vector) => {
    const result = quote(vector);
    expect(result).toMatchObject({
      kind: 'problem',
      problem: { programError: vector.expected.anchor?.number },
    });
  },
);
