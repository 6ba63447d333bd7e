import { reaches, type DataType, type Level } from '@assay/catalog/define';
import type { AttemptOutcome } from '../sources/observe.ts';
import type { UnkeyedSource } from '../sources/source.ts';
import type { QuestionParams } from '@assay/providers/define';
import type { ReferenceReading } from './reference.ts';
import { conflictReason, levelReason, shortfallReason } from './reasons.ts';
import type { Comparison } from './compare.ts';
import type { AnsweredAttempt, FanOutResult, SourceAttempt } from './fan-out.ts';

/** The result of one call. */
export type CallResult = {
  readonly outcome: 'delivered' | 'refused' | 'no_source' | 'failed';
  /** Delivered: the level reached. Refused: the level reached, below the required one; undefined in a conflict. */
  readonly level?: Level;
  /** The attempt whose datum the call delivers, or would deliver if it were not refused. */
  readonly used?: AnsweredAttempt;
  /** The rule that decided, as a sentence for the caller. */
  readonly reason: string;
  /** Cost of everything that was sent, the used source included. */
  readonly totalCostMicros: bigint;
};

/** Everything that one call asked, and the comparison of the answers. */
export type CallEvidence = {
  readonly fanOut: FanOutResult;
  readonly comparison: Comparison;
  readonly reference?: { readonly id: string; readonly reading: ReferenceReading };
  /** Providers that cover the question and were not asked, because no key of theirs is configured. */
  readonly unkeyed?: readonly UnkeyedSource[];
  /** Why the type's reference has no value for the question. Absent when it has one, or when the type has no reference. */
  readonly uncovered?: string;
};

/** This many sources that do not know an entity outweigh any number of failed ones. */
const enoughUnknown = 2;

/**
 * Decides the result of a call. A conflict without a majority, or a level below the required one, makes a refusal. A failed
 * source might have known the entity. A call without an answer therefore fails when any source failed, unless at least two
 * others do not know the entity.
 */
export function decide(type: DataType, params: QuestionParams, required: Level, evidence: CallEvidence): CallResult {
  const { fanOut, comparison, reference, unkeyed = [] } = evidence;
  const { attempts } = fanOut;
  const sourcesCost = attempts.reduce((sum, { costMicros }) => sum + costMicros, 0n);
  const totalCostMicros = sourcesCost + (reference?.reading.costMicros ?? 0n);
  const { judged, compared } = comparison;
  const used = judged === undefined ? undefined : compared[judged.index];
  if (judged !== undefined && used !== undefined) {
    if (judged.kind === 'conflict') {
      const reason = conflictReason(type, comparison, judged, reference?.reading);
      return { outcome: 'refused', reason, totalCostMicros };
    }
    const reached = { level: judged.level, used, totalCostMicros } as const;
    const shortfall = shortfallReason(type, comparison, judged, reference, evidence.uncovered);
    if (!reaches(judged.level, required)) {
      const reason = `${required} was required and only ${judged.level} was reached: ${shortfall}`;
      return { ...reached, outcome: 'refused', reason };
    }
    const reason =
      judged.level === 'single_source'
        ? `one source answered and nothing independent of it confirmed it: ${shortfall}`
        : levelReason(type, comparison, judged, reference?.reading);
    return { ...reached, outcome: 'delivered', reason };
  }
  const unknown = attempts.filter(({ outcome }) => outcome === 'unknown_entity');
  // A provider without a key might know what nobody was asked about, so its absence makes the type unavailable.
  const isNobodyAsked = attempts.length === 0 && unkeyed.length > 0;
  const allUnknown = unknown.length === attempts.length && !fanOut.outOfTime && !isNobodyAsked;
  if (allUnknown || unknown.length >= enoughUnknown) {
    return { outcome: 'no_source', reason: unknownReason(type, params, unknown, unkeyed), totalCostMicros };
  }
  return { outcome: 'failed', reason: failedReason(type, attempts, unkeyed), totalCostMicros };
}

/** Returns the end of a sentence that names the providers without a key; empty without one. */
function unkeyedClause(unkeyed: readonly UnkeyedSource[]): string {
  const names = unkeyed.map(({ name }) => name).join(', ');
  return unkeyed.length === 0 ? '' : `; not asked, because no key is configured: ${names}`;
}

function unknownReason(
  type: DataType,
  params: QuestionParams,
  unknown: readonly SourceAttempt[],
  unkeyed: readonly UnkeyedSource[],
): string {
  const entity = Object.entries(params)
    .map(([name, value]) => `${name} "${value}"`)
    .join(', ');
  const mismatched = unknown.find(({ detail }) => detail !== '');
  const because =
    mismatched === undefined ? type.notAskedBecause?.(params) : `a source was found, but ${mismatched.detail}`;
  return `no source of ${type.id} knows ${entity}${because === undefined ? '' : `: ${because}`}${unkeyedClause(unkeyed)}`;
}

const outcomeWords: Record<AttemptOutcome, string> = {
  ok: 'answered',
  stale: 'gave an answer that is too old',
  unknown_entity: 'did not know it',
  malformed: 'gave an answer that makes no sense',
  rate_limited: 'refused because of its rate limit',
  exhausted: 'refused because our quota there is used up',
  access_denied: 'refused us or our key',
  key_missing: 'cannot be asked without a key',
  http_error: 'answered with an error',
  timeout: 'did not answer in time',
  unreachable: 'could not be reached',
  over_budget: 'could not be asked within its rate limit',
  circuit_open: 'failed a moment ago and had no second try yet',
  undated: 'did not say when it measured',
};

function failedReason(type: DataType, attempts: readonly SourceAttempt[], unkeyed: readonly UnkeyedSource[]): string {
  const counts = new Map<AttemptOutcome, number>();
  for (const { outcome } of attempts) {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const parts = [...counts].map(([outcome, count]) => `${count} ${outcomeWords[outcome]}`);
  const idle = unkeyed.length > 0 ? 'none could be asked' : 'there was no time left to ask one';
  return `no source of ${type.id} could answer: ${parts.join(', ') || idle}${unkeyedClause(unkeyed)}`;
}

/** Returns the given parameters, completed by the inferred ones that the source returned with its datum. */
export function completedParams(
  type: DataType,
  params: QuestionParams,
  data: Readonly<Record<string, unknown>>,
): QuestionParams {
  const found = type.inferredParams.filter((name) => params[name] === undefined && typeof data[name] === 'string');
  if (found.length === 0) {
    return params;
  }
  const known: Record<string, unknown> = { ...params, ...Object.fromEntries(found.map((name) => [name, data[name]])) };
  const order = Object.keys(type.params.shape);
  return Object.fromEntries(order.filter((name) => name in known).map((name) => [name, String(known[name])]));
}
