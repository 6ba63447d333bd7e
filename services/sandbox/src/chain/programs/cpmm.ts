import { addressBytesOf } from '../address.ts';
import { addressIn, setU64, u8At, u64At, u64Bytes } from '../bytes.ts';
import { programIds } from '../program-ids.ts';
import { InstructionFailure } from '../runtime/failure.ts';
import type { Invocation, Program } from '../runtime/invocation.ts';
import { anchorErrors, startsWith, thrower } from './anchor.ts';
import { tradeOnCurve, type CpmmTrade } from './cpmm-curve.ts';
import { amountAt, checkMint, checkTokenAccount, checkTokenProgram, moveTokens } from './pool-tokens.ts';
import { transferFee } from './token-layout.ts';

/** The program's own errors, by its numbers. */
const fail = thrower({
  ...anchorErrors,
  NotApproved: [6000, 'Not approved'],
  ExceededSlippage: [6005, 'Exceeds desired slippage limit'],
  ZeroTradingTokens: [6006, 'Swap zero trading tokens'],
  InvalidVault: [6008, 'Invalid vault'],
  MathOverflow: [6011, 'Math overflow'],
  InsufficientVault: [6012, 'Insufficient vault'],
  InvalidFeeModel: [6013, 'Invalid fee model'],
});

/** Signs for the vaults of all pools. */
export const cpmmAuthority = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL';

/** The first bytes of the program's accounts and of its instruction. */
export const cpmmDiscriminators = {
  pool: Buffer.from('f7ede3f5d7c3de46', 'hex'),
  config: Buffer.from('daf42168cbcb2b6f', 'hex'),
  observation: Buffer.from('7aaec5358109a584', 'hex'),
  swapBaseInput: Buffer.from('8fbe5adac41e33de', 'hex'),
  swapEvent: Buffer.from('40c6cde8260871e2', 'hex'),
};

/** Where the fields of a pool stand that a swap reads or writes; of pairs, the first token's is first. */
export const cpmmPoolFields = {
  config: 8,
  vaults: [72, 104],
  lpMint: 136,
  mints: [168, 200],
  tokenPrograms: [232, 264],
  observation: 296,
  status: 329,
  protocolFees: [341, 349],
  fundFees: [357, 365],
  openTime: 373,
  recentEpoch: 381,
  creatorFeeOn: 389,
  creatorFeeEnabled: 390,
  creatorFees: [397, 405],
} as const;

/** Where the rates stand in a configuration. */
export const cpmmConfigFields = { tradeFee: 12, protocolFee: 20, fundFee: 28, creatorFee: 108 } as const;

const swapOff = 4;
const units = 20_900;

/** The places of the accounts in a swap. */
const at = {
  payer: 0,
  authority: 1,
  config: 2,
  pool: 3,
  userIn: 4,
  userOut: 5,
  vaultIn: 6,
  vaultOut: 7,
  programIn: 8,
  programOut: 9,
  mintIn: 10,
  mintOut: 11,
  observation: 12,
} as const;

/** Raydium's CPMM program, as far as swaps of an exact input go. */
export const cpmmProgram: Program = (invocation) => {
  const { data } = invocation;
  if (!startsWith(data, cpmmDiscriminators.swapBaseInput)) {
    throw fail(invocation, 'InstructionFallbackNotFound');
  }
  invocation.log('Instruction: SwapBaseInput');
  invocation.spend(units);
  if (data.length < 24) {
    throw fail(invocation, 'InstructionDidNotDeserialize');
  }
  checkAccounts(invocation);
  swap(invocation, u64At(data, 8), u64At(data, 16));
};

function checkAccounts(invocation: Invocation): void {
  const address = (index: number): string => invocation.meta(index).address;
  if (invocation.accounts.length <= at.observation) {
    throw fail(invocation, 'AccountNotEnoughKeys');
  }
  if (!invocation.meta(at.payer).signer) {
    throw fail(invocation, 'AccountNotSigner');
  }
  if (address(at.authority) !== cpmmAuthority) {
    throw fail(invocation, 'ConstraintSeeds');
  }
  checkOwn(invocation, at.config, cpmmDiscriminators.config);
  checkOwn(invocation, at.pool, cpmmDiscriminators.pool);
  const pool = invocation.read(at.pool).data;
  if (addressIn(pool, cpmmPoolFields.config) !== address(at.config)) {
    throw fail(invocation, 'ConstraintAddress');
  }
  for (const index of [at.userIn, at.userOut, at.vaultIn, at.vaultOut]) {
    checkTokenAccount(invocation, index);
  }
  const vaults = cpmmPoolFields.vaults.map((offset) => addressIn(pool, offset));
  if (!vaults.includes(address(at.vaultIn)) || !vaults.includes(address(at.vaultOut))) {
    throw fail(invocation, 'ConstraintRaw');
  }
  checkTokenProgram(invocation, at.programIn);
  checkTokenProgram(invocation, at.programOut);
  for (const [mint, vault] of [
    [at.mintIn, at.vaultIn],
    [at.mintOut, at.vaultOut],
  ] as const) {
    checkMint(invocation, mint);
    if (address(mint) !== addressIn(invocation.read(vault).data, 0)) {
      throw fail(invocation, 'ConstraintAddress');
    }
  }
  if (address(at.observation) !== addressIn(pool, cpmmPoolFields.observation)) {
    throw fail(invocation, 'ConstraintAddress');
  }
}

function checkOwn(invocation: Invocation, index: number, discriminator: Uint8Array): void {
  const { owner, data, lamports } = invocation.read(index);
  if (owner === programIds.system && lamports === 0n) {
    throw fail(invocation, 'AccountNotInitialized');
  }
  if (owner !== programIds.cpmm) {
    throw fail(invocation, 'AccountOwnedByWrongProgram');
  }
  if (!startsWith(data, discriminator)) {
    throw fail(invocation, 'AccountDiscriminatorMismatch');
  }
}

function swap(invocation: Invocation, amountIn: bigint, leastOut: bigint): void {
  const { clock } = invocation;
  const pool = invocation.change(at.pool).data;
  if ((u8At(pool, cpmmPoolFields.status) & swapOff) !== 0 || clock.unixSeconds < u64At(pool, cpmmPoolFields.openTime)) {
    throw fail(invocation, 'NotApproved');
  }
  const feeIn = transferFee(invocation.read(at.mintIn).data, amountIn, clock.epoch);
  const arriving = amountIn - feeIn;
  if (arriving <= 0n) {
    throw fail(invocation, 'RequireGtViolated');
  }
  const forward = directionOf(invocation, pool);
  const [inside, outside] = forward ? ([0, 1] as const) : ([1, 0] as const);
  const before = [reserve(invocation, pool, inside, at.vaultIn), reserve(invocation, pool, outside, at.vaultOut)];
  const traded = trade(invocation, pool, forward, arriving, before as [bigint, bigint]);
  const feeOut = transferFee(invocation.read(at.mintOut).data, traded.leaving, clock.epoch);
  const received = traded.leaving - feeOut;
  if (received <= 0n) {
    throw fail(invocation, 'RequireGtViolated');
  }
  if (received < leastOut) {
    throw fail(invocation, 'ExceededSlippage');
  }
  add(invocation, pool, cpmmPoolFields.protocolFees[inside], traded.protocolFee);
  add(invocation, pool, cpmmPoolFields.fundFees[inside], traded.fundFee);
  add(invocation, pool, cpmmPoolFields.creatorFees[traded.creatorFeeOnInput ? inside : outside], traded.creatorFee);
  setU64(pool, cpmmPoolFields.recentEpoch, clock.epoch);
  announce(invocation, before as [bigint, bigint], traded, feeIn, feeOut);
  moveTokens(invocation, {
    from: at.userIn,
    to: at.vaultIn,
    mint: at.mintIn,
    authority: at.payer,
    tokenProgram: at.programIn,
    amount: amountIn,
    derived: false,
  });
  moveTokens(invocation, {
    from: at.vaultOut,
    to: at.userOut,
    mint: at.mintOut,
    authority: at.authority,
    tokenProgram: at.programOut,
    amount: traded.leaving,
    derived: true,
  });
}

function directionOf(invocation: Invocation, pool: Uint8Array): boolean {
  const [first, second] = cpmmPoolFields.vaults.map((offset) => addressIn(pool, offset));
  const [vaultIn, vaultOut] = [at.vaultIn, at.vaultOut].map((index) => invocation.meta(index).address);
  if (vaultIn === first && vaultOut === second) {
    return true;
  }
  if (vaultIn === second && vaultOut === first) {
    return false;
  }
  throw fail(invocation, 'InvalidVault');
}

/** What of a vault belongs to the curve: all but the fees that wait there to be collected. */
function reserve(invocation: Invocation, pool: Uint8Array, token: 0 | 1, vault: number): bigint {
  const { protocolFees, fundFees, creatorFees } = cpmmPoolFields;
  const waiting = u64At(pool, protocolFees[token]) + u64At(pool, fundFees[token]) + u64At(pool, creatorFees[token]);
  const left = amountAt(invocation, vault) - waiting;
  if (left < 0n) {
    throw fail(invocation, 'InsufficientVault');
  }
  return left;
}

function trade(
  invocation: Invocation,
  pool: Uint8Array,
  forward: boolean,
  arriving: bigint,
  [reserveIn, reserveOut]: [bigint, bigint],
): CpmmTrade {
  if (reserveIn === 0n || reserveOut === 0n) {
    invocation.log('panicked: attempt to divide by zero');
    throw new InstructionFailure('ProgramFailedToComplete');
  }
  const config = invocation.read(at.config).data;
  const creatorFeeEnabled = u8At(pool, cpmmPoolFields.creatorFeeEnabled) !== 0;
  const traded = tradeOnCurve(
    {
      tradeFee: u64At(config, cpmmConfigFields.tradeFee),
      protocolFee: u64At(config, cpmmConfigFields.protocolFee),
      fundFee: u64At(config, cpmmConfigFields.fundFee),
      creatorFee: creatorFeeEnabled ? u64At(config, cpmmConfigFields.creatorFee) : 0n,
    },
    { creatorFeeOn: u8At(pool, cpmmPoolFields.creatorFeeOn), forward, arriving, reserveIn, reserveOut },
  );
  if (typeof traded === 'string') {
    throw fail(invocation, traded);
  }
  return traded;
}

const mostU64 = 2n ** 64n - 1n;

function add(invocation: Invocation, pool: Uint8Array, offset: number, amount: bigint): void {
  const sum = u64At(pool, offset) + amount;
  if (sum > mostU64) {
    throw fail(invocation, 'MathOverflow');
  }
  setU64(pool, offset, sum);
}

function announce(
  invocation: Invocation,
  [before, beforeOut]: [bigint, bigint],
  traded: CpmmTrade,
  feeIn: bigint,
  feeOut: bigint,
): void {
  const event = Buffer.concat([
    cpmmDiscriminators.swapEvent,
    addressBytesOf(invocation.meta(at.pool).address),
    ...[before, beforeOut, traded.arriving, traded.leaving, feeIn, feeOut].map(u64Bytes),
    Uint8Array.of(1),
    addressBytesOf(invocation.meta(at.mintIn).address),
    addressBytesOf(invocation.meta(at.mintOut).address),
    u64Bytes(traded.tradeFee),
    u64Bytes(traded.creatorFee),
    Uint8Array.of(traded.creatorFeeOnInput ? 1 : 0),
  ]);
  invocation.emit(event);
}
