import type { Charge__Output } from '@assay/rpc/gen/assay/billing/v1/Charge';
import type { Delivery__Output } from '@assay/rpc/gen/assay/watch/v1/Delivery';
import { formatCredits } from './credits.ts';
import type { Attempt, Decision, PairVerdict } from './decision.ts';

/** A line of a tree and what hangs below it. */
type Branch = { readonly line: string; readonly below?: readonly Branch[] };

/** Everything known about one answer. */
export type Trace = {
  readonly traceId: string;
  /** In the order of deciding; none for a request that was refused at the door, several for a gate and its parts. */
  readonly decisions: readonly Decision[];
  readonly charges: readonly Charge__Output[];
  /** What became of the notification, where the trace is a watch's. */
  readonly delivery?: Delivery__Output | undefined;
};

/** Draws a trace for people to read: the question, everyone who was asked and their answers, why it came to this level, and the charge. */
export function drawTrace(trace: Trace): string {
  const { decisions } = trace;
  const [only] = decisions;
  const charged = { line: 'charged', below: chargeBranches(trace.charges) };
  if (only === undefined || decisions.length === 1) {
    const root = only === undefined ? 'no decision was recorded' : headline(only);
    const branches = [
      ...(only === undefined ? [] : decisionBranches(only)),
      ...(trace.delivery === undefined ? [] : [deliveryBranch(trace.delivery)]),
      charged,
    ];
    return [`${trace.traceId}  ${root}`, ...drawBranches(branches, '')].join('\n');
  }
  const branches = decisions.map((each) => ({
    line: `${each.type}  ${headline(each)}`,
    below: decisionBranches(each),
  }));
  return [`${trace.traceId}  ${decisions.length} decisions`, ...drawBranches([...branches, charged], '')].join('\n');
}

function deliveryBranch(delivery: Delivery__Output): Branch {
  const status = delivery.http_status === 0 ? '' : ` (HTTP ${delivery.http_status})`;
  return {
    line: `notified  ${delivery.outcome || delivery.state}${status}  watch ${delivery.watch_id}`,
    below: [
      { line: `trigger  ${delivery.trigger_id}` },
      {
        line: `taken    ${delivery.taken_at}  sent ${delivery.sent_at || 'not'}  ended ${delivery.ended_at || 'not yet'}`,
      },
      ...(delivery.error === '' ? [] : [{ line: `error    ${delivery.error}` }]),
    ],
  };
}

function headline(decision: Decision): string {
  if (isOfGate(decision)) {
    return decision.outcome;
  }
  const level = decision.level === '' ? 'no level reached' : decision.level;
  return `${decision.outcome}, ${level} (required: ${decision.required || 'none'})`;
}

/** A gate asks no source and has no level: it judges what the decisions beside it found. */
function isOfGate({ type }: Decision): boolean {
  return type === 'gate';
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
    ...(isOfGate(decision) ? [{ line: `judged    ${decision.data_json}` }] : [sourcesBranch(decision)]),
    ...(decision.independence.length === 0
      ? []
      : [{ line: 'independence, as it was known then', below: decision.independence.map(pairBranch) }]),
  ];
}

function sourcesBranch(decision: Decision): Branch {
  return {
    line: `sources   ${decision.attempts.length} asked, cost ${credits(decision.total_cost_micros)} in all`,
    below: decision.attempts.map(attemptBranch),
  };
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
