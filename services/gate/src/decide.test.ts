import { expect, test } from '@jest/globals';
import type { TradePolicy } from '@assay/catalog/bodies/trade-policy';
import type { Level } from '@assay/catalog/define';
import { decide, type TradeEvidence, type AccountEvidence, type UndeliveredPart } from './decide.ts';
import { caveatCodes, reasonCodes } from '@assay/catalog/gate-codes';

/**
 * These tests cover all possible inputs. Each table lists every state of one part of the evidence or of the policy,
 * with the codes to which this state must lead. The codes are written by hand. The tests judge every combination of one
 * row from each table, and expect exactly the codes of these rows.
 */
const payer = 'payer';
const limitBps = 100;
const limitScore = 50;

/**
 * The codes to which a row must lead. They are a function, because they can depend on the policy or on whether there is
 * a quote.
 */
type Codes = readonly string[];
type Row<Value, Known> = { readonly value: Value; readonly codes: (known: Known) => Codes };
type MinLevel = Level | undefined;

const always =
  (...codes: string[]) =>
  (): Codes =>
    codes;

/** For each level, the minimum levels of a policy that this level does not satisfy. */
const shortOf: Readonly<Record<Level, readonly MinLevel[]>> = {
  single_source: ['consensus', 'anchored'],
  consensus: ['anchored'],
  anchored: [],
};
const levels: readonly Level[] = ['single_source', 'consensus', 'anchored'];

const policies: readonly TradePolicy[] = [undefined, ...levels].flatMap((minLevel) =>
  [undefined, 0, limitScore].map((maxRiskScore) => ({ maxPriceImpactBps: limitBps, maxRiskScore, minLevel })),
);

function levelCodes(part: 'QUOTE' | 'RISK', level: Level, minLevel: MinLevel): Codes {
  const alone = level === 'single_source' && minLevel === undefined;
  return [
    ...(shortOf[level].includes(minLevel) ? [`${part}_BELOW_MIN_LEVEL`] : []),
    ...(alone ? [`${part}_SINGLE_SOURCE`] : []),
  ];
}

const undelivered = (outcome: 'refused' | 'no_source' | 'failed', reached?: Level, problem = ''): UndeliveredPart => ({
  outcome,
  reached,
  reason: `why ${outcome}`,
  problem,
});

const quotes: readonly Row<TradeEvidence['quote'], TradePolicy>[] = [
  ...levels.flatMap((level) =>
    [true, false].flatMap((simulated) =>
      [
        { priceImpactBps: 0, over: false, feeBps: 0, dear: false },
        { priceImpactBps: limitBps, over: false, feeBps: limitBps, dear: false },
        { priceImpactBps: limitBps, over: false, feeBps: 100.01, dear: true },
        { priceImpactBps: limitBps, over: false, feeBps: undefined, dear: true },
        { priceImpactBps: limitBps + 1, over: true, feeBps: 25, dear: false },
        { priceImpactBps: 100.5, over: true, feeBps: 5_000, dear: true },
      ].map(({ priceImpactBps, over, feeBps, dear }) => ({
        value: {
          outcome: 'delivered' as const,
          level,
          inputMint: 'in',
          outputMint: 'out',
          priceImpactBps,
          feeBps,
          simulated,
          reason: '',
        },
        codes: ({ minLevel }: TradePolicy) => [
          ...levelCodes('QUOTE', level, minLevel),
          ...(simulated ? [] : ['NOT_SIMULATED']),
          ...(over ? ['PRICE_IMPACT_OVER_POLICY'] : []),
          ...(dear ? ['FEE_NOT_IN_IMPACT'] : []),
        ],
      })),
    ),
  ),
  { value: undelivered('refused'), codes: always('QUOTE_REFUSED') },
  ...levels.map((reached) => ({
    value: undelivered('refused', reached),
    codes: ({ minLevel }: TradePolicy) => [
      shortOf[reached].includes(minLevel) ? 'QUOTE_BELOW_MIN_LEVEL' : 'QUOTE_REFUSED',
    ],
  })),
  { value: undelivered('no_source'), codes: always('QUOTE_NO_SOURCE') },
  { value: undelivered('no_source', undefined, 'absent'), codes: always('QUOTE_NO_SOURCE') },
  { value: undelivered('refused', undefined, 'inconsistent'), codes: always('QUOTE_REFUSED') },
  ...(['refused', 'no_source'] as const).flatMap((outcome) => [
    { value: undelivered(outcome, undefined, 'swap_disabled'), codes: always('SWAP_DISABLED') },
    { value: undelivered(outcome, 'anchored', 'not_open'), codes: always('SWAP_NOT_OPEN') },
    { value: undelivered(outcome, undefined, 'wrong_accounts'), codes: always('WRONG_TOKEN_ACCOUNTS') },
  ]),
  { value: undelivered('failed'), codes: always('QUOTE_FAILED') },
];

const unjudged = ({ maxRiskScore }: TradePolicy): Codes => (maxRiskScore === undefined ? ['NO_MAX_RISK_SCORE'] : []);

const risks: readonly Row<TradeEvidence['risk'], TradePolicy>[] = [
  { value: undefined, codes: (policy) => ['RISK_NOT_CHECKED', ...unjudged(policy)] },
  ...levels.flatMap((level) =>
    [
      { overallRisk: 0, over: [] },
      { overallRisk: limitScore, over: [0] },
      { overallRisk: limitScore + 1, over: [0, limitScore] },
    ].map(({ overallRisk, over }) => ({
      value: { outcome: 'delivered' as const, level, overallRisk },
      codes: (policy: TradePolicy) => [
        ...levelCodes('RISK', level, policy.minLevel),
        ...unjudged(policy),
        ...(over.some((limit) => limit === policy.maxRiskScore) ? ['RISK_OVER_POLICY'] : []),
      ],
    })),
  ),
  { value: undelivered('refused'), codes: (policy) => ['RISK_REFUSED', ...unjudged(policy)] },
  ...levels.map((reached) => ({
    value: undelivered('refused', reached),
    codes: (policy: TradePolicy) => [
      shortOf[reached].includes(policy.minLevel) ? 'RISK_BELOW_MIN_LEVEL' : 'RISK_REFUSED',
      ...unjudged(policy),
    ],
  })),
  { value: undelivered('no_source'), codes: (policy) => ['RISK_NO_SOURCE', ...unjudged(policy)] },
  { value: undelivered('failed'), codes: (policy) => ['RISK_FAILED', ...unjudged(policy)] },
];

/**
 * Returns the possible states of the input account or of the output account. Without a quote, the gate does not judge
 * the account's token, so only the owner of an account can be wrong.
 */
function accounts(side: 'INPUT' | 'OUTPUT', mint: string): Row<AccountEvidence | undefined, boolean>[] {
  const account = (parts: Partial<AccountEvidence>): AccountEvidence => ({
    address: `${side} account`,
    exists: true,
    mint,
    owner: payer,
    ...parts,
  });
  const wrongMint = `${side}_ACCOUNT_WRONG_MINT`;
  const wrongOwner = `${side}_ACCOUNT_WRONG_OWNER`;
  const absent = `${side}_ACCOUNT_ABSENT`;
  const unknown = `${side}_ACCOUNT_UNKNOWN`;
  return [
    { value: account({}), codes: always() },
    { value: account({ mint: 'other' }), codes: (quoted) => (quoted ? [wrongMint] : []) },
    { value: account({ owner: 'someone else' }), codes: always(wrongOwner) },
    {
      value: account({ mint: 'other', owner: 'someone else' }),
      codes: (quoted) => (quoted ? [wrongMint, wrongOwner] : [wrongOwner]),
    },
    { value: account({ mint: '', owner: '' }), codes: (quoted) => (quoted ? [wrongMint] : []) },
    { value: account({ exists: false }), codes: always(absent) },
    { value: account({ exists: false, mint: 'other' }), codes: (quoted) => (quoted ? [absent, wrongMint] : [absent]) },
    { value: account({ exists: false, mint: '', owner: '' }), codes: always(unknown) },
    { value: undefined, codes: (quoted) => (quoted ? [unknown] : []) },
  ];
}

type Case = { readonly evidence: TradeEvidence; readonly policy: TradePolicy; readonly expected: Codes };

const inputs = accounts('INPUT', 'in');
const outputs = accounts('OUTPUT', 'out');

function* everyCase(): Iterable<Case> {
  for (const policy of policies) {
    for (const quote of quotes) {
      const quoted = quote.value.outcome === 'delivered';
      for (const risk of risks) {
        const partCodes = [...quote.codes(policy), ...risk.codes(policy)];
        for (const input of inputs) {
          for (const output of outputs) {
            yield {
              policy,
              evidence: {
                payer,
                quote: quote.value,
                risk: risk.value,
                inputAccount: input.value,
                outputAccount: output.value,
              },
              expected: [...partCodes, ...input.codes(quoted), ...output.codes(quoted)],
            };
          }
        }
      }
    }
  }
}

const isReason = (code: string): boolean => code in reasonCodes;

test('every combination of parts, levels, accounts, impact, risk and policy gives exactly the codes of the table', () => {
  const wrong: object[] = [];
  const seen = new Map<string, number>();
  let cases = 0;
  for (const { evidence, policy, expected } of everyCase()) {
    const { decision, reasons, caveats } = decide(evidence, policy);
    const codes = [...reasons, ...caveats].map(({ code }) => code as string);
    const refused = expected.some(isReason);
    const due = refused ? 'refuse' : expected.length > 0 ? 'allow_with_caveat' : 'allow';
    cases += 1;
    for (const code of [decision, ...codes]) {
      seen.set(code, (seen.get(code) ?? 0) + 1);
    }
    const right =
      decision === due &&
      codes.length === expected.length &&
      expected.every((code) => codes.includes(code)) &&
      reasons.every(({ code }) => code in reasonCodes) &&
      caveats.every(({ code }) => code in caveatCodes) &&
      refused === reasons.length > 0 &&
      [...reasons, ...caveats].every(({ message }) => message.length >= 10);
    if (!right && wrong.length < 3) {
      wrong.push({ evidence, policy, expected, decision, codes });
    }
  }
  expect(wrong).toEqual([]);
  expect(cases).toBe(policies.length * quotes.length * risks.length * inputs.length * outputs.length);
  const all = ['allow', 'allow_with_caveat', 'refuse', ...Object.keys(reasonCodes), ...Object.keys(caveatCodes)];
  expect([...seen.keys()].toSorted()).toEqual(all.toSorted());
});

const valid: TradeEvidence = {
  payer,
  quote: {
    outcome: 'delivered',
    level: 'anchored',
    inputMint: 'in',
    outputMint: 'out',
    priceImpactBps: 182.4,
    feeBps: 0,
    simulated: true,
    reason: 'two nodes agree',
  },
  risk: { outcome: 'delivered', level: 'consensus', overallRisk: 35 },
  inputAccount: { address: 'a', exists: true, mint: 'in', owner: payer },
  outputAccount: { address: 'b', exists: true, mint: 'out', owner: payer },
};

test.each<[string, TradeEvidence, TradePolicy, string]>([
  [
    'the price impact and the limit',
    valid,
    { maxPriceImpactBps: 100, maxRiskScore: 50, minLevel: undefined },
    "price impact 182.4 bps exceeds the policy's 100",
  ],
  [
    'the score and the limit',
    valid,
    { maxPriceImpactBps: 200, maxRiskScore: 34.5, minLevel: undefined },
    "risk 35 of 100 exceeds the policy's 34.5",
  ],
  [
    'the reached and the required level',
    valid,
    { maxPriceImpactBps: 200, maxRiskScore: 50, minLevel: 'anchored' },
    "the risk reached consensus, and the policy's minLevel is anchored",
  ],
  [
    'the account, its owner and the payer',
    { ...valid, inputAccount: { address: 'a', exists: true, mint: 'in', owner: 'thief' } },
    { maxPriceImpactBps: 200, maxRiskScore: 50, minLevel: undefined },
    'inputTokenAccount a belongs to thief, not to the payer payer',
  ],
])('a message names %s', (_title, evidence, policy, message) => {
  expect(decide(evidence, policy).reasons.map((reason) => reason.message)).toEqual([message]);
});

test("the message for an undelivered part is the engine's own", () => {
  const quote = undelivered('no_source', undefined, 'not_open');
  const policy: TradePolicy = { maxPriceImpactBps: 0, maxRiskScore: 100, minLevel: undefined };
  expect(decide({ ...valid, quote }, policy).reasons).toEqual([{ code: 'SWAP_NOT_OPEN', message: 'why no_source' }]);
});

test('a value equal to a limit meets it, and only zero meets a limit of zero', () => {
  const still: TradeEvidence = {
    ...valid,
    quote: { ...valid.quote, priceImpactBps: 0 } as TradeEvidence['quote'],
    risk: { outcome: 'delivered', level: 'consensus', overallRisk: 0 },
  };
  const zero: TradePolicy = { maxPriceImpactBps: 0, maxRiskScore: 0, minLevel: 'consensus' };
  expect(decide(still, zero)).toEqual({ decision: 'allow', reasons: [], caveats: [] });
  expect(decide(valid, zero).reasons.map(({ code }) => code)).toEqual(['PRICE_IMPACT_OVER_POLICY', 'RISK_OVER_POLICY']);
});

test("the caveat of a swap that was not simulated has the engine's reason", () => {
  const policy: TradePolicy = { maxPriceImpactBps: 200, maxRiskScore: 50, minLevel: undefined };
  const quote = { ...valid.quote, simulated: false, reason: 'the payer lacks the funds' } as TradeEvidence['quote'];
  expect(decide({ ...valid, quote }, policy)).toEqual({
    decision: 'allow_with_caveat',
    reasons: [],
    caveats: [{ code: 'NOT_SIMULATED', message: 'no independent node simulated this swap: the payer lacks the funds' }],
  });
});

test('a fee above the limit for the price impact is a caveat with both numbers, whatever the impact', () => {
  const policy: TradePolicy = { maxPriceImpactBps: 200, maxRiskScore: 50, minLevel: undefined };
  const quote = { ...valid.quote, priceImpactBps: 0, feeBps: 5_000 } as TradeEvidence['quote'];
  expect(decide({ ...valid, quote }, policy)).toEqual({
    decision: 'allow_with_caveat',
    reasons: [],
    caveats: [
      {
        code: 'FEE_NOT_IN_IMPACT',
        message:
          'the pool takes a fee of 5000 bps, which the price impact excludes; the policy allows an impact of 200',
      },
    ],
  });
});
