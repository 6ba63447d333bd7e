import { reaches, type Level } from '@assay/catalog/define';
import { reasonCodes, type Caveat, type Reason } from './reason-codes.ts';

/** A part that was not delivered. */
export type UndeliveredPart = {
  readonly outcome: 'refused' | 'no_source' | 'failed';
  /** The level that was reached; undefined when none was. */
  readonly reached: Level | undefined;
  /** Why, as a sentence of the engine's. */
  readonly reason: string;
  /** Why the chain's bytes gave no datum, as the engine's code; empty otherwise. */
  readonly problem: string;
};

/** What is judged of a quote. */
export type QuoteEvidence = {
  readonly outcome: 'delivered';
  readonly level: Level;
  readonly inputMint: string;
  readonly outputMint: string;
  readonly priceImpactBps: number;
  readonly simulated: boolean;
  /** How it came to its level, as a sentence of the engine's; empty where there is nothing to say. */
  readonly reason: string;
};

/** What is judged of a token's risk. */
export type RiskEvidence = { readonly outcome: 'delivered'; readonly level: Level; readonly overallRisk: number };

/** A token account of the trade, as the chain has it. */
export type AccountEvidence = {
  readonly address: string;
  /** False for one that does not exist yet; mint and owner are then what it would get, empty where nothing tells. */
  readonly exists: boolean;
  readonly mint: string;
  readonly owner: string;
};

/** Everything that was found about a trade. */
export type TradeEvidence = {
  readonly payer: string;
  readonly quote: QuoteEvidence | UndeliveredPart;
  /** Undefined when there was no mint to ask about. */
  readonly risk: RiskEvidence | UndeliveredPart | undefined;
  /** Undefined where they could not be read. */
  readonly inputAccount: AccountEvidence | undefined;
  readonly outputAccount: AccountEvidence | undefined;
};

/** The caller's limits: the only ones there are. */
export type TradePolicy = {
  readonly maxPriceImpactBps: number;
  readonly maxRiskScore: number | undefined;
  readonly minLevel: Level | undefined;
};

/** What the gate says of a trade. */
export type GateDecision = {
  readonly decision: 'allow' | 'allow_with_caveat' | 'refuse';
  /** Empty unless the trade is refused. */
  readonly reasons: readonly Reason[];
  /** Everything unconfirmed or unjudged, whatever the decision. */
  readonly caveats: readonly Caveat[];
};

/** Judges a trade by what was found about it and by the caller's policy. The same input always gives the same answer. */
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
    return [{ code: 'RISK_NOT_CHECKED', message: 'this trade leads to no mint, so no risk was checked' }];
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

/** A part that reached a level and was withheld for it is told apart from one that reached none. */
function undelivered(part: Part, { outcome, reached, reason }: UndeliveredPart, policy: TradePolicy): Reason {
  const [below] = outcome === 'refused' && reached !== undefined ? belowMinLevel(part, reached, policy) : [];
  return below ?? reasonWith(`${part}_${undeliveredCodes[outcome]}`, reason);
}

/** The engine's own sentence says it best; a code alone would tell a reader nothing. */
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

/** Whose an account is can be judged without a quote; which token it should hold cannot. */
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
  return [...singleSource('QUOTE', quote.level, policy), ...(quote.simulated ? [] : [notSimulated(quote)])];
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
