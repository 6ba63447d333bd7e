import type { TradePolicy } from '@assay/catalog/bodies/trade-policy';
import { reaches, type Level } from '@assay/catalog/define';
import type { AnswerOutcome, GateVerdict } from '@assay/catalog/outcomes';
import { reasonCodes, type Caveat, type Reason } from '@assay/catalog/gate-codes';

/** The quote or the risk when the engine did not deliver it. */
export type UndeliveredPart = {
  readonly outcome: Exclude<AnswerOutcome, 'delivered'>;
  /** The level that the part reached. Undefined when it reached none. */
  readonly reached: Level | undefined;
  /** The reason that the engine gave, as a sentence. */
  readonly reason: string;
  /**
   * The engine's code for the reason why the chain's accounts give no datum, such as not_open. Empty when there is no
   * code.
   */
  readonly problem: string;
};

/** The facts about a quote on which the gate bases its decision. */
export type QuoteEvidence = {
  readonly outcome: 'delivered';
  readonly level: Level;
  readonly inputMint: string;
  readonly outputMint: string;
  readonly priceImpactBps: number;
  /**
   * The pool's fee for this trade, in basis points. It is not part of the price impact. Undefined when the engine did
   * not send it.
   */
  readonly feeBps: number | undefined;
  readonly simulated: boolean;
  /** The reason that the engine gave for the level, as a sentence. It may be empty. */
  readonly reason: string;
};

/** The facts about a token's risk on which the gate bases its decision. */
export type RiskEvidence = { readonly outcome: 'delivered'; readonly level: Level; readonly overallRisk: number };

/** A token account of the trade, as it is on the chain. */
export type AccountEvidence = {
  readonly address: string;
  /**
   * False for an account that does not exist yet. Mint and owner are then the ones that the new account would get. They
   * are empty when unknown.
   */
  readonly exists: boolean;
  readonly mint: string;
  readonly owner: string;
};

/** All facts about a trade on which the gate bases its decision. */
export type TradeEvidence = {
  readonly payer: string;
  readonly quote: QuoteEvidence | UndeliveredPart;
  /** The risk of the token that the swap would pay out. Undefined when the token's mint is unknown. */
  readonly risk: RiskEvidence | UndeliveredPart | undefined;
  /** The token account that pays the input. Undefined when the engine could not read it. */
  readonly inputAccount: AccountEvidence | undefined;
  readonly outputAccount: AccountEvidence | undefined;
};

/** The gate's decision on a trade. */
export type GateDecision = {
  readonly decision: GateVerdict;
  /** The reasons for a refusal. Empty for any other decision. */
  readonly reasons: readonly Reason[];
  /** Facts that are unconfirmed or that the gate did not judge. Every decision can have caveats. */
  readonly caveats: readonly Caveat[];
};

/**
 * Decides on a trade by its evidence and the caller's policy. The function is pure: the result depends only on its
 * arguments.
 */
export function decide(evidence: TradeEvidence, policy: TradePolicy): GateDecision {
  const reasons = [
    ...quoteReasons(evidence.quote, policy),
    ...accountReasons('input', evidence),
    ...accountReasons('output', evidence),
    ...riskReasons(evidence.risk, policy),
  ];
  const caveats = [
    ...quoteCaveats(evidence.quote, policy),
    ...accountCaveats('input', evidence.inputAccount),
    ...accountCaveats('output', evidence.outputAccount),
    ...riskCaveats(evidence.risk, policy),
  ];
  const decision = reasons.length > 0 ? 'refuse' : caveats.length > 0 ? 'allow_with_caveat' : 'allow';
  return { decision, reasons, caveats };
}

const undeliveredCodes = { refused: 'REFUSED', no_source: 'NO_SOURCE', failed: 'FAILED' } as const;

const problemCodes: Readonly<Record<string, Reason['code']>> = {
  swap_disabled: 'SWAP_DISABLED',
  not_open: 'SWAP_NOT_OPEN',
  wrong_accounts: 'WRONG_TOKEN_ACCOUNTS',
};

function quoteReasons(quote: TradeEvidence['quote'], policy: TradePolicy): Reason[] {
  if (quote.outcome !== 'delivered') {
    const code = problemCodes[quote.problem];
    return code === undefined ? [undelivered('QUOTE', quote, policy)] : [reasonWith(code, quote.reason)];
  }
  const { priceImpactBps } = quote;
  return [
    ...belowMinLevel('QUOTE', quote.level, policy),
    ...(priceImpactBps > policy.maxPriceImpactBps
      ? [
          {
            code: 'PRICE_IMPACT_OVER_POLICY' as const,
            message: `price impact ${priceImpactBps} bps exceeds the policy's ${policy.maxPriceImpactBps}`,
          },
        ]
      : []),
  ];
}

function riskReasons(risk: TradeEvidence['risk'], policy: TradePolicy): Reason[] {
  if (risk === undefined) {
    return [{ code: 'RISK_NOT_CHECKED', message: 'no mint could be derived from this trade, so no risk was checked' }];
  }
  if (risk.outcome !== 'delivered') {
    return [undelivered('RISK', risk, policy)];
  }
  const { maxRiskScore } = policy;
  return [
    ...belowMinLevel('RISK', risk.level, policy),
    ...(maxRiskScore !== undefined && risk.overallRisk > maxRiskScore
      ? [
          {
            code: 'RISK_OVER_POLICY' as const,
            message: `risk ${risk.overallRisk} of 100 exceeds the policy's ${maxRiskScore}`,
          },
        ]
      : []),
  ];
}

type Part = 'QUOTE' | 'RISK';

const partNames = { QUOTE: 'quote', RISK: 'risk' } as const;

/**
 * Returns the reason to refuse a trade because its quote or its risk was not delivered. If this part only misses the
 * policy's minimum level, the reason has a code for this case.
 */
function undelivered(part: Part, { outcome, reached, reason }: UndeliveredPart, policy: TradePolicy): Reason {
  const [below] = outcome === 'refused' && reached !== undefined ? belowMinLevel(part, reached, policy) : [];
  return below ?? reasonWith(`${part}_${undeliveredCodes[outcome]}`, reason);
}

/** Returns a reason with the engine's message, because it says more than the general description of the code. */
function reasonWith(code: Reason['code'], message: string): Reason {
  return { code, message: message || reasonCodes[code] };
}

function belowMinLevel(part: Part, level: Level, { minLevel }: TradePolicy): Reason[] {
  return minLevel === undefined || reaches(level, minLevel)
    ? []
    : [
        {
          code: `${part}_BELOW_MIN_LEVEL`,
          message: `the ${partNames[part]} reached ${level}, and the policy's minLevel is ${minLevel}`,
        },
      ];
}

type Side = 'input' | 'output';

const sideCodes = { input: 'INPUT', output: 'OUTPUT' } as const;

/**
 * Returns the reasons to refuse a trade that concern one of its token accounts. The gate always judges the account's
 * owner. It judges the account's token only if there is a quote.
 */
function accountReasons(side: Side, { payer, quote, inputAccount, outputAccount }: TradeEvidence): Reason[] {
  const account = side === 'input' ? inputAccount : outputAccount;
  const prefix = sideCodes[side];
  const field = `${side}TokenAccount`;
  const quoted = quote.outcome === 'delivered';
  if (account === undefined) {
    return quoted ? [{ code: `${prefix}_ACCOUNT_UNKNOWN`, message: `${field} could not be read` }] : [];
  }
  if (!account.exists && (account.mint === '' || account.owner === '')) {
    const message = `${field} ${account.address} does not exist and is not the payer's associated token account`;
    return [{ code: `${prefix}_ACCOUNT_UNKNOWN`, message }];
  }
  const mint = quoted ? (side === 'input' ? quote.inputMint : quote.outputMint) : account.mint;
  const isTokenAccount = account.mint !== '';
  return [
    ...(account.mint === mint
      ? []
      : [
          {
            code: `${prefix}_ACCOUNT_WRONG_MINT` as const,
            message: `${field} ${account.address} holds ${account.mint || 'no token'}, and this trade needs ${mint}`,
          },
        ]),
    ...(isTokenAccount && account.owner !== payer
      ? [
          {
            code: `${prefix}_ACCOUNT_WRONG_OWNER` as const,
            message: `${field} ${account.address} belongs to ${account.owner}, not to the payer ${payer}`,
          },
        ]
      : []),
  ];
}

function quoteCaveats(quote: TradeEvidence['quote'], policy: TradePolicy): Caveat[] {
  if (quote.outcome !== 'delivered') {
    return [];
  }
  return [
    ...singleSource('QUOTE', quote.level, policy),
    ...(quote.simulated ? [] : [notSimulated(quote)]),
    ...feeNotInImpact(quote, policy),
  ];
}

/**
 * Returns a caveat if the pool's fee exceeds the caller's limit for the price impact, because the fee is not part of
 * the impact. An unknown fee counts as exceeding the limit.
 */
function feeNotInImpact({ feeBps }: QuoteEvidence, { maxPriceImpactBps }: TradePolicy): Caveat[] {
  if (feeBps !== undefined && feeBps <= maxPriceImpactBps) {
    return [];
  }
  const fee = feeBps === undefined ? 'an unknown fee' : `a fee of ${feeBps} bps`;
  const message = `the pool takes ${fee}, which the price impact excludes; the policy allows an impact of ${maxPriceImpactBps}`;
  return [{ code: 'FEE_NOT_IN_IMPACT', message }];
}

function notSimulated({ reason }: QuoteEvidence): Caveat {
  const why = reason === '' ? '' : `: ${reason}`;
  return { code: 'NOT_SIMULATED', message: `no independent node simulated this swap${why}` };
}

function riskCaveats(risk: TradeEvidence['risk'], policy: TradePolicy): Caveat[] {
  const delivered = risk?.outcome === 'delivered' ? risk : undefined;
  const score = delivered === undefined ? 'the risk' : `the risk of ${delivered.overallRisk}`;
  return [
    ...(delivered === undefined ? [] : singleSource('RISK', delivered.level, policy)),
    ...(policy.maxRiskScore === undefined
      ? [{ code: 'NO_MAX_RISK_SCORE' as const, message: `${score} was not judged: the policy has no maxRiskScore` }]
      : []),
  ];
}

function singleSource(part: Part, level: Level, { minLevel }: TradePolicy): Caveat[] {
  return level === 'single_source' && minLevel === undefined
    ? [
        {
          code: `${part}_SINGLE_SOURCE`,
          message: `the ${partNames[part]} is single_source, and the policy has no minLevel`,
        },
      ]
    : [];
}

function accountCaveats(side: Side, account: AccountEvidence | undefined): Caveat[] {
  return account === undefined || account.exists || account.mint === ''
    ? []
    : [
        {
          code: `${sideCodes[side]}_ACCOUNT_ABSENT`,
          message: `${side}TokenAccount ${account.address} does not exist yet, and the transaction has to create it`,
        },
      ];
}
