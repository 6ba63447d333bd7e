import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chainSnapshot, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { associatedTokenAddress } from '../addresses/program-address.ts';
import {
  account,
  clockAccount,
  loadFixture,
  vectorSlot,
  withAccount,
  type FixtureAccount,
} from '../testing/chain-fixtures.ts';
import { outcomeOf, type Derivation } from '../outcome.ts';
import { loadPool, type LoadedPool } from '../pools/load-pool.ts';
import { poolState } from './pool-state.ts';
import { programs } from '../programs.ts';
import { maximumAmount } from '../amounts.ts';
import { quoteCpmm } from './cpmm-quote.ts';
import { quoteDamm } from './damm-quote.ts';
import { swapQuote, type SwapQuote } from './swap-quote.ts';

type Vector = {
  readonly id: string;
  readonly accounts: Readonly<Record<string, FixtureAccount>> & { readonly pool: FixtureAccount };
  readonly clock: { readonly unix: string; readonly slot: string; readonly epoch: string };
  readonly input: { readonly mint: string; readonly amountIn: string };
  readonly expected: { readonly ok: boolean; readonly amountOut?: string };
};
type Case = {
  readonly id: string;
  readonly snapshot: ChainSnapshot;
  readonly pool: string;
  readonly loaded: LoadedPool;
  readonly accounts: readonly AccountSnapshot[];
  readonly inputMint: string;
  readonly amountIn: bigint;
  readonly amountOut: string;
};

const payer = 'FbVrK4kEPFCWPGXUfMf2xYYa5rxmHAAY2D59cBFvbHSV';

function casesOf(file: string): readonly Case[] {
  const { vectors } = loadFixture<{ readonly vectors: readonly Vector[] }>(file);
  return vectors.flatMap((vector): readonly Case[] => {
    const { id, accounts: named, clock, input, expected } = vector;
    if (!expected.ok || expected.amountOut === '0' || Object.keys(named).length === 1) {
      return [];
    }
    const accounts = Object.values(named).map(account);
    const mints = accounts.filter(({ address }) =>
      Object.entries(named).some(([role, entry]) => role.startsWith('mint') && entry.address === address),
    );
    const owned = mints.map((mint) => associatedTokenAddress(payer, mint.address, mint.owner).address);
    const snapshot = chainSnapshot(vectorSlot, [
      ...owned.map((address) => [address, null] as const),
      ...[...accounts, clockAccount(clock)].map((entry) => [entry.address, entry] as const),
    ]);
    const loaded = loadPool(snapshot, named.pool.address);
    const common = { id, snapshot, pool: named.pool.address, loaded, accounts };
    return [
      { ...common, inputMint: input.mint, amountIn: BigInt(input.amountIn), amountOut: expected.amountOut ?? '' },
    ];
  });
}

const cases = [...casesOf('cpmm.json'), ...casesOf('dammv2.json')];

/** Quotes a swap. Returns the quote and the pool's reserve of the output token. Returns null when there is no quote. */
function give(loaded: LoadedPool, input: 0 | 1, amountIn: bigint) {
  const output = input === 0 ? 1 : 0;
  const quoted = outcomeOf(() =>
    loaded.kind === 'cpmm'
      ? quoteCpmm(loaded, input, amountIn)
      : quoteDamm(loaded, { input, amountIn, payer, hasReferral: false }),
  );
  return quoted.kind === 'problem' ? null : { ...quoted.value, reserve: loaded.tokens[output].reserve };
}

function mintsOf({ loaded }: Case): readonly [string, string] {
  return loaded.kind === 'cpmm'
    ? [loaded.pool.sides[0].mint, loaded.pool.sides[1].mint]
    : [loaded.pool.mints[0], loaded.pool.mints[1]];
}

function quoteThrough(entry: Case, snapshot: ChainSnapshot): Derivation<SwapQuote> {
  const [mint0, mint1] = mintsOf(entry);
  const program = (mint: string): string => entry.accounts.find(({ address }) => address === mint)?.owner ?? '';
  const owned = [mint0, mint1].map((mint) => associatedTokenAddress(payer, mint, program(mint)).address);
  const [first, second] = (entry.inputMint === mint0 ? owned : owned.toReversed()) as [string, string];
  const request = { pool: entry.pool, payer, amountIn: entry.amountIn };
  return swapQuote(snapshot, { ...request, inputTokenAccount: first, outputTokenAccount: second });
}

/** Generates cases by their index, so that a counterexample shows a short index instead of the case's bytes. */
const anyCase = fc.nat({ max: cases.length - 1 });

function caseAt(index: number): Case {
  const vectorCase = cases[index];
  if (vectorCase === undefined) {
    throw new RangeError(`no case ${index}`);
  }
  return vectorCase;
}

const anyInput = fc.constantFrom(0 as const, 1 as const);
const anyAmount = fc.oneof(
  fc.bigInt({ min: 1n, max: 10_000n }),
  fc.bigInt({ min: 1n, max: 10n ** 13n }),
  fc.bigInt({ min: 1n, max: maximumAmount }),
);

test('output is at most the reserve, fees are at most the amount, and the impact is at most 100 %', () => {
  fc.assert(
    fc.property(anyCase, anyInput, anyAmount, (index, input, amountIn) => {
      const { loaded } = caseAt(index);
      const quote = give(loaded, input, amountIn);
      if (quote === null) {
        return;
      }
      expect(quote.grossOut <= quote.reserve).toBe(true);
      expect(quote.amountOut > 0n && quote.amountOut <= quote.grossOut).toBe(true);
      expect(quote.transferFeeIn < amountIn).toBe(true);
      expect(quote.priceImpactBps >= 0 && quote.priceImpactBps <= 10_000).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('a larger input never gives a smaller output', () => {
  fc.assert(
    fc.property(
      anyCase,
      anyInput,
      anyAmount,
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (index, input, amountIn, more) => {
        const entry = caseAt(index);
        const less = give(entry.loaded, input, amountIn);
        const larger = give(entry.loaded, input, amountIn + more);
        if (less === null || larger === null) {
          return;
        }
        if ('traded' in less && 'traded' in larger && larger.needsInstructionsSysvar) {
          // A rate limiter rounds its average fee up to a billionth of the amount. So a few more input units can cost
          // more through rounding than they bring.
          const rounding = (amountIn + more) / 1_000_000_000n + 2n;
          expect(larger.traded + rounding >= less.traded).toBe(true);
        } else {
          expect(larger.amountOut >= less.amountOut).toBe(true);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a quote from a snapshot equals the vectors', () => {
  expect(cases.length).toBeGreaterThan(150);
  for (const entry of cases) {
    const result = quoteThrough(entry, entry.snapshot);
    expect([entry.id, result]).toMatchObject([
      entry.id,
      { kind: 'value', value: { data: { inputMint: entry.inputMint, amountOut: entry.amountOut } } },
    ]);
  }
});

/** Generates ways to break the bytes of an account. */
const anyBreak = fc.oneof(
  fc.record({ how: fc.constant('cut' as const), at: fc.double({ min: 0, max: 0.999, noNaN: true }) }),
  fc.record({ how: fc.constant('zeroed' as const), at: fc.constant(0) }),
  fc.record({ how: fc.constant('longer' as const), at: fc.integer({ min: 1, max: 400 }) }),
);

test('bytes that were cut, zeroed or extended never crash and never give a quote', () => {
  fc.assert(
    fc.property(anyCase, fc.nat(), anyBreak, (index, which, { how, at }) => {
      const entry = caseAt(index);
      const victim = entry.accounts[which % entry.accounts.length];
      if (victim === undefined) {
        return;
      }
      const { data } = victim;
      const broken =
        how === 'cut'
          ? data.subarray(0, Math.floor(data.length * at))
          : how === 'zeroed'
            ? new Uint8Array(data.length)
            : Uint8Array.from([...data, ...new Uint8Array(at).fill(1)]);
      // When a Token-2022 account is cut exactly to its base length, it is valid again. Nothing can detect this cut.
      fc.pre(victim.owner !== programs.token2022 || (broken.length !== 82 && broken.length !== 165));
      // 261 added bytes form one complete extension of an unknown type: two bytes for the type, two for the length, and
      // 257 of content.
      fc.pre(victim.owner !== programs.token2022 || how !== 'longer' || at !== 261);
      const snapshot = withAccount(entry.snapshot, { ...victim, data: broken });
      expect([entry.id, victim.address, how, quoteThrough(entry, snapshot).kind]).toEqual([
        entry.id,
        victim.address,
        how,
        'problem',
      ]);
      expect(poolState(snapshot, entry.pool).kind).toBe('problem');
    }),
    { numRuns: 250 },
  );
});

test('bytes exchanged between two accounts never crash and are detected, except between mints', () => {
  fc.assert(
    fc.property(anyCase, fc.nat(), fc.nat(), (index, left, right) => {
      const entry = caseAt(index);
      const a = entry.accounts[left % entry.accounts.length];
      const b = entry.accounts[right % entry.accounts.length];
      if (a === undefined || b === undefined || Buffer.compare(a.data, b.data) === 0) {
        return;
      }
      const swapped = withAccount(withAccount(entry.snapshot, { ...a, data: b.data }), { ...b, data: a.data });
      const result = quoteThrough(entry, swapped);
      // The bytes of a mint do not contain its address. So nothing can detect that two mints of the same layout were
      // exchanged.
      const mints = mintsOf(entry);
      if (!mints.includes(a.address) || !mints.includes(b.address)) {
        expect([entry.id, a.address, b.address, result.kind]).toContain('problem');
      }
    }),
    { numRuns: 250 },
  );
});

test("the bytes of one pool at another pool's address are detected", () => {
  fc.assert(
    fc.property(anyCase, anyCase, (left, right) => {
      const here = caseAt(left);
      const other = caseAt(right);
      const planted = other.accounts.find(({ address }) => address === other.pool);
      if (here.pool === other.pool || planted === undefined) {
        return;
      }
      const accounts = new Map([...here.snapshot.accounts, ...other.snapshot.accounts]);
      const snapshot = withAccount({ slot: vectorSlot, accounts }, { ...planted, address: here.pool });
      expect(poolState(snapshot, here.pool)).toMatchObject({ kind: 'problem', problem: { code: 'inconsistent' } });
    }),
    { numRuns: 100 },
  );
});

test('bytes changed anywhere never crash', () => {
  fc.assert(
    fc.property(
      anyCase,
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 40 }),
      (index, which, changes) => {
        const entry = caseAt(index);
        const victim = entry.accounts[which % entry.accounts.length];
        if (victim === undefined) {
          return;
        }
        const data = Uint8Array.from(victim.data);
        for (const [at, value] of changes) {
          data[at % data.length] = value;
        }
        const snapshot = withAccount(entry.snapshot, { ...victim, data });
        const result = quoteThrough(entry, snapshot);
        expect(['value', 'problem', 'needs']).toContain(result.kind);
        if (result.kind === 'value') {
          const { loaded, direction, quote } = result.value;
          expect(quote.grossOut <= loaded.tokens[direction.input === 0 ? 1 : 0].reserve).toBe(true);
        }
        poolState(snapshot, entry.pool);
      },
    ),
    { numRuns: 250 },
  );
});
