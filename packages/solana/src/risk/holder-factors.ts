import type { ChainSnapshot } from '../account.ts';
import type { Mint } from '../decoders/mint.ts';
import { ProblemError } from '../outcome.ts';
import { nativeMint } from '../programs.ts';
import { divideUp } from '../amounts.ts';
import { holdings, maxListedAccounts, type Holding, type LargestAccounts } from './holders.ts';
import { factor, type Factor } from './scale.ts';

/** The concentration of a token's holdings. */
export type Concentration = {
  readonly factors: readonly Factor[];
  /**
   * The ten largest holders' share of the supply that is not burned, in basis points rounded up. Null when no list was
   * read.
   */
  readonly topHoldersShareBps: number | null;
};

const topHolders = 10;

/**
 * Returns the concentration of a token. Throws ProblemError `inconsistent` when the listed holders exceed the supply.
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
  const found = holdings(snapshot, mint.address, largest.accounts);
  const listed = sum(found);
  if (listed > mint.supply) {
    throw new ProblemError('inconsistent', `the largest holders of ${mint.address} have more than its supply`);
  }
  const burned = sum(found.filter(({ exclusion }) => exclusion === 'burned'));
  const outstanding = mint.supply - burned;
  const holders = found.filter(({ exclusion }) => exclusion === null);
  const top = shareBps(sum(holders.slice(0, topHolders)), outstanding);
  const first = holders[0];
  const factors = [
    ...incomplete(largest.accounts.length, listed, mint.supply),
    ...topFactors(top, holders.length),
    ...(first === undefined ? [] : singleFactors(first.owner, shareBps(first.amount, outstanding))),
  ];
  return { factors, topHoldersShareBps: top };
}

function sum(holders: readonly Holding[]): bigint {
  return holders.reduce((total, { amount }) => total + amount, 0n);
}

function shareBps(amount: bigint, outstanding: bigint): number {
  return outstanding <= 0n ? 0 : Number(divideUp(amount * 10_000n, outstanding));
}

/**
 * Returns a factor when the list lacks holders. A list below the maximum length should contain all of them. A gap above
 * one hundredth of the supply means a missing holder. A smaller gap can come from withheld fees or from later
 * transfers.
 */
function incomplete(length: number, listed: bigint, supply: bigint): readonly Factor[] {
  return length < maxListedAccounts && (supply - listed) * 100n > supply
    ? [factor('holders_incomplete', 'The list of largest holders lacks part of the supply.')]
    : [];
}

function topFactors(bps: number, count: number): readonly Factor[] {
  const id =
    bps >= 8_000
      ? 'top_holders_extreme'
      : bps >= 5_000
        ? 'top_holders_high'
        : bps >= 3_000
          ? 'top_holders_elevated'
          : null;
  const holders = count === 1 ? 'One holder has' : `The ${Math.min(count, topHolders)} largest holders have`;
  return id === null
    ? []
    : [factor(id, `${holders} ${percent(bps)} of this token, without pools, locks and burned tokens.`)];
}

function singleFactors(owner: string, bps: number): readonly Factor[] {
  const id = bps >= 5_000 ? 'single_holder_majority' : bps >= 2_000 ? 'single_holder_large' : null;
  return id === null ? [] : [factor(id, `${owner} alone has ${percent(bps)} of this token.`)];
}

function percent(bps: number): string {
  return `${bps / 100} %`;
}
