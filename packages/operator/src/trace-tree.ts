import type { Charge__Output } from '@assay/rpc/gen/assay/billing/v1/Charge';
import { formatCredits } from './credits.ts';
import type { Attempt, Decision, PairVerdict } from './decision.ts';

/** A line of a tree and what hangs below it. */
type Branch = { readonly line: string; readonly below?: readonly Branch[] };

/** Everything known about one answer. */
export type Trace = {
  readonly traceId: string;
  /** Undefined when no decision was recorded, such as for a request that was refused at the door. */
  readonly decision: Decision | undefined;
  readonly charges: readonly Charge__Output[];
};

/** Draws a trace as a tree: what was asked, of whom, what each said, why this level, and what was charged. */
export function drawTrace(trace: Trace): string {
  const { decision } = trace;
  const root = decision === undefined ? 'no decision was recorded' : headline(decision);
  const branches = [
    ...(decision === undefined ? [] : decisionBranches(decision)),
    { line: 'charged', below: chargeBranches(trace.charges) },
  ];
  return [`${trace.traceId}  ${root}`, ...drawBranches(branches, '')].join('\n');
}

function headline(decision: Decision): string {
  const level = decision.level === '' ? 'no level reached' : decision.level;
  return `${decision.outcome}, ${level} (required: ${decision.required || 'none'})`;
}

function decisionBranches(decision: Decision): Branch[] {
  const { resolution } = decision;
  const what = [decision.type || 'no type', decision.params_json].filter((part) => part !== '').join(' ');
  return [
    { line: `asked     ${what}` },
    {
      line: `decided   ${moment(decision.decided_at_ms)}, after ${decision.latency_ms} ms${
        decision.account_id === '' ? '' : `, for account ${decision.account_id}`
      }`,
    },
    ...(resolution === undefined
      ? []
      : [
          {
            line: `resolved  by ${resolution.model}, confidence ${resolution.confidence.toFixed(2)}${
              resolution.fallback_reason === '' ? '' : `, since ${resolution.fallback_reason}`
            }`,
          },
        ]),
    ...(decision.source === '' ? [] : [answerBranch(decision)]),
    { line: `why       ${decision.reason || 'no reason was recorded'}` },
    {
      line: `sources   ${decision.attempts.length} asked, cost ${credits(decision.total_cost_micros)} in all`,
      below: decision.attempts.map(attemptBranch),
    },
    ...(decision.independence.length === 0
      ? []
      : [{ line: 'independence, as it was known then', below: decision.independence.map(pairBranch) }]),
  ];
}

function pairBranch(pair: PairVerdict): Branch {
  const since = pair.since_ms === '0' ? 'never judged' : `since ${moment(pair.since_ms)}`;
  return {
    line: `${pair.one} and ${pair.other}  ${pair.verdict}  ${pair.nats.toFixed(1)} nats, ${pair.observations} informative observations, ${since}`,
  };
}

function answerBranch(decision: Decision): Branch {
  const cost = credits(decision.source_cost_micros);
  return { line: `answer    ${decision.data_json} from ${decision.source} (${decision.origin}), cost ${cost}` };
}

function attemptBranch(attempt: Attempt): Branch {
  const status = attempt.http_status === 0 ? '' : ` (HTTP ${attempt.http_status})`;
  const head = `${attempt.provider}  ${attempt.role}  ${attempt.outcome}${status}  ${latency(attempt)}  cost ${credits(
    attempt.cost_micros,
  )}${attempt.coalesced ? '  shared with other calls in flight' : ''}`;
  return {
    line: head,
    below: [
      { line: `clocks  ${clocks(attempt)}` },
      ...(attempt.data_json === '' ? [] : [{ line: `said    ${attempt.data_json}` }]),
      ...(attempt.detail === '' ? [] : [{ line: `detail  ${attempt.detail}` }]),
    ],
  };
}

function latency(attempt: Attempt): string {
  return attempt.received_at_ms === '0' || attempt.asked_at_ms === '0'
    ? 'no answer'
    : `${BigInt(attempt.received_at_ms) - BigInt(attempt.asked_at_ms)} ms`;
}

/** The three clocks: when it was asked, when the answer came, and when the source says that it measured. */
function clocks(attempt: Attempt): string {
  const age =
    attempt.source_at_ms === '0' || attempt.received_at_ms === '0'
      ? ''
      : ` (${BigInt(attempt.received_at_ms) - BigInt(attempt.source_at_ms)} ms old on arrival)`;
  return `asked ${moment(attempt.asked_at_ms)}  received ${moment(attempt.received_at_ms)}  source ${moment(
    attempt.source_at_ms,
  )}${age}`;
}

function chargeBranches(charges: readonly Charge__Output[]): Branch[] {
  if (charges.length === 0) {
    return [{ line: 'nothing: no hold was taken for this trace' }];
  }
  return charges.map((charge) => ({
    line: `${charge.state}  ${credits(charge.captured_micros)} of ${credits(charge.held_micros)} held  ${charge.operation}`,
    below: [
      { line: `hold    ${charge.hold_id} of account ${charge.account_id}` },
      { line: `from    ${charge.held_at} to ${charge.ended_at || 'now'}` },
      ...charge.entries.map((entry) => ({
        line: `ledger  ${entry.kind}  ${credits(entry.amount_micros)}  ${entry.account_id}  ${entry.at}`,
      })),
    ],
  }));
}

function credits(micros: string): string {
  return formatCredits(BigInt(micros));
}

function moment(ms: string): string {
  return ms === '0' ? 'none' : new Date(Number(ms)).toISOString();
}

function drawBranches(branches: readonly Branch[], indent: string): string[] {
  return branches.flatMap((branch, index) => {
    const last = index === branches.length - 1;
    return [
      `${indent}${last ? '└─' : '├─'} ${branch.line}`,
      ...drawBranches(branch.below ?? [], `${indent}${last ? '   ' : '│  '}`),
    ];
  });
}
