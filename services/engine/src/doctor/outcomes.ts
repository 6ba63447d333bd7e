import type { Finding, FindingStatus } from '@assay/diagnosis/finding';

type Outcome = {
  readonly status: FindingStatus;
  /** The meaning of the outcome, as a phrase that follows the name of a provider, a stream or a node. */
  readonly meaning: string;
  readonly remedy: string;
};

/**
 * Every outcome of checking a provider, a stream or a node, the most serious first. When a provider has several
 * outcomes, its finding shows the most serious one.
 */
export const outcomes = {
  key_refused: {
    status: 'failure',
    meaning: 'refuses us',
    remedy: 'Check the key of this name in ASSAY_PROVIDER_KEYS, its plan, and whether the provider serves your region.',
  },
  unreachable: {
    status: 'failure',
    meaning: 'is unreachable',
    remedy:
      'Check that this machine reaches the internet at all. Then check name resolution, the firewall and the network policy of the engine, and the URL of this name where a setting has one.',
  },
  slow: {
    status: 'failure',
    meaning: 'accepts a connection and gives no complete answer in time',
    remedy: 'Ask again in some minutes. If it persists, run the engine nearer to the provider, or ask the provider.',
  },
  quota_used_up: {
    status: 'failure',
    meaning: 'says that the quota of our plan is used up',
    remedy: 'Wait until the quota is renewed, buy a larger plan, or lower ASSAY_PROVIDER_BUDGETS so that it lasts.',
  },
  rate_limited: {
    status: 'failure',
    meaning: 'says that we ask too often',
    remedy:
      'Lower its limit in ASSAY_PROVIDER_BUDGETS, use a key with a larger plan, or give the engine an IP address of its own.',
  },
  server_error: {
    status: 'failure',
    meaning: 'answers with an error',
    remedy: 'Look at the status page of the provider. Where a URL is configured, check that it leads to this provider.',
  },
  unreadable: {
    status: 'failure',
    meaning: 'answers in another form than the documented one',
    remedy:
      'Check for a proxy or a sign-in page between the engine and the provider. If there is none, its format changed: report it with the version.',
  },
  undated: {
    status: 'failure',
    meaning: 'does not say when its datum was measured',
    remedy: 'Its format changed: report it with the version.',
  },
  not_believed: {
    status: 'failure',
    meaning: 'has signatures that the engine does not accept',
    remedy: 'docs/operate/runbook.md says what each cause means and what to do: see "Signed prices are not accepted".',
  },
  no_chain: {
    status: 'failure',
    meaning: 'does not show the accounts of the Solana main network',
    remedy: 'Use the URL of a node of the main network in ASSAY_RPC_URLS, not that of a test network.',
  },
  stale: {
    status: 'failure',
    meaning: 'gives a datum that is too old',
    remedy: 'It stopped measuring or its cache is old. Ask again in some minutes, and look at its status page.',
  },
  behind: {
    status: 'failure',
    meaning: 'is behind the other nodes',
    remedy: 'Ask its vendor, or replace it in ASSAY_RPC_URLS by a node of another vendor.',
  },
  no_message: {
    status: 'failure',
    meaning: 'is open and sends nothing',
    remedy: 'Check for a proxy that blocks WebSockets. The engine answers by REST meanwhile.',
  },
  no_trade: {
    status: 'failure',
    meaning: 'sends heartbeats, but no trades, quotes or rates',
    remedy: 'The venue may have halted its market. Questions are answered by REST meanwhile.',
  },
  subscription_refused: {
    status: 'failure',
    meaning: 'refuses the subscription',
    remedy: 'The venue may not list the asset any more. Report it with the version.',
  },
  missed_trades: {
    status: 'failure',
    meaning: 'leaves out trades',
    remedy: 'The connection loses messages. Run the engine nearer to the venue, or set ASSAY_STREAMS=off.',
  },
  out_of_order: {
    status: 'failure',
    meaning: 'sends trades in the wrong order',
    remedy: 'Answers are right, because the engine drops older trades. If it persists, report it with the version.',
  },
  repeated_trades: {
    status: 'failure',
    meaning: 'sends trades twice',
    remedy: 'Answers are right, because the engine drops repeated trades. If it persists, report it with the version.',
  },
  clock_ahead: {
    status: 'failure',
    meaning: 'has a clock that is ahead of ours',
    remedy: 'Check the clock of this machine (NTP). If only this one is off, the clock of the provider is wrong.',
  },
  late: {
    status: 'failure',
    meaning: 'sends trades that are old, or has a clock that is behind ours',
    remedy:
      'Check the clock of this machine (NTP) and the network to the venue. Questions are answered by REST meanwhile.',
  },
  disagrees: {
    status: 'failure',
    meaning: 'shows another value than the others',
    remedy: 'Compare its value with the web page of the provider. Its answers are outliers until it agrees again.',
  },
  clock_off: {
    status: 'warning',
    meaning: "has a clock that differs from this machine's",
    remedy: 'If most providers differ in the same direction, the clock of this machine is wrong: check NTP.',
  },
  not_listed: {
    status: 'warning',
    meaning: 'does not know an asset about which it is asked',
    remedy: 'Do nothing if the provider delisted it. The other providers answer about it.',
  },
  repeats: {
    status: 'warning',
    meaning: 'repeats another provider or is repeated by it, as the engine measured',
    remedy: 'Do nothing: the two count as one source. "assay independence show" has the evidence.',
  },
  no_simulation: {
    status: 'warning',
    meaning: 'simulates no transactions',
    remedy: 'Quotes of swaps reach consensus at most. Use a plan or a vendor with simulateTransaction to anchor them.',
  },
  over_budget: {
    status: 'warning',
    meaning: 'was not asked, because its request budget is used up',
    remedy: 'Ask again in a minute. With a larger plan, state its limit in ASSAY_PROVIDER_BUDGETS.',
  },
  key_missing: {
    status: 'off',
    meaning: 'needs a key and has none, so it is not asked',
    remedy: 'Set its key in ASSAY_PROVIDER_KEYS to use it.',
  },
  not_configured: {
    status: 'off',
    meaning: 'has no URL in the sandbox, so it is not asked',
    remedy: 'Set its URL in ASSAY_PROVIDER_URLS to use it.',
  },
  billed: {
    status: 'off',
    meaning: 'bills each request, so it was not asked',
    remedy: 'Run the check with --billed to ask it once.',
  },
  ok: { status: 'ok', meaning: 'works', remedy: '' },
} as const satisfies Readonly<Record<string, Outcome>>;

/** The code of an outcome. */
export type OutcomeCode = keyof typeof outcomes;

/** Remedies for nodes that differ from those for providers. They differ because the URL of a node contains its key. */
const nodeRemedies: Readonly<Partial<Record<OutcomeCode, string>>> = {
  key_refused:
    'Check the key in the URL of this name in ASSAY_RPC_URLS, its plan, and whether the vendor serves your region.',
  unreachable:
    'Check the URL of this name in ASSAY_RPC_URLS, name resolution, the firewall and the network policy of the engine.',
};

const order = Object.keys(outcomes) as readonly OutcomeCode[];

/** Returns the most serious of several outcomes, or `ok` for an empty list. */
export function gravest(codes: readonly OutcomeCode[]): OutcomeCode {
  return order.find((code) => codes.includes(code)) ?? 'ok';
}

/**
 * Returns the finding about a provider, a stream or a node that had this outcome.
 * @param detail further details. Empty when there are none.
 */
export function findingOf(
  subject: Finding['subject'],
  name: string,
  outcome: OutcomeCode,
  detail: string,
  facts: Finding['facts'],
): Finding {
  const { status, meaning, remedy } = outcomes[outcome];
  return {
    subject,
    name,
    status,
    outcome,
    message: detail === '' ? `${name} ${meaning}` : `${name} ${meaning}: ${detail}`,
    remedy: (subject === 'node' ? nodeRemedies[outcome] : undefined) ?? remedy,
    facts,
  };
}

/** Returns a duration as text for a person. */
export function durationText(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  return size < 1_000
    ? `${Math.round(milliseconds)} ms`
    : size < 120_000
      ? `${(milliseconds / 1_000).toFixed(1)} s`
      : size < 7_200_000
        ? `${Math.round(milliseconds / 60_000)} min`
        : size < 172_800_000
          ? `${Math.round(milliseconds / 3_600_000)} h`
          : `${Math.round(milliseconds / 86_400_000)} days`;
}

/** Returns the median of some numbers, or undefined when there are none. */
export function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
