import { differenceText } from '@assay/catalog/difference-text';
import { gateType } from '@assay/catalog/outcomes';
import type { Charge__Output } from '@assay/rpc/gen/assay/billing/v1/Charge';
import type { FailedCall__Output } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import type { Attempt__Output } from '@assay/rpc/gen/assay/events/v1/Attempt';
import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { PairVerdict__Output } from '@assay/rpc/gen/assay/events/v1/PairVerdict';
import type { Delivery__Output } from '@assay/rpc/gen/assay/watch/v1/Delivery';
import { failureHeadline, failureNodes } from './failure-nodes.ts';
import { formatCredits } from './credits.ts';
import { plainScreen } from './output.ts';
import { shareText } from './share-text.ts';
import { formatNodes, type TreeNode } from './tree-node.ts';

/** The stored decisions, charges and delivery of one answer. */
export type AnswerTrace = {
  readonly traceId: string;
  /**
   * The decisions in the order in which they were made. A gate has several. A request that was refused before its
   * decision has none.
   */
  readonly decisions: readonly Decision__Output[];
  readonly charges: readonly Charge__Output[];
  /** The call, if it ended with an error. */
  readonly failedCall?: FailedCall__Output | undefined;
  /** The state of the notification, for a trace of a watch. */
  readonly delivery?: Delivery__Output | undefined;
  /** The URL at which a trace viewer shows the spans of the trace. */
  readonly spansUrl?: string | undefined;
};

/** Formats a trace as a tree: the question, every source with its answer, the reason for the level, and the charge. */
export function formatTrace(trace: AnswerTrace, { paint } = plainScreen): string {
  const { decisions } = trace;
  const [first] = decisions;
  const charged = [
    { line: 'charged', children: chargeNodes(trace.charges) },
    ...(trace.spansUrl === undefined ? [] : [{ line: `spans     ${trace.spansUrl}` }]),
  ];
  if (first === undefined || decisions.length === 1) {
    const root = first === undefined ? failureHeadline(trace.failedCall) : headline(first);
    const nodes = [
      ...(trace.failedCall === undefined ? [] : failureNodes(trace.failedCall)),
      ...(first === undefined ? [] : decisionNodes(first)),
      ...(trace.delivery === undefined ? [] : [deliveryNode(trace.delivery)]),
      ...charged,
    ];
    return [paint('bold', `${trace.traceId}  ${root}`), ...formatNodes(nodes, '')].join('\n');
  }
  const nodes = decisions.map((each) => ({
    line: `${each.type}  ${headline(each)}`,
    children: decisionNodes(each),
  }));
  return [
    paint('bold', `${trace.traceId}  ${decisions.length} decisions`),
    ...formatNodes(
      [...nodes, ...(trace.failedCall === undefined ? [] : failureNodes(trace.failedCall)), ...charged],
      '',
    ),
  ].join('\n');
}

function deliveryNode(delivery: Delivery__Output): TreeNode {
  const status = delivery.http_status === 0 ? '' : ` (HTTP ${delivery.http_status})`;
  return {
    line: `notified  ${delivery.outcome || delivery.state}${status}  watch ${delivery.watch_id}`,
    children: [
      { line: `trigger  ${delivery.trigger_id}` },
      {
        line: `claimed  ${delivery.taken_at}  sent ${delivery.sent_at || 'not yet'}  ended ${delivery.ended_at || 'not yet'}`,
      },
      ...(delivery.error === '' ? [] : [{ line: `error    ${delivery.error}` }]),
    ],
  };
}

function headline(decision: Decision__Output): string {
  if (isGateDecision(decision)) {
    return decision.outcome;
  }
  const level = decision.level === '' ? 'no level reached' : decision.level;
  return `${decision.outcome}, ${level} (required: ${decision.required || 'none'})`;
}

/**
 * Returns whether a decision is that of the gate itself, and not of the quote or the risk report. The gate's own
 * decision asks no source and has no level.
 */
function isGateDecision({ type }: Decision__Output): boolean {
  return type === gateType;
}

function decisionNodes(decision: Decision__Output): TreeNode[] {
  const { resolution } = decision;
  const questionText =
    decision.type === ''
      ? 'a question that no type matched'
      : [decision.type, decision.params_json].filter((part) => part !== '').join(' ');
  return [
    { line: `asked     ${questionText}` },
    {
      line: `decided   ${moment(decision.decided_at_ms)}, after ${decision.latency_ms} ms${
        decision.account_id === '' ? '' : `, for account ${decision.account_id}`
      }`,
    },
    ...(resolution === null
      ? []
      : [
          ...(resolution.words_withheld
            ? [{ line: 'words     not stored, as the account wishes' }]
            : resolution.query === ''
              ? []
              : [{ line: `words     ${resolution.query}` }]),
          {
            line: `resolved  by ${resolution.model}, confidence ${resolution.confidence.toFixed(2)}${
              resolution.fallback_reason === '' ? '' : `, because ${resolution.fallback_reason}`
            }`,
          },
        ]),
    ...(decision.source === '' ? [] : [answerNode(decision)]),
    { line: `why       ${decision.reason || 'no recorded reason'}` },
    ...(isGateDecision(decision) ? [{ line: `judged    ${decision.data_json}` }] : [sourcesNode(decision)]),
    ...(decision.independence.length === 0
      ? []
      : [{ line: 'independence at that time', children: decision.independence.map(pairNode) }]),
  ];
}

function sourcesNode(decision: Decision__Output): TreeNode {
  return {
    line: `sources   ${decision.attempts.length} asked, cost ${credits(decision.total_cost_micros)} in all`,
    children: decision.attempts.map((attempt) => attemptNode(attempt, decision.outcome)),
  };
}

function pairNode(pair: PairVerdict__Output): TreeNode {
  const since = pair.since_ms === '0' ? 'no verdict yet' : `since ${moment(pair.since_ms)}`;
  const where = pair.measured_on === '' ? 'not measured on this asset' : `measured on ${pair.measured_on}`;
  const share = pair.max_share_parts === 0 ? '' : `${shareText(pair.max_share_parts)}, `;
  return {
    line: `${pair.one} and ${pair.other}  ${pair.verdict}  ${share}${where}, ${pair.nats.toFixed(1)} nats, ${pair.observations} informative observations, ${since}`,
    ...(pair.reason === '' ? {} : { children: [{ line: pair.reason }] }),
  };
}

function answerNode(decision: Decision__Output): TreeNode {
  const cost = credits(decision.source_cost_micros);
  const answer = decision.data_json === '' ? 'not delivered, best' : decision.data_json;
  return { line: `answer    ${answer} from ${decision.source} (${decision.origin}), cost ${cost}` };
}

function updateLine({ path, id, received_at_ms: receivedAtMs }: NonNullable<Attempt__Output['update']>): string {
  return `${path} stream${id === '' ? '' : `, trade ${id}`}, received ${moment(receivedAtMs)}`;
}

function attemptNode(attempt: Attempt__Output, outcome: string): TreeNode {
  const status = attempt.http_status === 0 ? '' : ` (HTTP ${attempt.http_status})`;
  const head = `${attempt.provider}  ${attempt.role}  ${attempt.outcome}${status}  ${latency(attempt)}  cost ${credits(
    attempt.cost_micros,
  )}${attempt.coalesced ? '  shared with other calls in flight' : ''}`;
  return {
    line: head,
    children: [
      { line: `clocks  ${clocks(attempt)}` },
      ...(attempt.update ? [{ line: `update  ${updateLine(attempt.update)}` }] : []),
      ...(attempt.data_json === '' ? [] : [{ line: `said    ${attempt.data_json}` }]),
      ...(attempt.difference_bps ? [{ line: differenceText(Number(attempt.difference_bps), outcome) }] : []),
      ...(attempt.detail === '' ? [] : [{ line: `detail  ${attempt.detail}` }]),
    ],
  };
}

function latency(attempt: Attempt__Output): string {
  return attempt.received_at_ms === '0' || attempt.asked_at_ms === '0'
    ? 'no answer'
    : `${BigInt(attempt.received_at_ms) - BigInt(attempt.asked_at_ms)} ms`;
}

/**
 * Returns three times of an attempt as text: when the request was sent, when the response arrived, and when the source
 * measured the value.
 */
function clocks(attempt: Attempt__Output): string {
  const age =
    attempt.source_at_ms === '0' || attempt.received_at_ms === '0'
      ? ''
      : ` (${BigInt(attempt.received_at_ms) - BigInt(attempt.source_at_ms)} ms old on arrival)`;
  return `asked ${moment(attempt.asked_at_ms)}  received ${moment(attempt.received_at_ms)}  source ${moment(
    attempt.source_at_ms,
  )}${age}`;
}

function chargeNodes(charges: readonly Charge__Output[]): TreeNode[] {
  if (charges.length === 0) {
    return [{ line: 'nothing: this trace has no hold' }];
  }
  return charges.map((charge) => ({
    line: `${charge.state}  ${credits(charge.captured_micros)} of ${credits(charge.held_micros)} held  ${charge.operation}`,
    children: [
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
