import type { ChainSnapshot } from '../account.ts';
import type { Mint } from '../decoders/mint.ts';
import { ProblemError } from '../outcome.ts';
import { nativeMint } from '../programs.ts';
import { divideUp } from '../amounts.ts';
import { holdings, maxListedAccounts, type Holding, type LargestAccounts } from './holders.ts';
import { factor, type Factor } from './scale.ts';

/** How concentrated the holdings of a token are. */
export type Concentration = {
  readonly factors: readonly Factor[];
  /**
   * The share of the ten largest holders in the supply that is not burned, in basis points rounded up. Null when the
   * list of holders was not read or does not cover the supply.
   */
  readonly topHoldersShareBps: number | null;
};

const topHolders = 10;

/**
 * Returns how concentrated the holdings of a token are. When a holder could not be read, it assumes the worst case.
 * Throws ProblemError `inconsistent` when the listed holders have more than the supply.
 */
export function concentration(snapshot: ChainSnapshot, mint: Mint, largest: LargestAccounts): Concentration {
  if (mint.address === nativeMint) {
    const detail = 'Wrapped SOL is backed one to one by SOL, so its holders are no risk.';
    return { factors: [factor('native_mint', detail)], topHoldersShareBps: null };
  }
  if (mint.supply === 0n) {
    const detail = 'The supply of this token is zero, so its future holders are unknown.';
    return { factors: [factor('no_supply', detail)], topHoldersShareBps: null };
  }
  if (largest.kind === 'unread') {
    const detail = `The largest holders of this token could not be read: ${largest.why}.`;
    return { factors: [factor('holders_unread', detail)], topHoldersShareBps: null };
  }
  const { holders: found, listed } = holdings(snapshot, mint.address, largest.accounts);
  const listedAmount = sum(found);
  if (listedAmount > mint.supply) {
    throw new ProblemError('inconsistent', `the largest holders of ${mint.address} have more than its supply`);
  }
  const burned = sum(found.filter(({ exclusion }) => exclusion === 'burned'));
  const outstanding = mint.supply - burned;
  const holders = found.filter(({ exclusion }) => exclusion === null);
  const unlisted = unlistedAmount(listed, listedAmount, mint.supply);
  const first = holders[0];
  // Assume the worst case: the largest holder also has everything that the list does not cover.
  const top = shareBps(sum(holders.slice(0, topHolders)) + unlisted, outstanding);
  const single = shareBps((first?.amount ?? 0n) + unlisted, outstanding);
  const factors = [
    ...incomplete(unlisted),
    ...topFactors(top, holders.length, unlisted > 0n),
    ...singleFactors(first?.owner, single, unlisted > 0n),
  ];
  return { factors, topHoldersShareBps: unlisted > 0n ? null : top };
}

function sum(holders: readonly Holding[]): bigint {
  return holders.reduce((total, { amount }) => total + amount, 0n);
}

function shareBps(amount: bigint, outstanding: bigint): number {
  return outstanding <= 0n ? 0 : Number(divideUp(amount * 10_000n, outstanding));
}

/**
 * Returns the part of the supply that a list of holders does not cover, or zero when the gap is irrelevant. When the
 * list is shorter than its maximum, it should contain all holders. So a gap above one hundredth of the supply then
 * means that a holder is missing. Withheld fees or later transfers can cause smaller gaps.
 */
function unlistedAmount(listed: number, amount: bigint, supply: bigint): bigint {
  const missing = supply - amount;
  return listed < maxListedAccounts && missing * 100n > supply ? missing : 0n;
}

function incomplete(unlisted: bigint): readonly Factor[] {
  return unlisted === 0n
    ? []
    : [
        factor(
          'holders_incomplete',
          'The list of the largest holders does not cover the whole supply, so the worst case counts.',
        ),
      ];
}

function topFactors(bps: number, count: number, isBound: boolean): readonly Factor[] {
  const id =
    bps >= 8_000
      ? 'top_holders_extreme'
      : bps >= 5_000
        ? 'top_holders_high'
        : bps >= 3_000
          ? 'top_holders_elevated'
          : null;
  if (id === null) {
    return [];
  }
  const holders = isBound || count !== 1 ? `The ${isBound ? topHolders : Math.min(count, topHolders)} largest` : 'One';
  const have = isBound ? 'holders may have' : count === 1 ? 'holder has' : 'holders have';
  return [factor(id, `${holders} ${have} ${percent(bps)} of this token, without pools, locks and burned tokens.`)];
}

function singleFactors(owner: string | undefined, bps: number, isBound: boolean): readonly Factor[] {
  const id = bps >= 5_000 ? 'single_holder_majority' : bps >= 2_000 ? 'single_holder_large' : null;
  if (id === null) {
    return [];
  }
  return isBound
    ? [factor(id, `One holder may have ${percent(bps)} of this token.`)]
    : [factor(id, `${owner} alone has ${percent(bps)} of this token.`)];
}

function percent(bps: number): string {
  return `${bps / 100} %`;
}
