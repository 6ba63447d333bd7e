import { reaches, type DataType, type Level } from '@assay/catalog/define';
import { attemptOutcomes } from '@assay/catalog/outcomes';
import { failure, type SourceOutcome } from '../sources/observe.ts';
import type { UnkeyedSource } from '../sources/source.ts';
import type { QuestionParams } from '@assay/providers/define';
import type { ReferenceReading } from './reference.ts';
import { conflictReason, levelReason, shortfallReason } from './reasons.ts';
import type { Comparison } from './compare.ts';
import type { FanOutResult, SourceAttempt } from './fan-out.ts';
import type { EngineAnswer, Attempt } from './answer.ts';

/** The question of a call, in the form that the decision needs. */
export type CallQuestion = {
  readonly type: DataType;
  readonly params: QuestionParams;
  readonly required: Level;
};

/** The result of asking the sources in a call: all requests, and the comparison of the answers. */
export type CallEvidence = {
  readonly fanOut: FanOutResult;
  readonly comparison: Comparison;
  readonly reference?: { readonly id: string; readonly reading: ReferenceReading };
  /** Providers that cover the question but were not asked, because they have no key. */
  readonly unkeyed?: readonly UnkeyedSource[];
  /**
   * The reason why the type's reference has no value for the question. Absent when the reference has a value, or when
   * the type has no reference.
   */
  readonly uncovered?: string;
};

/**
 * If this many sources answer that they do not know the entity, the call reports it as unknown, even if other sources
 * failed.
 */
const enoughUnknown = 2;

/**
 * Decides the answer to a question. A conflict without a majority, or a level below the required one, leads to a
 * refusal. If no source has an answer, a source that failed might still know the entity. So the call then fails if any
 * source failed, unless at least two others do not know the entity.
 * @param atMs the time of the decision, in milliseconds since the Unix epoch.
 */
export function decide(question: CallQuestion, evidence: CallEvidence, atMs: number): EngineAnswer {
  const { type, params } = question;
  const { judged, compared } = evidence.comparison;
  const used = judged === undefined ? undefined : compared[judged.index];
  const common = { type, ...costAndEvidence(type, evidence, used, atMs) };
  if (judged === undefined || used === undefined) {
    return { ...common, params, ...undelivered(type, params, evidence) };
  }
  const { comparison, reference } = evidence;
  if (judged.kind === 'conflict') {
    const reason = conflictReason(type, comparison, judged, reference?.reading);
    return { ...common, params, outcome: 'refused', reason };
  }
  const reached = {
    ...common,
    params: completedParams(type, params, used.data ?? {}),
    level: judged.level,
    used,
  } as const;
  const shortfall = shortfallReason(type, comparison, judged, reference, evidence.uncovered);
  if (!reaches(judged.level, question.required)) {
    const reason = `${question.required} was required and only ${judged.level} was reached: ${shortfall}`;
    return { ...reached, outcome: 'refused', reason };
  }
  const reason =
    judged.level === 'single_source'
      ? `one source answered and nothing independent of it confirmed it: ${shortfall}`
      : levelReason(type, comparison, judged, reference?.reading);
  return { ...reached, outcome: 'delivered', reason };
}

/** Returns the facts that every answer states: which sources were asked, and the cost. */
function costAndEvidence(
  type: DataType,
  { fanOut, comparison, reference, unkeyed = [] }: CallEvidence,
  used: SourceAttempt | undefined,
  atMs: number,
): Pick<EngineAnswer, 'totalCostMicros' | 'attempts' | 'pairs'> {
  const field = type.agreement?.field;
  const valueOf = ({ data }: SourceAttempt): unknown => (field === undefined ? undefined : data?.[field]);
  const attempts = fanOut.attempts.map((attempt): Attempt => {
    const role = roleOf(attempt, attempt === used);
    return used === undefined || attempt === used || !comparison.compared.includes(attempt)
      ? { ...attempt, role }
      : { ...attempt, role, differenceBps: differenceInBps(valueOf(attempt), valueOf(used)) };
  });
  attempts.push(...unkeyed.map((source) => unkeyedAttempt(source, atMs)));
  if (reference !== undefined) {
    const { reading } = reference;
    const differenceBps = differenceInBps(reading.estimate?.value, used && valueOf(used));
    attempts.push({ ...referenceAttempt(reading), differenceBps });
  }
  const nameOf = (id: string): string =>
    reference?.id === id
      ? reference.reading.provider
      : (comparison.compared.find(({ source }) => source.provider.id === id)?.provider ?? id);
  return {
    totalCostMicros: attempts.reduce((sum, { costMicros }) => sum + costMicros, 0n),
    attempts,
    pairs: comparison.pairs.map((pair) => ({ ...pair, a: nameOf(pair.a), b: nameOf(pair.b) })),
  };
}

/** Returns the role of an attempt in the decision. Only the attempt whose datum is used has the role `source`. */
function roleOf(attempt: SourceAttempt, isUsed: boolean): Attempt['role'] {
  return isUsed ? 'source' : attempt.role === 'source' && attempt.outcome === 'ok' ? 'peer' : attempt.role;
}

/**
 * Returns the difference of two numbers as text, in basis points of the smaller number, with two decimals. Returns
 * undefined unless both numbers are above zero. Floating point is exact enough, because the text is only for people.
 * Levels are computed from exact numbers.
 */
function differenceInBps(a: unknown, b: unknown): string | undefined {
  const smaller = Math.min(Number(a), Number(b));
  return smaller > 0 ? String(Math.round((Math.abs(Number(a) - Number(b)) / smaller) * 1_000_000) / 100) : undefined;
}

/** Returns the attempt at a provider that was not asked because it has no key. */
function unkeyedAttempt({ name, provider }: UnkeyedSource, askedAtMs: number): Attempt {
  return {
    ...failure('key_missing', 'it answers only with a key, and none is configured', 0, 0),
    provider: name,
    span: `ask ${provider.id}`,
    role: 'peer',
    askedAtMs,
    costMicros: 0n,
    coalesced: false,
  };
}

/** Returns the attempt that a decision stores for a reading of a reference. */
export function referenceAttempt(reading: ReferenceReading): Attempt {
  return { ...reading, span: `read ${reading.provider}`, role: 'reference', coalesced: reading.coalesced === true };
}

/** Returns the outcome of a call that got no answer from any source. */
function undelivered(
  type: DataType,
  params: QuestionParams,
  { fanOut: { attempts, outOfTime }, unkeyed = [] }: CallEvidence,
): Pick<EngineAnswer, 'outcome' | 'reason'> {
  const unknown = attempts.filter(({ outcome }) => outcome === 'unknown_entity');
  // A provider without a key might know the entity. So if no other provider was asked, the call fails, instead of
  // reporting an unknown entity.
  const isNobodyAsked = attempts.length === 0 && unkeyed.length > 0;
  const allUnknown = unknown.length === attempts.length && !outOfTime && !isNobodyAsked;
  return allUnknown || unknown.length >= enoughUnknown
    ? { outcome: 'no_source', reason: unknownReason(type, params, unknown, unkeyed) }
    : { outcome: 'failed', reason: failedReason(type, attempts, unkeyed) };
}

/** Returns the end of a sentence that names the providers without a key, or an empty text when there are none. */
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

function failedReason(type: DataType, attempts: readonly SourceAttempt[], unkeyed: readonly UnkeyedSource[]): string {
  const counts = new Map<SourceOutcome, number>();
  for (const { outcome } of attempts) {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const parts = [...counts].map(([outcome, count]) => `${count} ${attemptOutcomes[outcome]}`);
  const idle = unkeyed.length > 0 ? 'none could be asked' : 'there was no time left to ask one';
  return `no source of ${type.id} could answer: ${parts.join(', ') || idle}${unkeyedClause(unkeyed)}`;
}

/** Returns the question's parameters, completed by the parameters that the source's datum added. */
function completedParams(
  type: DataType,
  params: QuestionParams,
  data: Readonly<Record<string, unknown>>,
): QuestionParams {
  const returnedNames = type.inferredParams.filter(
    (name) => params[name] === undefined && typeof data[name] === 'string',
  );
  if (returnedNames.length === 0) {
    return params;
  }
  const known: Record<string, unknown> = {
    ...params,
    ...Object.fromEntries(returnedNames.map((name) => [name, data[name]])),
  };
  const order = Object.keys(type.params.shape);
  return Object.fromEntries(order.filter((name) => name in known).map((name) => [name, String(known[name])]));
}
