import type { Level } from '@assay/catalog/define';
import type { Report } from './report.ts';

/** A swap that is to be quoted, and the token that it would give to be judged. */
export type SwapQuestion = {
  /** Parameters of chain.swap_quote in the catalog's normal form. */
  readonly paramsJson: string;
  /** Required of either part. */
  readonly required: Level;
};

/** One of the two token accounts that a trade names, as the chain has it. */
export type TradeAccountReport = {
  readonly address: string;
  /** False for one that does not exist yet; mint and owner are then those that it would get. */
  readonly exists: boolean;
  /** Empty when it is no token account. */
  readonly mint: string;
  readonly owner: string;
};

/** What became of both parts, from the same snapshots. */
export type SwapReport = {
  readonly quote: Report;
  /** Absent where there is no mint, as where there is no pool. */
  readonly risk?: Report;
  /** The mint of the token that the swap would pay out; empty when none could be derived. */
  readonly checkedMint: string;
  readonly inputAccount?: TradeAccountReport;
  readonly outputAccount?: TradeAccountReport;
};
