import { addressBytesOf } from '../address.ts';
import { setU128, setU64, u64At, u64Bytes, u128Bytes, u8At } from '../bytes.ts';
import { programIds, sysvarIds } from '../program-ids.ts';
import type { Invocation, Program } from '../runtime/invocation.ts';
import { anchorErrors, startsWith, thrower } from './anchor.ts';
import { moveAlong } from './damm-curve.ts';
import { feeNumerator, feeOn, limitsRate, shareFee, type FeeShares } from './damm-fees.ts';
import {
  activationByTime,
  collectModes,
  dammDiscriminators,
  dammPoolFields,
  readDammPool,
  type DammPool,
} from './damm-pool.ts';
import { checkMint, checkTokenAccount, checkTokenProgram, mintOfAccount, moveTokens } from './pool-tokens.ts';
import { transferFee } from './token-layout.ts';

const fail = thrower({
  ...anchorErrors,
  MathOverflow: [6000, 'Math operation overflow'],
  ExceededSlippage: [6002, 'Exceeded slippage tolerance'],
  PoolDisabled: [6003, 'Pool disabled'],
  AmountIsZero: [6006, 'Amount is zero'],
  PriceRangeViolation: [6015, 'Trade is over price range'],
  FailToValidateSingleSwapInstruction: [6049, 'Fail to validate single swap instruction in rate limiter'],
  InvalidPoolVersion: [6052, 'Invalid pool version'],
});

/** Signs for the vaults of all pools. */
export const dammAuthority = 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC';
/** Signs for events. */
export const dammEventAuthority = '3rmHSu74h1ZcmAisVcWerTCiRDQbUrBKmcwptYGjHfet';

const exactIn = 0;
const units = 5_300;
/** How long before activation the whitelisted vault may trade: seconds where points are times, else slots. */
const earlyFor = { seconds: 3_600n, slots: 9_000n } as const;

/** The places of the accounts in a swap. */
const at = {
  authority: 0,
  pool: 1,
  userIn: 2,
  userOut: 3,
  vaultA: 4,
  vaultB: 5,
  mintA: 6,
  mintB: 7,
  payer: 8,
  programA: 9,
  programB: 10,
  referral: 11,
  eventAuthority: 12,
  program: 13,
  instructions: 14,
} as const;

/**
 * Meteora's DAMM V2 program, as far as swaps of an exact input go. What a swap writes for the next one's dynamic fee is
 * left out, so two swaps of one transaction see the same volatility.
 */
export const dammV2Program: Program = (invocation) => {
  const { data } = invocation;
  invocation.spend(units);
  if (startsWith(data, dammDiscriminators.eventTag)) {
    return;
  }
  const second = startsWith(data, dammDiscriminators.swap2);
  if (!second && !startsWith(data, dammDiscriminators.swap)) {
    throw fail(invocation, 'InstructionFallbackNotFound');
  }
  invocation.log(`Instruction: ${second ? 'Swap2' : 'Swap'}`);
  if (data.length < (second ? 25 : 24)) {
    throw fail(invocation, 'InstructionDidNotDeserialize');
  }
  checkAccounts(invocation);
  if (second && u8At(data, 24) !== exactIn) {
    invocation.log('the sandbox does not simulate partial fills and exact outputs');
    throw fail(invocation, 'InstructionDidNotDeserialize');
  }
  swap(invocation, u64At(data, 8), u64At(data, 16));
};

function checkAccounts(invocation: Invocation): void {
  const address = (index: number): string => invocation.meta(index).address;
  if (invocation.accounts.length <= at.program) {
    throw fail(invocation, 'AccountNotEnoughKeys');
  }
  if (address(at.authority) !== dammAuthority) {
    throw fail(invocation, 'ConstraintAddress');
  }
  const { owner, data, lamports } = invocation.read(at.pool);
  if (owner === programIds.system && lamports === 0n) {
    throw fail(invocation, 'AccountNotInitialized');
  }
  if (owner !== programIds.dammV2) {
    throw fail(invocation, 'AccountOwnedByWrongProgram');
  }
  if (!startsWith(data, dammDiscriminators.pool)) {
    throw fail(invocation, 'AccountDiscriminatorMismatch');
  }
  for (const index of [at.userIn, at.userOut, at.vaultA, at.vaultB]) {
    checkTokenAccount(invocation, index);
  }
  checkMint(invocation, at.mintA);
  checkMint(invocation, at.mintB);
  const pool = readDammPool(data);
  const [vaultA, vaultB] = pool.vaults;
  const [mintA, mintB] = pool.mints;
  if (
    address(at.vaultA) !== vaultA ||
    address(at.vaultB) !== vaultB ||
    address(at.mintA) !== mintA ||
    address(at.mintB) !== mintB
  ) {
    throw fail(invocation, 'ConstraintHasOne');
  }
  if (!invocation.meta(at.payer).signer) {
    throw fail(invocation, 'AccountNotSigner');
  }
  checkTokenProgram(invocation, at.programA);
  checkTokenProgram(invocation, at.programB);
  if (address(at.eventAuthority) !== dammEventAuthority || address(at.program) !== programIds.dammV2) {
    throw fail(invocation, 'ConstraintSeeds');
  }
}

/** One side of a swap: the places of its accounts. */
type Side = { readonly token: 0 | 1; readonly vault: number; readonly mint: number; readonly program: number };

const sideA: Side = { token: 0, vault: at.vaultA, mint: at.mintA, program: at.programA };
const sideB: Side = { token: 1, vault: at.vaultB, mint: at.mintB, program: at.programB };

/** What a swap did, as its event tells it. */
type Outcome = {
  readonly arriving: bigint;
  readonly swapped: bigint;
  readonly leaving: bigint;
  readonly nextSqrtPrice: bigint;
  readonly shares: FeeShares;
  readonly feesOnInput: boolean;
};

function swap(invocation: Invocation, amountIn: bigint, leastOut: bigint): void {
  const { clock } = invocation;
  const data = invocation.change(at.pool).data;
  const pool = readDammPool(data);
  const buysA = mintOfAccount(invocation, at.userIn) !== pool.mints[0];
  const [incoming, outgoing] = buysA ? [sideB, sideA] : [sideA, sideB];
  const point = pool.activationType === activationByTime ? clock.unixSeconds : clock.slot;
  if (!isOpen(pool, invocation.meta(at.payer).address, point)) {
    throw fail(invocation, 'PoolDisabled');
  }
  const arriving = amountIn - transferFee(invocation.read(incoming.mint).data, amountIn, clock.epoch);
  if (arriving <= 0n) {
    throw fail(invocation, 'AmountIsZero');
  }
  if (limitsRate(pool, { buysA, point })) {
    checkOnlySwap(invocation);
  }
  const hasReferral = invocation.meta(at.referral).address !== programIds.dammV2;
  const outcome = trade(invocation, pool, { buysA, arriving, point, hasReferral });
  const received = outcome.leaving - transferFee(invocation.read(outgoing.mint).data, outcome.leaving, clock.epoch);
  if (received < leastOut) {
    throw fail(invocation, 'ExceededSlippage');
  }
  write(data, pool, outcome, incoming, outgoing);
  moveTokens(invocation, {
    from: at.userIn,
    to: incoming.vault,
    mint: incoming.mint,
    authority: at.payer,
    tokenProgram: incoming.program,
    amount: amountIn,
    derived: false,
  });
  payOut(invocation, outgoing, at.userOut, outcome.leaving);
  if (outcome.shares.referral > 0n) {
    payOut(invocation, outcome.feesOnInput ? incoming : outgoing, at.referral, outcome.shares.referral);
  }
  announce(invocation, data, { amountIn, leastOut, buysA, hasReferral, received }, outcome);
}

function isOpen(pool: DammPool, payer: string, point: bigint): boolean {
  const early = pool.activationType === activationByTime ? earlyFor.seconds : earlyFor.slots;
  const opensAt = payer === pool.whitelistedVault ? pool.activationPoint - early : pool.activationPoint;
  return pool.status === 0 && point >= opensAt;
}

/** A limited buyer must show that the transaction trades with the pool once only. */
function checkOnlySwap(invocation: Invocation): void {
  const pool = invocation.meta(at.pool).address;
  const swaps = invocation.topLevel.filter(
    ({ program, accounts, data }) =>
      program === programIds.dammV2 &&
      accounts[at.pool]?.address === pool &&
      (startsWith(data, dammDiscriminators.swap) || startsWith(data, dammDiscriminators.swap2)),
  );
  const shown = invocation.accounts[at.instructions]?.address === sysvarIds.instructions;
  if (!shown || swaps.length !== 1 || invocation.depth !== 1) {
    throw fail(invocation, 'FailToValidateSingleSwapInstruction');
  }
}

function trade(
  invocation: Invocation,
  pool: DammPool,
  asked: { readonly buysA: boolean; readonly arriving: bigint; readonly point: bigint; readonly hasReferral: boolean },
): Outcome {
  const { buysA, arriving, point, hasReferral } = asked;
  const numerator = feeNumerator(pool, { buysA, amountIn: arriving, point });
  if (typeof numerator === 'string') {
    throw fail(invocation, numerator);
  }
  const feesOnInput = buysA && pool.collectMode !== collectModes.output;
  const feeIn = feesOnInput ? feeOn(arriving, numerator) : 0n;
  const swapped = arriving - feeIn;
  const step = moveAlong(pool, buysA, swapped);
  if (typeof step === 'string') {
    throw fail(invocation, step);
  }
  const fee = feesOnInput ? feeIn : feeOn(step.out, numerator);
  return {
    arriving,
    swapped,
    leaving: feesOnInput ? step.out : step.out - fee,
    nextSqrtPrice: step.nextSqrtPrice,
    shares: shareFee(pool, fee, hasReferral),
    feesOnInput,
  };
}

/** Writes what the swap leaves behind in the pool: its price, what it holds, and what waits for the protocol. */
function write(data: Uint8Array, pool: DammPool, outcome: Outcome, incoming: Side, outgoing: Side): void {
  const { shares, feesOnInput, swapped, leaving, nextSqrtPrice } = outcome;
  setU128(data, dammPoolFields.sqrtPrice, nextSqrtPrice);
  const charged = dammPoolFields.protocolFees[(feesOnInput ? incoming : outgoing).token];
  setU64(data, charged, (u64At(data, charged) + shares.protocol) & (2n ** 64n - 1n));
  if (pool.layoutVersion === 0) {
    return;
  }
  const { claiming, compounding, protocol, referral } = shares;
  const taken = feesOnInput ? 0n : claiming + compounding + protocol + referral;
  const [inAt, outAt] = [dammPoolFields.amounts[incoming.token], dammPoolFields.amounts[outgoing.token]];
  setU64(data, inAt, u64At(data, inAt) + swapped + (feesOnInput ? compounding : 0n));
  setU64(data, outAt, u64At(data, outAt) - leaving - taken + (feesOnInput ? 0n : compounding));
}

function payOut(invocation: Invocation, side: Side, to: number, amount: bigint): void {
  moveTokens(invocation, {
    from: side.vault,
    to,
    mint: side.mint,
    authority: at.authority,
    tokenProgram: side.program,
    amount,
    derived: true,
  });
}

/** The program tells what it did by calling itself, which shows among the inner instructions. */
function announce(
  invocation: Invocation,
  pool: Uint8Array,
  asked: {
    readonly amountIn: bigint;
    readonly leastOut: bigint;
    readonly buysA: boolean;
    readonly hasReferral: boolean;
    readonly received: bigint;
  },
  outcome: Outcome,
): void {
  const { claiming, protocol, compounding, referral } = outcome.shares;
  const { amountIn, leastOut, buysA, hasReferral, received } = asked;
  const data = Buffer.concat([
    dammDiscriminators.eventTag,
    dammDiscriminators.swapEvent,
    addressBytesOf(invocation.meta(at.pool).address),
    Uint8Array.of(buysA ? 1 : 0, u8At(pool, dammPoolFields.collectMode), hasReferral ? 1 : 0),
    u64Bytes(amountIn),
    u64Bytes(leastOut),
    Uint8Array.of(exactIn),
    ...[outcome.arriving, outcome.swapped, 0n, outcome.leaving].map(u64Bytes),
    u128Bytes(outcome.nextSqrtPrice),
    ...[claiming, protocol, compounding, referral, amountIn, outcome.leaving, received].map(u64Bytes),
    u64Bytes(invocation.clock.unixSeconds),
    ...dammPoolFields.amounts.map((offset) => u64Bytes(u64At(pool, offset))),
  ]);
  invocation.invoke(
    {
      program: programIds.dammV2,
      accounts: [{ address: dammEventAuthority, signer: true, writable: false }],
      data,
    },
    [dammEventAuthority],
  );
}
