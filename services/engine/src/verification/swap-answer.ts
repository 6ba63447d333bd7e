import type { Level } from '@assay/catalog/define';
import type { QuestionParams } from '@assay/providers/define';
import type { EngineAnswer } from './answer.ts';

/** A question for the quote of a swap and the risk of the token that the swap pays out. */
export type SwapQuestion = {
  /** The parameters of chain.swap_quote, in the catalog's normal form. */
  readonly params: QuestionParams;
  /** The level that both the quote and the risk must reach. */
  readonly required: Level;
};

/** What the chain shows about one of the two token accounts that a trade names. */
export type TradeAccountReport = {
  readonly address: string;
  /**
   * False for an account that does not exist yet. Mint and owner then have the values that the new account would get.
   */
  readonly exists: boolean;
  /** The mint of the account. Empty when there is no token account at the address and the swap would not create one. */
  readonly mint: string;
  readonly owner: string;
};

/** The answers about the quote and the risk, computed from the same snapshots of the chain. */
export type SwapAnswer = {
  readonly quote: EngineAnswer;
  /** The answer about the risk. Absent when no mint is known, for example when no pool exists at the address. */
  readonly risk?: EngineAnswer;
  /** The mint of the token that the swap would pay out. Empty when it is unknown. */
  readonly checkedMint: string;
  /** The pool's fee for this trade, in basis points. Absent when there is no quote. */
  readonly feeBps?: number;
  readonly inputAccount?: TradeAccountReport;
  readonly outputAccount?: TradeAccountReport;
};
