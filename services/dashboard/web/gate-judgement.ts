import { levels, type Level } from '@assay/catalog/define';
import { gateType } from '@assay/catalog/outcomes';
import type { RequestView } from '../src/api/routes/request-get/route.ts';

/** A reason or a caveat of a gate. */
export type GateMessage = { readonly code: string; readonly message: string };

/** The parts of a gate's decision that the page shows in addition to the verdict. */
export type GateJudgement = {
  /** The mint that the swap would pay out; null when none could be derived. */
  readonly checkedMint: string | null;
  readonly reasons: readonly GateMessage[];
  readonly caveats: readonly GateMessage[];
};

/**
 * Returns the judgement in a gate's decision. When the decision has no judgement, or one in an unknown form, the result
 * has no reasons and no caveats.
 *
 * @param json the data of the decision.
 */
export function judgementOf(json: string): GateJudgement {
  const { checkedMint, reasons, caveats } = jsonFields(json);
  return {
    checkedMint: typeof checkedMint === 'string' ? checkedMint : null,
    reasons: messagesOf(reasons),
    caveats: messagesOf(caveats),
  };
}

/**
 * Whether a measured value is within its limit in the policy. `not judged` when the policy has no such limit, or when
 * the value was not measured.
 */
export type LimitState = 'within' | 'over' | 'not judged';

/** One limit of a gate's policy with the value that was judged by it. */
export type JudgedLimit = {
  readonly name: string;
  /** The caller's limit as text. */
  readonly limit: string;
  /** The value that the quote or the risk report measured, as text. */
  readonly measured: string;
  readonly state: LimitState;
};

type GateParts = Pick<RequestView, 'decisions'>;

/**
 * Returns the limits by which a gate judged the trade, in the order of the policy. When the policy lacks a limit, its
 * row says so, because an absent limit is the reason for a caveat.
 *
 * @param request the gate's request. Its last decision has the policy. The decisions before it are those of the quote
 * and of the risk report.
 */
export function judgedLimits({ decisions }: GateParts): readonly JudgedLimit[] {
  const policy = (jsonFields(decisions.at(-1)?.params ?? '')['policy'] ?? {}) as Readonly<Record<string, unknown>>;
  const part = (type: string): Readonly<Record<string, unknown>> =>
    jsonFields(decisions.slice(0, -1).find((each) => each.type === type)?.data ?? '');
  const reached = decisions.slice(0, -1).map(({ level }) => level);
  return [
    numberLimit('Price impact', policy['maxPriceImpactBps'], part('chain.swap_quote')['priceImpactBps'], 'bps'),
    numberLimit('Risk of the token', policy['maxRiskScore'], part('chain.token_risk')['overallRisk'], 'of 100'),
    levelLimit(policy['minLevel'], reached),
  ];
}

function numberLimit(name: string, limit: unknown, measured: unknown, unit: string): JudgedLimit {
  const value = typeof measured === 'number' || typeof measured === 'string' ? Number(measured) : Number.NaN;
  const isJudged = typeof limit === 'number' && Number.isFinite(value);
  return {
    name,
    limit: typeof limit === 'number' ? `at most ${limit} ${unit}` : 'no limit',
    measured: Number.isFinite(value) ? `${value} ${unit}` : 'not measured',
    state: isJudged ? (value <= limit ? 'within' : 'over') : 'not judged',
  };
}

function levelLimit(limit: unknown, reached: readonly string[]): JudgedLimit {
  const ranks = reached.map((level) => levels.indexOf(level as Level));
  const lowest = ranks.length === 0 ? undefined : levels[Math.min(...ranks)];
  const required = levels.indexOf(limit as Level);
  return {
    name: 'Level of both parts',
    limit: required === -1 ? 'no limit' : `at least ${String(limit).replaceAll('_', ' ')}`,
    measured: lowest === undefined ? 'not reached' : lowest.replaceAll('_', ' '),
    state:
      required === -1
        ? 'not judged'
        : Math.min(...ranks, levels.length) >= required && reached.length > 0
          ? 'within'
          : 'over',
  };
}

function jsonFields(json: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(json || '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

function messagesOf(given: unknown): readonly GateMessage[] {
  return Array.isArray(given) ? (given as readonly GateMessage[]) : [];
}

/** Returns a sentence that says for which parts of a gate call the account paid. Undefined for any other request. */
export function chargeSentence({ decisions }: Pick<RequestView, 'decisions'>): string | undefined {
  if (decisions.at(-1)?.type !== gateType) {
    return undefined;
  }
  const parts = decisions.slice(0, -1);
  const paid = parts.filter(({ outcome }) => outcome === 'delivered').map(({ type }) => type);
  const free = parts.filter(({ outcome }) => outcome !== 'delivered').map(({ type }) => type);
  const charged =
    paid.length === 0 ? 'No part was delivered, so nothing is charged' : `Charged for ${paid.join(' and ')}`;
  return free.length === 0 || paid.length === 0 ? `${charged}.` : `${charged}; ${free.join(' and ')} is free.`;
}
