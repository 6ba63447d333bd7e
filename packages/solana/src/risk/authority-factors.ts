import { isOnCurve } from '../addresses/on-curve.ts';
import { addressBytes } from '../addresses/program-address.ts';
import type { Mint } from '../decoders/mint.ts';
import { activeTransferFee, type TransferFeeConfig, type TransferFeeTier } from '../decoders/transfer-fee.ts';
import { factor, type Factor } from './scale.ts';

/** Returns the risk factors that come from a mint's authorities. */
export function authorityFactors(mint: Mint): readonly Factor[] {
  const factors: Factor[] = [];
  const { mintAuthority, freezeAuthority, extensions } = mint;
  if (mintAuthority !== null) {
    factors.push(
      hasKey(mintAuthority)
        ? factor('mint_authority', `${mintAuthority} can create more of this token at any time.`)
        : factor('mint_authority_program', `The program behind ${mintAuthority} can create more of this token.`),
    );
  }
  if (freezeAuthority !== null) {
    factors.push(
      hasKey(freezeAuthority)
        ? factor('freeze_authority', `${freezeAuthority} can freeze any holder's account.`)
        : factor('freeze_authority_program', `The program behind ${freezeAuthority} can freeze any holder's account.`),
    );
  }
  if (extensions.permanentDelegate !== null) {
    const detail = `${extensions.permanentDelegate} can move or burn any holder's tokens without their consent.`;
    factors.push(factor('permanent_delegate', detail));
  }
  if (extensions.closeAuthority !== null) {
    const detail = `${extensions.closeAuthority} can close the mint once its supply is zero and create it again.`;
    factors.push(factor('mint_close_authority', detail));
  }
  return factors;
}

function hasKey(address: string): boolean {
  return isOnCurve(addressBytes(address));
}

/** Returns the risk factors that come from everything that can block transfers of a mint's tokens. */
export function transferFactors(mint: Mint): readonly Factor[] {
  const { nonTransferable, defaultFrozen, pausable, transferHook } = mint.extensions;
  const factors: Factor[] = [];
  if (nonTransferable) {
    factors.push(factor('non_transferable', 'Tokens of this mint can never be transferred, so they cannot be sold.'));
  }
  if (defaultFrozen) {
    factors.push(factor('default_frozen', 'New accounts start frozen: a buyer can hold but not sell until thawed.'));
  }
  if (pausable?.paused === true) {
    factors.push(factor('paused', 'The mint is paused: nothing can be transferred now.'));
  }
  if (pausable !== null && pausable.authority !== null) {
    factors.push(factor('pausable', `${pausable.authority} can pause every transfer of this token.`));
  }
  const hook = transferHook?.program ?? null;
  if (hook !== null) {
    factors.push(factor('transfer_hook', `Every transfer runs the program ${hook}, which can reject it.`));
  } else if (transferHook !== null && transferHook.authority !== null) {
    const detail = `${transferHook.authority} can make every transfer run a program that can reject it.`;
    factors.push(factor('transfer_hook_authority', detail));
  }
  return factors;
}

/** Returns the risk factors that come from all other extensions of a mint. */
export function extensionFactors(mint: Mint): readonly Factor[] {
  const { names, unknown } = mint.extensions;
  const factors: Factor[] = [];
  if (names.includes('confidentialTransferMint') || names.includes('confidentialMintBurn')) {
    factors.push(
      factor('confidential_balances', 'Balances can be hidden, so who holds how much is not fully visible.'),
    );
  }
  if (names.includes('interestBearingConfig') || names.includes('scaledUiAmountConfig')) {
    factors.push(
      factor('shown_amount_differs', 'Wallets show another amount than the base units that are transferred.'),
    );
  }
  if (names.includes('permissionedBurn')) {
    factors.push(factor('permissioned_burn', 'Holders cannot burn their tokens without an authority.'));
  }
  if (unknown.length > 0) {
    const types = unknown.map(({ type }) => type).join(', ');
    factors.push(factor('unknown_extension', `The effect of extension ${types} is not known here.`));
  }
  return factors;
}

/**
 * Returns the risk factors that come from the transfer fee. When a different fee is scheduled, the higher one counts.
 * @param epoch the epoch of the snapshot.
 */
export function transferFeeFactors(config: TransferFeeConfig | null, epoch: bigint): readonly Factor[] {
  if (config === null) {
    return [];
  }
  const bps = worstTransferFeeBps(config, epoch);
  const factors: Factor[] = [];
  if (bps > 0) {
    const id = bps >= 1_000 ? 'transfer_fee_extreme' : bps >= 100 ? 'transfer_fee_high' : 'transfer_fee_low';
    const when = activeBps(activeTransferFee(config, epoch)) === bps ? 'Every transfer loses' : 'Transfers will lose';
    factors.push(factor(id, `${when} up to ${bps} basis points to a transfer fee.`));
  }
  if (config.configAuthority !== null) {
    factors.push(factor('transfer_fee_changeable', `${config.configAuthority} can change the transfer fee.`));
  }
  return factors;
}

/** Returns the higher of the current and the scheduled transfer fee, in basis points. */
export function worstTransferFeeBps(config: TransferFeeConfig, epoch: bigint): number {
  return Math.max(activeBps(activeTransferFee(config, epoch)), activeBps(config.newer));
}

function activeBps(tier: TransferFeeTier): number {
  return tier.maximumFee === 0n ? 0 : tier.feeBps;
}
