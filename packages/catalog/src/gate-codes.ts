/**
 * The codes of the reasons for which the gate refuses a trade, and their meanings. `make generate` writes them to
 * docs/reference.
 */
export const reasonCodes = {
  QUOTE_NO_SOURCE: 'there is nothing to quote: the address has no pool of a supported kind, or the pool is empty',
  QUOTE_REFUSED: 'the nodes contradict each other on the quote, or prove nothing',
  QUOTE_FAILED: 'no node answered the quote',
  QUOTE_BELOW_MIN_LEVEL: "the quote did not reach the policy's minLevel",
  SWAP_DISABLED: 'swaps are switched off in the pool',
  SWAP_NOT_OPEN: 'the pool is not open yet',
  WRONG_TOKEN_ACCOUNTS: "the token accounts do not hold the pool's two tokens, or are not token accounts",
  INPUT_ACCOUNT_WRONG_MINT: 'the input token account holds another token than the trade pays with',
  OUTPUT_ACCOUNT_WRONG_MINT: 'the output token account holds another token than the trade pays out',
  INPUT_ACCOUNT_WRONG_OWNER: 'the input token account does not belong to the payer',
  OUTPUT_ACCOUNT_WRONG_OWNER: 'the output token account does not belong to the payer',
  INPUT_ACCOUNT_UNKNOWN:
    "the input token account could not be read, or does not exist and is not the payer's associated token account",
  OUTPUT_ACCOUNT_UNKNOWN:
    "the output token account could not be read, or does not exist and is not the payer's associated token account",
  PRICE_IMPACT_OVER_POLICY: "the price impact exceeds the policy's maxPriceImpactBps",
  RISK_NO_SOURCE: 'the checked mint has no token',
  RISK_REFUSED: 'the nodes contradict each other on the risk, or prove nothing',
  RISK_FAILED: 'no node answered the risk',
  RISK_BELOW_MIN_LEVEL: "the risk did not reach the policy's minLevel",
  RISK_NOT_CHECKED: 'no mint could be derived from the trade, so no risk was checked',
  RISK_OVER_POLICY: "the token's overallRisk exceeds the policy's maxRiskScore",
} as const;

/**
 * The codes of facts about a trade that the gate could not confirm or did not judge, and their meanings. A refused
 * trade can have them too.
 */
export const caveatCodes = {
  NO_MAX_RISK_SCORE: 'the policy has no maxRiskScore, so the risk was not judged',
  QUOTE_SINGLE_SOURCE: 'only one node answered the quote, and the policy has no minLevel',
  RISK_SINGLE_SOURCE: 'only one node answered the risk, and the policy has no minLevel',
  NOT_SIMULATED: 'no independent node simulated the swap',
  FEE_NOT_IN_IMPACT:
    "the price impact excludes the pool's fee, and that fee alone exceeds the policy's maxPriceImpactBps",
  INPUT_ACCOUNT_ABSENT: "the input token account does not exist yet; it is the payer's associated token account",
  OUTPUT_ACCOUNT_ABSENT: "the output token account does not exist yet; it is the payer's associated token account",
} as const;

/** A reason or a caveat: its code, and a message with the numbers of the trade. */
export type CodedMessage<Code extends string> = { readonly code: Code; readonly message: string };

/** A reason for which the gate refuses a trade. */
export type Reason = CodedMessage<keyof typeof reasonCodes>;

/** A fact about a trade that the gate could not confirm or did not judge. */
export type Caveat = CodedMessage<keyof typeof caveatCodes>;
