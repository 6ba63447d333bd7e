import { createDrift, type RandomProcess } from './processes.ts';
import { streamSeed } from './random.ts';

const hourMs = 3_600_000;

/** The funding rate of a perpetual contract on a venue at a time. */
export type Funding = {
  /** Share of the position that is paid per interval. The sandbox invents it, so a float is exact enough. */
  readonly rate: number;
  readonly intervalHours: number;
  readonly nextAtMs: number;
};

/** Returns the funding of an asset's contract on a venue, or undefined when there is no such contract. */
export type FundingOf = (venue: string, symbol: string, atMs: number) => Funding | undefined;

/** The usual funding interval of each venue, in hours, and the intervals of the contracts that differ from it. */
const intervals: Readonly<
  Record<string, { readonly hours: number; readonly others: Readonly<Record<string, number>> }>
> = {
  binance: { hours: 8, others: { JTO: 4, PYTH: 4 } },
  bybit: { hours: 8, others: { JTO: 4, JUP: 4, PYTH: 4, SEI: 4, TIA: 4 } },
  okx: { hours: 8, others: { JTO: 4, PYTH: 4 } },
  hyperliquid: { hours: 1, others: {} },
  dydx: { hours: 1, others: {} },
};

/** Symbols of the perpetual contracts. Every venue lists all of them. */
export const perpetualSymbols: readonly string[] = (
  'BTC ETH SOL XRP BNB DOGE ADA AVAX LINK DOT LTC BCH UNI AAVE TRX GRAM NEAR ATOM XLM ALGO ETC FIL HBAR ICP LDO CRV INJ ' +
  'POL APT ARB OP SUI SEI TIA HYPE SHIB PEPE BONK JUP WIF JTO PYTH RENDER S A'
).split(' ');

/**
 * The usual payment of long positions per eight hours, as a share of the position, and the standard deviation around
 * it. The deviation differs between venues and assets.
 */
const usualPerEightHours = 1e-4;
const spreadPerEightHours = 0.6e-4;
const returnSeconds = 5_400;
/** Milliseconds between two measurements of a rate. */
const measuredEveryMs = 15_000;

/** Creates the funding rates of a seed. Each venue measures its own premium, so the rates of venues differ. */
export function createFunding(seed: string): FundingOf {
  const drifts = new Map<string, RandomProcess>();
  return (venue, symbol, atMs) => {
    const interval = intervals[venue];
    if (interval === undefined || !perpetualSymbols.includes(symbol)) {
      return undefined;
    }
    const name = `funding/${venue}/${symbol}`;
    const drift = drifts.get(name) ?? createDrift(streamSeed(seed, name), spreadPerEightHours, returnSeconds);
    drifts.set(name, drift);
    const intervalHours = interval.others[symbol] ?? interval.hours;
    const measuredAtMs = Math.floor(atMs / measuredEveryMs) * measuredEveryMs;
    const intervalMs = intervalHours * hourMs;
    return {
      rate: ((usualPerEightHours + drift(measuredAtMs / 1_000)) * intervalHours) / 8,
      intervalHours,
      nextAtMs: (Math.floor(atMs / intervalMs) + 1) * intervalMs,
    };
  };
}
