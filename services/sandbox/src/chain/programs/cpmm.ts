import { addressBytesOf } from '../address.ts';
import { addressIn, maxU64, setU64, u8At, u64At, u64Bytes } from '../bytes.ts';
import { programIds } from '../program-ids.ts';
import { InstructionFailure } from '../runtime/instruction-failure.ts';
import type { Invocation, Program } from '../runtime/invocation.ts';
import { anchorErrors, startsWith, createFailureFactory } from './anchor.ts';
import { tradeOnCurve, type CpmmTrade } from './cpmm-curve.ts';
import { amountAt, checkMint, checkTokenAccount, checkTokenProgram, moveTokens } from './pool-tokens.ts';
import { transferFee } from './token-layout.ts';

/** Creates failures with the program's own errors. */
const fail = createFailureFactory({
  ...anchorErrors,
  NotApproved: [6000, 'Not approved'],
  ExceededSlippage: [6005, 'Exceeds desired slippage limit'],
  ZeroTradingTokens: [6006, 'Swap zero trading tokens'],
  InvalidVault: [6008, 'Invalid vault'],
  MathOverflow: [6011, 'Math overflow'],
  InsufficientVault: [6012, 'Insufficient vault'],
  InvalidFeeModel: [6013, 'Invalid fee model'],
});

/** The address that signs for the vaults of all pools. */
export const cpmmAuthority = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL';

/** Discriminators of the program's accounts, instruction and event. */
export const cpmmDiscriminators = {
  pool: Buffer.from('f7ede3f5d7c3de46', 'hex'),
  config: Buffer.from('daf42168cbcb2b6f', 'hex'),
  observation: Buffer.from('7aaec5358109a584', 'hex'),
  swapBaseInput: Buffer.from('8fbe5adac41e33de', 'hex'),
  swapEvent: Buffer.from('40c6cde8260871e2', 'hex'),
};

/**
 * Offsets of the pool's fields that a swap reads or writes. Of two offsets, the first one belongs to the first token.
 */
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

/** Offsets of the fee rates in a configuration account. */
export const cpmmConfigFields = { tradeFee: 12, protocolFee: 20, fundFee: 28, creatorFee: 108 } as const;

const swapOff = 4;
const units = 20_900;

/** Indexes of the accounts of a swap instruction. */
const accountIndex = {
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

/** Raydium's CPMM program. It supports swaps of an exact input. */
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
  if (invocation.accounts.length <= accountIndex.observation) {
    throw fail(invocation, 'AccountNotEnoughKeys');
  }
  if (!invocation.meta(accountIndex.payer).signer) {
    throw fail(invocation, 'AccountNotSigner');
  }
  if (address(accountIndex.authority) !== cpmmAuthority) {
    throw fail(invocation, 'ConstraintSeeds');
  }
  checkOwn(invocation, accountIndex.config, cpmmDiscriminators.config);
  checkOwn(invocation, accountIndex.pool, cpmmDiscriminators.pool);
  const pool = invocation.read(accountIndex.pool).data;
  if (addressIn(pool, cpmmPoolFields.config) !== address(accountIndex.config)) {
    throw fail(invocation, 'ConstraintAddress');
  }
  for (const index of [accountIndex.userIn, accountIndex.userOut, accountIndex.vaultIn, accountIndex.vaultOut]) {
    checkTokenAccount(invocation, index);
  }
  const vaults = cpmmPoolFields.vaults.map((offset) => addressIn(pool, offset));
  if (!vaults.includes(address(accountIndex.vaultIn)) || !vaults.includes(address(accountIndex.vaultOut))) {
    throw fail(invocation, 'ConstraintRaw');
  }
  checkTokenProgram(invocation, accountIndex.programIn);
  checkTokenProgram(invocation, accountIndex.programOut);
  for (const [mint, vault] of [
    [accountIndex.mintIn, accountIndex.vaultIn],
    [accountIndex.mintOut, accountIndex.vaultOut],
  ] as const) {
    checkMint(invocation, mint);
    if (address(mint) !== addressIn(invocation.read(vault).data, 0)) {
      throw fail(invocation, 'ConstraintAddress');
    }
  }
  if (address(accountIndex.observation) !== addressIn(pool, cpmmPoolFields.observation)) {
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

function swap(invocation: Invocation, amountIn: bigint, minOut: bigint): void {
  const { clock } = invocation;
  const pool = invocation.change(accountIndex.pool).data;
  if ((u8At(pool, cpmmPoolFields.status) & swapOff) !== 0 || clock.unixSeconds < u64At(pool, cpmmPoolFields.openTime)) {
    throw fail(invocation, 'NotApproved');
  }
  const feeIn = transferFee(invocation.read(accountIndex.mintIn).data, amountIn, clock.epoch);
  const netIn = amountIn - feeIn;
  if (netIn <= 0n) {
    throw fail(invocation, 'RequireGtViolated');
  }
  const forward = directionOf(invocation, pool);
  const [sideIn, sideOut] = forward ? ([0, 1] as const) : ([1, 0] as const);
  const before = [
    reserve(invocation, pool, sideIn, accountIndex.vaultIn),
    reserve(invocation, pool, sideOut, accountIndex.vaultOut),
  ];
  const result = trade(invocation, pool, forward, netIn, before as [bigint, bigint]);
  const feeOut = transferFee(invocation.read(accountIndex.mintOut).data, result.grossOut, clock.epoch);
  const received = result.grossOut - feeOut;
  if (received <= 0n) {
    throw fail(invocation, 'RequireGtViolated');
  }
  if (received < minOut) {
    throw fail(invocation, 'ExceededSlippage');
  }
  add(invocation, pool, cpmmPoolFields.protocolFees[sideIn], result.protocolFee);
  add(invocation, pool, cpmmPoolFields.fundFees[sideIn], result.fundFee);
  add(invocation, pool, cpmmPoolFields.creatorFees[result.creatorFeeOnInput ? sideIn : sideOut], result.creatorFee);
  setU64(pool, cpmmPoolFields.recentEpoch, clock.epoch);
  emitEvent(invocation, before as [bigint, bigint], result, feeIn, feeOut);
  moveTokens(invocation, {
    from: accountIndex.userIn,
    to: accountIndex.vaultIn,
    mint: accountIndex.mintIn,
    authority: accountIndex.payer,
    tokenProgram: accountIndex.programIn,
    amount: amountIn,
    derived: false,
  });
  moveTokens(invocation, {
    from: accountIndex.vaultOut,
    to: accountIndex.userOut,
    mint: accountIndex.mintOut,
    authority: accountIndex.authority,
    tokenProgram: accountIndex.programOut,
    amount: result.grossOut,
    derived: true,
  });
}

function directionOf(invocation: Invocation, pool: Uint8Array): boolean {
  const [first, second] = cpmmPoolFields.vaults.map((offset) => addressIn(pool, offset));
  const [vaultIn, vaultOut] = [accountIndex.vaultIn, accountIndex.vaultOut].map(
    (index) => invocation.meta(index).address,
  );
  if (vaultIn === first && vaultOut === second) {
    return true;
  }
  if (vaultIn === second && vaultOut === first) {
    return false;
  }
  throw fail(invocation, 'InvalidVault');
}

/** Returns the amount in a vault that the curve trades with: the vault's balance without the uncollected fees. */
function reserve(invocation: Invocation, pool: Uint8Array, token: 0 | 1, vault: number): bigint {
  const { protocolFees, fundFees, creatorFees } = cpmmPoolFields;
  const uncollected = u64At(pool, protocolFees[token]) + u64At(pool, fundFees[token]) + u64At(pool, creatorFees[token]);
  const left = amountAt(invocation, vault) - uncollected;
  if (left < 0n) {
    throw fail(invocation, 'InsufficientVault');
  }
  return left;
}

function trade(
  invocation: Invocation,
  pool: Uint8Array,
  forward: boolean,
  netIn: bigint,
  [reserveIn, reserveOut]: [bigint, bigint],
): CpmmTrade {
  if (reserveIn === 0n || reserveOut === 0n) {
    invocation.log('panicked: attempt to divide by zero');
    throw new InstructionFailure('ProgramFailedToComplete');
  }
  const config = invocation.read(accountIndex.config).data;
  const creatorFeeEnabled = u8At(pool, cpmmPoolFields.creatorFeeEnabled) !== 0;
  const result = tradeOnCurve(
    {
      tradeFee: u64At(config, cpmmConfigFields.tradeFee),
      protocolFee: u64At(config, cpmmConfigFields.protocolFee),
      fundFee: u64At(config, cpmmConfigFields.fundFee),
      creatorFee: creatorFeeEnabled ? u64At(config, cpmmConfigFields.creatorFee) : 0n,
    },
    { creatorFeeOn: u8At(pool, cpmmPoolFields.creatorFeeOn), forward, netIn, reserveIn, reserveOut },
  );
  if (typeof result === 'string') {
    throw fail(invocation, result);
  }
  return result;
}

function add(invocation: Invocation, pool: Uint8Array, offset: number, amount: bigint): void {
  const sum = u64At(pool, offset) + amount;
  if (sum > maxU64) {
    throw fail(invocation, 'MathOverflow');
  }
  setU64(pool, offset, sum);
}

function emitEvent(
  invocation: Invocation,
  [before, beforeOut]: [bigint, bigint],
  result: CpmmTrade,
  feeIn: bigint,
  feeOut: bigint,
): void {
  const event = Buffer.concat([
    cpmmDiscriminators.swapEvent,
    addressBytesOf(invocation.meta(accountIndex.pool).address),
    ...[before, beforeOut, result.netIn, result.grossOut, feeIn, feeOut].map(u64Bytes),
    Uint8Array.of(1),
    addressBytesOf(invocation.meta(accountIndex.mintIn).address),
    addressBytesOf(invocation.meta(accountIndex.mintOut).address),
    u64Bytes(result.tradeFee),
    u64Bytes(result.creatorFee),
    Uint8Array.of(result.creatorFeeOnInput ? 1 : 0),
  ]);
  invocation.emit(event);
}
