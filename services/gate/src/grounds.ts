/** Why a trade is refused, by code: what has to be so for it. `make generate` writes this table into docs/reference. */
export const reasonCodes = {
  QUOTE_NO_SOURCE: 'there is nothing to quote: no pool of a supported kind at the address, or nothing to trade against',
  QUOTE_REFUSED: 'what nodes say of the quote contradicts, or proves nothing',
  QUOTE_FAILED: 'no node could answer the quote',
  QUOTE_BELOW_MIN_LEVEL: "the quote was checked less far than the policy's minLevel",
  SWAP_DISABLED: 'the pool has swaps switched off',
  SWAP_NOT_OPEN: 'the pool is not open yet',
  WRONG_TOKEN_ACCOUNTS: "the token accounts do not hold the pool's two tokens, or are no token accounts",
  INPUT_ACCOUNT_WRONG_MINT: 'the input token account holds another token than the one that is swapped',
  OUTPUT_ACCOUNT_WRONG_MINT: 'the output token account holds another token than the one that would arrive',
  INPUT_ACCOUNT_WRONG_OWNER: "the input token account is not the payer's",
  OUTPUT_ACCOUNT_WRONG_OWNER: "the output token account is not the payer's",
  INPUT_ACCOUNT_UNKNOWN:
    "the input token account could not be read, or nothing stands there and it is not the payer's associated one",
  OUTPUT_ACCOUNT_UNKNOWN:
    "the output token account could not be read, or nothing stands there and it is not the payer's associated one",
  PRICE_IMPACT_OVER_POLICY: "the price impact exceeds the policy's maxPriceImpactBps",
  RISK_NO_SOURCE: 'there is no token at the checked mint',
  RISK_REFUSED: 'what nodes say of the risk contradicts, or proves nothing',
  RISK_FAILED: 'no node could answer the risk',
  RISK_BELOW_MIN_LEVEL: "the risk was checked less far than the policy's minLevel",
  RISK_NOT_CHECKED: 'the trade leads to no mint, so there is no risk to ask about',
  RISK_OVER_POLICY: "the token's overallRisk exceeds the policy's maxRiskScore",
} as const;

/** What keeps an allowed trade from being unreserved, by code. Refused trades carry them as well. */
export const caveatCodes = {
  NO_MAX_RISK_SCORE: 'the policy has no maxRiskScore, so the risk was not judged',
  QUOTE_SINGLE_SOURCE: 'one node alone answered the quote, and the policy has no minLevel',
  RISK_SINGLE_SOURCE: 'one node alone answered the risk, and the policy has no minLevel',
  NOT_SIMULATED: 'no independent node simulated the swap',
  INPUT_ACCOUNT_ABSENT: "the input token account does not exist yet; it is the payer's associated one",
  OUTPUT_ACCOUNT_ABSENT: "the output token account does not exist yet; it is the payer's associated one",
} as const;

/** One reason or caveat with a sentence that has the numbers of the trade. */
export type Ground<Code extends string> = { readonly code: Code; readonly message: string };

/** Why a trade is refused. */
export type Reason = Ground<keyof typeof reasonCodes>;

/** What is unconfirmed or unjudged. */
export type Caveat = Ground<keyof typeof caveatCodes>;
