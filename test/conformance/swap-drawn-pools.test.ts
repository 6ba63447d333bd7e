import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { swapQuote, type SwapRequest } from '@assay/solana/quotes/swap-quote';
import { readSimulation } from '@assay/solana/simulation/read-simulation';
import { simulationParams } from '@assay/solana/simulation/swap-transaction';
import type { ChainAccount } from '../../services/sandbox/src/chain/account.ts';
import { testChain } from '../../services/sandbox/src/testing/test-chain.ts';
import { swapInstruction } from '../../services/sandbox/src/testing/swap-instructions.ts';
import { writeTransaction } from '../../services/sandbox/src/testing/transactions.ts';
import { loadSwapVectors, type SwapVector } from '../../services/sandbox/src/testing/swap-vectors.ts';
import { deriveFrom, type WrittenAccount } from './support/sandbox-node.ts';
import { vectorTrade } from './support/vector-trades.ts';

/** A number to write into the bytes of an account, in little-endian order. */
type Write = {
  readonly account: string;
  readonly at: number;
  readonly bytes: 1 | 2 | 4 | 8 | 16;
  readonly value: bigint;
};

const maxU64 = 2n ** 64n - 1n;

/** Generates numbers whose bit length is uniformly distributed, because real pools have all sizes. */
function ofAnySize(maxBits: number, minBits = 1): fc.Arbitrary<bigint> {
  return fc
    .integer({ min: minBits, max: maxBits })
    .chain((bits) => fc.bigInt({ min: bits === 1 ? 0n : 2n ** BigInt(bits - 1), max: 2n ** BigInt(bits) - 1n }));
}

function written(ledger: ReadonlyMap<string, ChainAccount>, writes: readonly Write[]): Map<string, ChainAccount> {
  const changed = new Map(ledger);
  for (const { account, at, bytes, value } of writes) {
    const before = changed.get(account);
    if (before === undefined) {
      throw new Error(`no account ${account}`);
    }
    const data = Uint8Array.from(before.data);
    for (let place = 0; place < bytes; place += 1) {
      data[at + place] = Number((value >> BigInt(8 * place)) & 0xffn);
    }
    changed.set(account, { ...before, data });
  }
  return changed;
}

type SwapEnd = 'amount' | 'refused' | 'nothing' | 'unsound';

/** Quotes a swap and simulates it on the same bytes. Expects equal results. Returns the outcome of the swap. */
function agree(ledger: ReadonlyMap<string, ChainAccount>, request: SwapRequest, mintIn: string): SwapEnd {
  const { ask } = testChain(ledger);
  const derived = deriveFrom(ask, 'node-a', (snapshot) => swapQuote(snapshot, request));
  if (derived.kind === 'value') {
    const params = simulationParams(derived.value, request, { minContextSlot: 0, commitment: 'confirmed' });
    const result = readSimulation(ask('node-b', 'simulateTransaction', ...params).result, derived.value);
    expect(result).toMatchObject({ kind: 'amount', amountOut: BigInt(derived.value.data.amountOut) });
    return 'amount';
  }
  const problem = derived.kind === 'problem' ? derived.problem : undefined;
  // No program would write such bytes. An example is a reserve above the maximum of a vault.
  const unwritten = problem?.code === 'overflow' && problem.programError === undefined;
  if (problem === undefined || unwritten || ['malformed', 'inconsistent', 'unsupported'].includes(problem.code)) {
    return 'unsound';
  }
  const { payer, inputTokenAccount: userIn, outputTokenAccount: userOut, amountIn, pool } = request;
  const swap = { pool, payer, userIn, userOut, mintIn, amountIn, showsInstructions: true };
  const instruction = swapInstruction((address) => ledger.get(address), swap);
  const { value } = ask('node-b', 'simulateTransaction', writeTransaction({ payer, instructions: [instruction] }), {
    encoding: 'base64',
    replaceRecentBlockhash: true,
    accounts: { addresses: [userOut], encoding: 'base64' },
  }).result as { readonly value: { readonly err: unknown; readonly accounts: readonly (WrittenAccount | null)[] } };
  if (value.err === null) {
    // DAMM V2 accepts a swap without output, but the engine gives no quote for it.
    const after = Buffer.from(value.accounts[0]?.data[0] ?? '', 'base64').readBigUInt64LE(64);
    const before = Buffer.from(ledger.get(userOut)?.data ?? []).readBigUInt64LE(64);
    expect({ problem, gained: after - before }).toEqual({ problem, gained: 0n });
    return 'nothing';
  }
  // When a swap has two errors, the engine and the program may report different ones. So the codes are not compared.
  return 'refused';
}

function vectorNamed(file: string, id: string): SwapVector {
  const matchingVector = loadSwapVectors(file).find((vector) => vector.id === id);
  if (matchingVector === undefined) {
    throw new Error(`no vector ${id}`);
  }
  return matchingVector;
}

/** Checks a property on generated versions of one vector's pool. Expects that some of them swap and some refuse. */
function check(vector: SwapVector, writes: (roles: (role: string) => string) => fc.Arbitrary<readonly Write[]>): void {
  const { ledger, request } = vectorTrade(vector, 'existing');
  const roleOf = (role: string): string => vector.accounts[role]?.address ?? '';
  const met = new Map<SwapEnd, number>();
  fc.assert(
    fc.property(writes(roleOf), ofAnySize(63), (drawn, amount) => {
      const amountIn = amount === 0n ? 1n : amount;
      const input = { account: request.inputTokenAccount, at: 64, bytes: 8, value: maxU64 / 2n } as const;
      const end = agree(written(ledger, [...drawn, input]), { ...request, amountIn }, vector.input.mint);
      met.set(end, (met.get(end) ?? 0) + 1);
    }),
    // The seed is fixed, because the test counts the outcomes below.
    { numRuns: 40, seed: 20_261_121 },
  );
  expect(met.get('amount') ?? 0).toBeGreaterThan(2);
  expect(met.get('refused') ?? 0).toBeGreaterThan(0);
}

test.each(['cpmm-001', 'cpmm-006', 'cpmm-070', 'cpmm-071', 'cpmm-090', 'cpmm-109'])(
  'a quote and its simulation agree for every possible CPMM pool: %s',
  (id) => {
    check(vectorNamed('cpmm.json', id), (roles) => {
      const pool = roles('pool');
      const amount = (account: string, at: number, bits: number) =>
        ofAnySize(bits).map((value): Write => ({ account, at, bytes: 8, value }));
      const rate = (at: number, max: number) =>
        fc.nat({ max }).map((value): Write => ({ account: roles('ammConfig'), at, bytes: 8, value: BigInt(value) }));
      const byte = (at: number, values: fc.Arbitrary<number>) =>
        values.map((value): Write => ({ account: pool, at, bytes: 1, value: BigInt(value) }));
      return fc.tuple(
        amount(roles('vault0'), 64, 62),
        amount(roles('vault1'), 64, 62),
        ...[341, 349, 357, 365, 397, 405].map((at) => amount(pool, at, 24)),
        rate(12, 500_000),
        rate(20, 500_000),
        rate(28, 500_000),
        rate(108, 500_000),
        byte(329, fc.constantFrom(0, 0, 0, 0, 3, 4)),
        byte(389, fc.constantFrom(0, 1, 2)),
        byte(390, fc.constantFrom(0, 1)),
      );
    });
  },
);

/** Generates new values for the listed fields of a pool. */
function fields(
  pool: string,
  drawn: readonly (readonly [at: number, bytes: Write['bytes'], values: fc.Arbitrary<bigint | number>])[],
): fc.Arbitrary<readonly Write[]> {
  return fc.tuple(
    ...drawn.map(([at, bytes, values]) =>
      values.map((value): Write => ({ account: pool, at, bytes, value: BigInt(value) })),
    ),
  );
}

test.each(['dammv2-001', 'dammv2-004', 'dammv2-054', 'dammv2-089', 'dammv2-129', 'dammv2-140'])(
  'a quote and its simulation agree for every possible DAMM V2 pool: %s',
  (id) => {
    check(vectorNamed('dammv2.json', id), (roles) => {
      const upTo = (max: number): fc.Arbitrary<number> => fc.nat({ max });
      const vaults = ['vaultA', 'vaultB'].map((role): Write => ({
        account: roles(role),
        at: 64,
        bytes: 8,
        value: maxU64 / 2n,
      }));
      const drawn = (mode: number) =>
        fields(roles('pool'), [
          [8, 8, upTo(999_999_999)],
          [16, 1, fc.constantFrom(0, 1, 2, 3, 4)],
          [22, 2, upTo(1_000)],
          [24, 4, fc.oneof(upTo(100), upTo(1_000_000))],
          [28, 4, fc.oneof(fc.constant(0), upTo(9_900))],
          [32, 8, fc.oneof(upTo(10_000), ofAnySize(40))],
          [48, 1, upTo(100)],
          [54, 2, upTo(10_000)],
          [56, 1, fc.constantFrom(0, 1)],
          [68, 4, upTo(1_000_000)],
          [72, 2, upTo(100)],
          [120, 16, ofAnySize(32)],
          [152, 16, ofAnySize(90)],
          // This liquidity keeps both reserves within the maximum of a vault at every generated price.
          [360, 16, ofAnySize(105, 70)],
          [456, 16, ofAnySize(84, 44)],
          [472, 8, fc.oneof(fc.constantFrom(0, 1_760_000_000), fc.integer({ min: 399_000_000, max: 400_000_001 }))],
          [480, 1, fc.constantFrom(0, 1)],
          [481, 1, fc.constantFrom(0, 0, 0, 0, 0, 1)],
          [484, 1, fc.constant(mode)],
          [486, 1, fc.constantFrom(0, 1, 1, 2)],
          // A compounding pool computes its price from the stored reserves. In all other pools, the stored reserves are
          // at least as large as the liquidity implies.
          [680, 8, mode === 2 ? ofAnySize(62, 2) : fc.constant(maxU64 / 2n)],
          [688, 8, mode === 2 ? ofAnySize(62, 2) : fc.constant(maxU64 / 2n)],
          [696, 1, fc.constantFrom(0, 1, 1)],
        ]);
      const pool = fc.constantFrom(0, 1, 2).chain(drawn);
      return pool.map((writes) => [...writes, ...vaults]);
    });
  },
);
