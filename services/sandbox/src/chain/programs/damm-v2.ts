import { addressBytesOf } from '../address.ts';
import { setU128, setU64, u64At, u64Bytes, u128Bytes, u8At } from '../bytes.ts';
import { programIds, sysvarIds } from '../program-ids.ts';
import type { Invocation, Program } from '../runtime/invocation.ts';
import { anchorErrors, startsWith, createFailureFactory } from './anchor.ts';
import { moveAlongCurve } from './damm-curve.ts';
import { feeNumerator, feeOn, isRateLimiterActive, shareFee, type FeeShares } from './damm-fees.ts';
import {
  activationByTime,
  collectModes,
  dammDiscriminators,
  dammPoolFields,
  readDammPool,
  type DammPoolState,
} from './damm-pool.ts';
import { checkMint, checkTokenAccount, checkTokenProgram, mintOfAccount, moveTokens } from './pool-tokens.ts';
import { transferFee } from './token-layout.ts';

const fail = createFailureFactory({
  ...anchorErrors,
  MathOverflow: [6000, 'Math operation overflow'],
  ExceededSlippage: [6002, 'Exceeded slippage tolerance'],
  PoolDisabled: [6003, 'Pool disabled'],
  AmountIsZero: [6006, 'Amount is zero'],
  PriceRangeViolation: [6015, 'Trade is over price range'],
  FailToValidateSingleSwapInstruction: [6049, 'Fail to validate single swap instruction in rate limiter'],
  InvalidPoolVersion: [6052, 'Invalid pool version'],
});

/** The address that signs for the vaults of all pools. */
export const dammAuthority = 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC';
/** The address that signs for the program's events. */
export const dammEventAuthority = '3rmHSu74h1ZcmAisVcWerTCiRDQbUrBKmcwptYGjHfet';

const exactIn = 0;
const units = 5_300;
/**
 * How long before the activation the whitelisted vault may already trade: in seconds for pools that count seconds, in
 * slots for all others.
 */
const earlyAccess = { seconds: 3_600n, slots: 9_000n } as const;

/** Indexes of the accounts of a swap instruction. */
const accountIndex = {
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
 * Meteora's DAMM V2 program. The sandbox supports swaps of an exact input. A swap does not update the pool's volatility
 * here, so two swaps of one transaction pay the same dynamic fee.
 */
export const dammV2Program: Program = (invocation) => {
  const { data } = invocation;
  invocation.spend(units);
  if (startsWith(data, dammDiscriminators.eventTag)) {
    return;
  }
  const isSwap2 = startsWith(data, dammDiscriminators.swap2);
  if (!isSwap2 && !startsWith(data, dammDiscriminators.swap)) {
    throw fail(invocation, 'InstructionFallbackNotFound');
  }
  invocation.log(`Instruction: ${isSwap2 ? 'Swap2' : 'Swap'}`);
  if (data.length < (isSwap2 ? 25 : 24)) {
    throw fail(invocation, 'InstructionDidNotDeserialize');
  }
  checkAccounts(invocation);
  if (isSwap2 && u8At(data, 24) !== exactIn) {
    invocation.log('the sandbox does not simulate partial fills and exact outputs');
    throw fail(invocation, 'InstructionDidNotDeserialize');
  }
  swap(invocation, u64At(data, 8), u64At(data, 16));
};

function checkAccounts(invocation: Invocation): void {
  const address = (index: number): string => invocation.meta(index).address;
  if (invocation.accounts.length <= accountIndex.program) {
    throw fail(invocation, 'AccountNotEnoughKeys');
  }
  if (address(accountIndex.authority) !== dammAuthority) {
    throw fail(invocation, 'ConstraintAddress');
  }
  const { owner, data, lamports } = invocation.read(accountIndex.pool);
  if (owner === programIds.system && lamports === 0n) {
    throw fail(invocation, 'AccountNotInitialized');
  }
  if (owner !== programIds.dammV2) {
    throw fail(invocation, 'AccountOwnedByWrongProgram');
  }
  if (!startsWith(data, dammDiscriminators.pool)) {
    throw fail(invocation, 'AccountDiscriminatorMismatch');
  }
  for (const index of [accountIndex.userIn, accountIndex.userOut, accountIndex.vaultA, accountIndex.vaultB]) {
    checkTokenAccount(invocation, index);
  }
  checkMint(invocation, accountIndex.mintA);
  checkMint(invocation, accountIndex.mintB);
  const pool = readDammPool(data);
  const [vaultA, vaultB] = pool.vaults;
  const [mintA, mintB] = pool.mints;
  if (
    address(accountIndex.vaultA) !== vaultA ||
    address(accountIndex.vaultB) !== vaultB ||
    address(accountIndex.mintA) !== mintA ||
    address(accountIndex.mintB) !== mintB
  ) {
    throw fail(invocation, 'ConstraintHasOne');
  }
  if (!invocation.meta(accountIndex.payer).signer) {
    throw fail(invocation, 'AccountNotSigner');
  }
  checkTokenProgram(invocation, accountIndex.programA);
  checkTokenProgram(invocation, accountIndex.programB);
  if (
    address(accountIndex.eventAuthority) !== dammEventAuthority ||
    address(accountIndex.program) !== programIds.dammV2
  ) {
    throw fail(invocation, 'ConstraintSeeds');
  }
}

/** One of the two tokens of a swap, with the indexes of its accounts. */
type Side = { readonly token: 0 | 1; readonly vault: number; readonly mint: number; readonly program: number };

const sideA: Side = { token: 0, vault: accountIndex.vaultA, mint: accountIndex.mintA, program: accountIndex.programA };
const sideB: Side = { token: 1, vault: accountIndex.vaultB, mint: accountIndex.mintB, program: accountIndex.programB };

/** The result of a swap, with the values that the swap's event states. */
type Outcome = {
  readonly netIn: bigint;
  readonly swapped: bigint;
  readonly grossOut: bigint;
  readonly nextSqrtPrice: bigint;
  readonly shares: FeeShares;
  readonly feesOnInput: boolean;
};

function swap(invocation: Invocation, amountIn: bigint, minOut: bigint): void {
  const { clock } = invocation;
  const data = invocation.change(accountIndex.pool).data;
  const pool = readDammPool(data);
  const buysA = mintOfAccount(invocation, accountIndex.userIn) !== pool.mints[0];
  const [incoming, outgoing] = buysA ? [sideB, sideA] : [sideA, sideB];
  const point = pool.activationType === activationByTime ? clock.unixSeconds : clock.slot;
  if (!isOpen(pool, invocation.meta(accountIndex.payer).address, point)) {
    throw fail(invocation, 'PoolDisabled');
  }
  const netIn = amountIn - transferFee(invocation.read(incoming.mint).data, amountIn, clock.epoch);
  if (netIn <= 0n) {
    throw fail(invocation, 'AmountIsZero');
  }
  if (isRateLimiterActive(pool, { buysA, point })) {
    checkOnlySwap(invocation);
  }
  const hasReferral = invocation.meta(accountIndex.referral).address !== programIds.dammV2;
  const outcome = trade(invocation, pool, { buysA, netIn, point, hasReferral });
  const received = outcome.grossOut - transferFee(invocation.read(outgoing.mint).data, outcome.grossOut, clock.epoch);
  if (received < minOut) {
    throw fail(invocation, 'ExceededSlippage');
  }
  write(data, pool, outcome, incoming, outgoing);
  moveTokens(invocation, {
    from: accountIndex.userIn,
    to: incoming.vault,
    mint: incoming.mint,
    authority: accountIndex.payer,
    tokenProgram: incoming.program,
    amount: amountIn,
    derived: false,
  });
  payOut(invocation, outgoing, accountIndex.userOut, outcome.grossOut);
  if (outcome.shares.referral > 0n) {
    payOut(invocation, outcome.feesOnInput ? incoming : outgoing, accountIndex.referral, outcome.shares.referral);
  }
  emitEvent(invocation, data, { amountIn, minOut, buysA, hasReferral, received }, outcome);
}

function isOpen(pool: DammPoolState, payer: string, point: bigint): boolean {
  const early = pool.activationType === activationByTime ? earlyAccess.seconds : earlyAccess.slots;
  const opensAt = payer === pool.whitelistedVault ? pool.activationPoint - early : pool.activationPoint;
  return pool.status === 0 && point >= opensAt;
}

/** Checks that the transaction has no other swap with the same pool, as the rate limiter requires. */
function checkOnlySwap(invocation: Invocation): void {
  const pool = invocation.meta(accountIndex.pool).address;
  const swaps = invocation.transactionInstructions.filter(
    ({ program, accounts, data }) =>
      program === programIds.dammV2 &&
      accounts[accountIndex.pool]?.address === pool &&
      (startsWith(data, dammDiscriminators.swap) || startsWith(data, dammDiscriminators.swap2)),
  );
  const shown = invocation.accounts[accountIndex.instructions]?.address === sysvarIds.instructions;
  if (!shown || swaps.length !== 1 || invocation.depth !== 1) {
    throw fail(invocation, 'FailToValidateSingleSwapInstruction');
  }
}

function trade(
  invocation: Invocation,
  pool: DammPoolState,
  terms: { readonly buysA: boolean; readonly netIn: bigint; readonly point: bigint; readonly hasReferral: boolean },
): Outcome {
  const { buysA, netIn, point, hasReferral } = terms;
  const numerator = feeNumerator(pool, { buysA, amountIn: netIn, point });
  if (typeof numerator === 'string') {
    throw fail(invocation, numerator);
  }
  const feesOnInput = buysA && pool.collectMode !== collectModes.output;
  const feeIn = feesOnInput ? feeOn(netIn, numerator) : 0n;
  const swapped = netIn - feeIn;
  const step = moveAlongCurve(pool, buysA, swapped);
  if (typeof step === 'string') {
    throw fail(invocation, step);
  }
  const fee = feesOnInput ? feeIn : feeOn(step.out, numerator);
  return {
    netIn,
    swapped,
    grossOut: feesOnInput ? step.out : step.out - fee,
    nextSqrtPrice: step.nextSqrtPrice,
    shares: shareFee(pool, fee, hasReferral),
    feesOnInput,
  };
}

/** Writes the result of a swap to the pool: the new price, the new amounts and the protocol's uncollected fee. */
function write(data: Uint8Array, pool: DammPoolState, outcome: Outcome, incoming: Side, outgoing: Side): void {
  const { shares, feesOnInput, swapped, grossOut, nextSqrtPrice } = outcome;
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
  setU64(data, outAt, u64At(data, outAt) - grossOut - taken + (feesOnInput ? 0n : compounding));
}

function payOut(invocation: Invocation, side: Side, to: number, amount: bigint): void {
  moveTokens(invocation, {
    from: side.vault,
    to,
    mint: side.mint,
    authority: accountIndex.authority,
    tokenProgram: side.program,
    amount,
    derived: true,
  });
}

/**
 * Emits the event of a swap. The program invokes itself with the event as data, so the event is an inner instruction.
 */
function emitEvent(
  invocation: Invocation,
  pool: Uint8Array,
  terms: {
    readonly amountIn: bigint;
    readonly minOut: bigint;
    readonly buysA: boolean;
    readonly hasReferral: boolean;
    readonly received: bigint;
  },
  outcome: Outcome,
): void {
  const { claiming, protocol, compounding, referral } = outcome.shares;
  const { amountIn, minOut, buysA, hasReferral, received } = terms;
  const data = Buffer.concat([
    dammDiscriminators.eventTag,
    dammDiscriminators.swapEvent,
    addressBytesOf(invocation.meta(accountIndex.pool).address),
    Uint8Array.of(buysA ? 1 : 0, u8At(pool, dammPoolFields.collectMode), hasReferral ? 1 : 0),
    u64Bytes(amountIn),
    u64Bytes(minOut),
    Uint8Array.of(exactIn),
    ...[outcome.netIn, outcome.swapped, 0n, outcome.grossOut].map(u64Bytes),
    u128Bytes(outcome.nextSqrtPrice),
    ...[claiming, protocol, compounding, referral, amountIn, outcome.grossOut, received].map(u64Bytes),
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
