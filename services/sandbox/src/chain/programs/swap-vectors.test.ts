import { expect, test } from '@jest/globals';
import { maxU64, u64At } from '../bytes.ts';
import { programIds } from '../program-ids.ts';
import { execute, type Execution } from '../runtime/execute.ts';
import { swapInstruction, type PoolSwap } from '../../testing/swap-instructions.ts';
import type { ChainAccount } from '../account.ts';
import {
  hasFee,
  holding,
  ledgerOf,
  loadSwapVectors,
  named,
  plainMint,
  type SwapVector,
  accountOf,
} from '../../testing/swap-vectors.ts';
import { dammAuthority } from './damm-v2.ts';
import { dammPoolFields, readDammPool } from './damm-pool.ts';
import { programs } from './programs.ts';

const payer = named('payer');
const userIn = named('user in');
const userOut = named('user out');
const referral = named('referral');
/** Offset in a swap's event at which the parts of the fee begin. */
const firstFeeInEvent = 116;

type Ends = { readonly in: string; readonly out: string };

function withUser(ledger: Map<string, ChainAccount>, { in: mintIn, out: mintOut }: Ends, amount: bigint): void {
  const programOf = (mint: string): string => ledger.get(mint)?.owner ?? '';
  ledger.set(userIn, holding(mintIn, payer, amount, programOf(mintIn), hasFee(ledger.get(mintIn))));
  ledger.set(userOut, holding(mintOut, payer, 0n, programOf(mintOut), hasFee(ledger.get(mintOut))));
}

function run(ledger: Map<string, ChainAccount>, swap: PoolSwap): Execution {
  const read = (address: string): ChainAccount | undefined => ledger.get(address);
  return execute(programs, read, [swapInstruction(read, swap)], undefined);
}

function cpmmSwap(vector: SwapVector, minOut = 0n) {
  const ledger = ledgerOf(vector);
  const { pool, vault0, vault1, mint0, mint1 } = vector.accounts;
  if (pool === undefined || !vault0 || !vault1 || !mint0 || !mint1) {
    throw new Error(`${vector.id} lacks an account`);
  }
  const forward = vector.input.direction === '0to1';
  const [mintIn, mintOut] = forward ? [mint0, mint1] : [mint1, mint0];
  const vaultOut = forward ? vault1 : vault0;
  withUser(ledger, { in: mintIn.address, out: mintOut.address }, BigInt(vector.input.amountIn));
  const ran = run(ledger, {
    pool: pool.address,
    payer,
    userIn,
    userOut,
    mintIn: mintIn.address,
    amountIn: BigInt(vector.input.amountIn),
    minOut,
  });
  return { ran, ledger, vaultOut: vaultOut.address };
}

test.each(loadSwapVectors('cpmm.json').map((vector) => [`${vector.id} ${vector.name}`, vector] as const))(
  'a CPMM swap gives what the real program gave: %s',
  (_title, vector) => {
    const { ran, ledger, vaultOut } = cpmmSwap(vector);
    const { expected } = vector;
    if (!expected.ok) {
      const reason = expected['code'] === null ? 'ProgramFailedToComplete' : { Custom: expected['code'] };
      expect(ran.failure).toEqual({ index: 0, reason });
      return;
    }
    expect(ran.failure).toBeUndefined();
    expect(u64At(ran.after(userOut).data, 64)).toBe(BigInt(String(expected['amountOut'])));
    const left = u64At(ledger.get(vaultOut)?.data ?? new Uint8Array(), 64) - u64At(ran.after(vaultOut).data, 64);
    expect(left).toBe(BigInt(String(expected['grossOut'])));
  },
);

test('a CPMM swap fails when it gives one unit less than the minimum, and passes with exactly the minimum', () => {
  const [vector] = loadSwapVectors('cpmm.json');
  const amountOut = BigInt(String(vector?.expected['amountOut']));
  expect(vector && cpmmSwap(vector, amountOut).ran.failure).toBeUndefined();
  expect(vector && cpmmSwap(vector, amountOut + 1n).ran.failure?.reason).toEqual({ Custom: 6005 });
});

function dammSwap(vector: SwapVector, minOut = 0n) {
  const ledger = ledgerOf(vector);
  const poolAddress = vector.accounts['pool']?.address ?? '';
  const pool = readDammPool(ledger.get(poolAddress)?.data ?? new Uint8Array());
  const [mintA = '', mintB = ''] = pool.mints;
  const [vaultA = '', vaultB = ''] = pool.vaults;
  // A recorded swap (vector) of a real pool contains only the pool account. The test adds the pool's vaults and mints,
  // whose contents do not affect the result of the swap.
  for (const [mint, vault] of [
    [mintA, vaultA],
    [mintB, vaultB],
  ] as const) {
    if (!ledger.has(mint)) {
      ledger.set(mint, accountOf(programIds.token, plainMint()));
    }
    if (!ledger.has(vault)) {
      ledger.set(vault, holding(mint, dammAuthority, maxU64 / 2n, programIds.token));
    }
  }
  const forward = vector.input.direction === 'aToB';
  const [mintIn, mintOut] = forward ? [mintA, mintB] : [mintB, mintA];
  withUser(ledger, { in: mintIn, out: mintOut }, BigInt(vector.input.amountIn));
  const feesOnInput = !forward && (ledger.get(poolAddress)?.data[dammPoolFields.collectMode] ?? 0) !== 0;
  const feeMint = feesOnInput ? mintIn : mintOut;
  ledger.set(referral, holding(feeMint, payer, 0n, ledger.get(feeMint)?.owner ?? '', hasFee(ledger.get(feeMint))));
  const ran = run(ledger, {
    pool: poolAddress,
    payer,
    userIn,
    userOut,
    mintIn,
    amountIn: BigInt(vector.input.amountIn),
    minOut,
    firstForm: vector.input.instruction === 'swap',
    showsInstructions: vector.input.instructionsSysvarPassed === true,
    ...(vector.input.hasReferral === true ? { referral } : {}),
  });
  return { ran, poolAddress };
}

test.each(loadSwapVectors('dammv2.json').map((vector) => [`${vector.id} ${vector.name}`, vector] as const))(
  'a DAMM V2 swap gives what the real program gave: %s',
  (_title, vector) => {
    const { ran, poolAddress } = dammSwap(vector);
    const { expected } = vector;
    if (!expected.ok) {
      const { number } = expected['anchor'] as { readonly number: number };
      expect(ran.failure).toEqual({ index: 0, reason: { Custom: number } });
      return;
    }
    expect(ran.failure).toBeUndefined();
    expect(u64At(ran.after(userOut).data, 64)).toBe(BigInt(String(expected['amountOut'])));
    if (expected['nextSqrtPrice'] !== undefined && readDammPool(ran.after(poolAddress).data).collectMode !== 2) {
      expect(String(readDammPool(ran.after(poolAddress).data).sqrtPrice)).toBe(expected['nextSqrtPrice']);
    }
    const event = ran.inner.get(0)?.at(-1)?.data ?? new Uint8Array();
    for (const [place, name] of ['claimingFee', 'protocolFee', 'compoundingFee', 'referralFee'].entries()) {
      const emitted = String(u64At(event, firstFeeInEvent + 8 * place));
      expect([name, emitted]).toEqual([name, expected[name] ?? emitted]);
    }
  },
);

test('a DAMM V2 swap fails when it gives one unit less than the minimum, and passes with exactly the minimum', () => {
  const [vector] = loadSwapVectors('dammv2.json');
  const amountOut = BigInt(String(vector?.expected['amountOut']));
  expect(vector && dammSwap(vector, amountOut).ran.failure).toBeUndefined();
  expect(vector && dammSwap(vector, amountOut + 1n).ran.failure?.reason).toEqual({ Custom: 6002 });
});
