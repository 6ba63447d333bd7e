import { cleanText } from '@assay/faults/clean-text';
import type { Catalog } from '@assay/catalog/catalog';
import { reaches, type DataType, type Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import type { Clock } from '@assay/runtime/clock';
import { attemptTimeoutMs, type AskSource } from '../sources/attempt.ts';
import type { Source, SourcesByType, UnkeyedByType } from '../sources/source.ts';
import type { QuestionParams } from '@assay/providers/define';
import type { References, Reference } from './reference.ts';
import { compare, type PairLookup } from './compare.ts';
import { fanOut, type SourceAttempt, type Lateness } from './fan-out.ts';
import type { EngineAnswer } from './answer.ts';
import { decide, type CallEvidence } from './decide.ts';
import { knownQuestion, type KnownQuestion } from './known-question.ts';
import { planCall, type CallPlan } from './plan.ts';

/** One question, with its parameters in the catalog's normal form. */
export type EngineQuestion = {
  readonly type: string;
  readonly params: QuestionParams;
  readonly required: Level;
};

/** The dependencies of verify. */
export type VerifyPorts = {
  readonly catalog: Catalog;
  readonly sources: SourcesByType;
  /** Providers that the engine does not ask because they have no key, by type. When absent, there are none. */
  readonly unkeyed?: UnkeyedByType;
  /**
   * Returns the maximum number of requests of one call of a type. The catalog uses the same number to compute the price
   * of a call.
   */
  readonly maxAttempts: (type: string) => number;
  readonly ask: AskSource;
  readonly references: References;
  /** Returns the verdict on two providers for questions about the market of a key. */
  readonly pair: (key: string, a: string, b: string) => ReturnType<PairLookup>;
  /** Returns whether a provider contradicted the majority on the market of a key and has not agreed with it since. */
  readonly isOutlier: (key: string, provider: string) => boolean;
  /** Receives the key of every question that a source answered. */
  readonly onQuestion: (key: string) => void;
  /** Returns whether recent values of other sources support an answer that nothing has confirmed. See KnownValues. */
  readonly isPlausible: (type: DataType, answer: SourceAttempt) => boolean;
  readonly clock: Clock;
};

/**
 * `maxFanOutMs` is the maximum time that a call waits for sources. `recordReserveMs` is the part of its deadline that
 * is reserved for recording the decision. Both are in milliseconds.
 */
const maxFanOutMs = 7_500;
const recordReserveMs = 1_400;
/** Number of additional peers that a call asks when its first peers contradict each other without a majority. */
const extraPeers = 2;

/**
 * Answers one question from the sources of its type.
 * Throws TYPE_NOT_FOUND for a type without sources, and INVALID_PARAM for parameters that readParams refuses.
 */
export async function verify(
  question: EngineQuestion,
  context: CallContext,
  ports: VerifyPorts,
): Promise<EngineAnswer> {
  const type = ports.catalog.get(question.type);
  const sources = ports.sources.get(question.type);
  if (type === undefined || sources === undefined) {
    throw new Fault(
      'TYPE_NOT_FOUND',
      `no source serves ${cleanText(question.type, 64)}; GET /v1/types lists the types`,
    );
  }
  const known = knownQuestion(question.params, type, sources);
  const { params } = known;
  const deadlineAtMs = callDeadlineMs(context, ports.clock);
  const evidence = await collectEvidence({ type, known, params, question, deadlineAtMs }, ports);
  return decide({ type, params, required: question.required }, evidence, ports.clock.now());
}

/** Returns the time at which a call stops waiting for its sources, in milliseconds on the monotonic clock. */
export function callDeadlineMs(context: CallContext, clock: Pick<Clock, 'monotonic'>): number {
  return Math.min(clock.monotonic() + maxFanOutMs, context.deadlineAtMs - recordReserveMs);
}

type Call = {
  readonly type: DataType;
  readonly known: KnownQuestion;
  readonly params: QuestionParams;
  readonly question: EngineQuestion;
  readonly deadlineAtMs: number;
};

/** Asks the source, its peers and the reference concurrently, and compares their answers. */
async function collectEvidence(call: Call, ports: VerifyPorts): Promise<CallEvidence> {
  const { type, params, question, deadlineAtMs } = call;
  const { clock, ask } = ports;
  const { key } = call.known;
  const pair: PairLookup = (a, b) => ports.pair(key, a, b);
  const plan = planFor(call, ports);
  const reference = coveringReference(call, ports);
  const order = new Map(plan.sources.map((source, index) => [source, index]));
  const inPlanOrder = (answered: readonly SourceAttempt[]): SourceAttempt[] =>
    answered.toSorted((a, b) => (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0));
  const wanted = (answered: readonly SourceAttempt[], lateness: Lateness): number => {
    if (answered.length < plan.wanted && lateness === 'early') {
      return plan.wanted;
    }
    const { judged } = compare(type, inPlanOrder(answered), undefined, pair);
    if (
      judged?.kind === 'level' &&
      reaches(judged.level, question.required) &&
      (lateness === 'too_late' || (lateness === 'late' && isPlausible(judged.level, answered)))
    ) {
      return answered.length;
    }
    // More peers can resolve a conflict only if they are measured to be independent. If the plan has several peers,
    // they are.
    return judged?.kind === 'conflict' && plan.wanted > 2 ? plan.wanted + extraPeers : plan.wanted;
  };
  // If no known value supports a fast answer, the call waits for the slower peers that are still in flight.
  const isPlausible = (level: Level, answered: readonly SourceAttempt[]): boolean =>
    level !== 'single_source' || answered.some((answer) => ports.isPlausible(type, answer));
  const limits = { maxAttempts: ports.maxAttempts(type.id), attemptTimeoutMs, deadlineAtMs, wanted };
  const [result, reading] = await Promise.all([
    fanOut(plan.sources, (source) => ask(source, params, call.known.paramsKey), limits, clock),
    reference?.read(params, deadlineAtMs),
  ]);
  const read = reference === undefined || reading === undefined ? undefined : { id: reference.id, reading };
  const comparison = compare(type, inPlanOrder(result.answered), read, pair);
  if (comparison.judged !== undefined && type.agreement !== undefined) {
    ports.onQuestion(key);
  }
  const unkeyed = (ports.unkeyed?.get(type.id) ?? []).filter(({ adapter }) => adapter.request(params) !== undefined);
  const uncovered = reference === undefined ? ports.references.get(type.id)?.whyUncovered?.(params) : undefined;
  return {
    fanOut: result,
    comparison,
    unkeyed,
    ...(read === undefined ? {} : { reference: read }),
    ...(uncovered === undefined ? {} : { uncovered }),
  };
}

/** Returns the type's reference if it covers the question and there is time to read it. */
function coveringReference(
  { type, params, deadlineAtMs }: Call,
  { references, clock }: VerifyPorts,
): Reference | undefined {
  const reference = references.get(type.id);
  return reference?.covers(params) === true && clock.monotonic() < deadlineAtMs ? reference : undefined;
}

function planFor({ type, known }: Call, ports: VerifyPorts): CallPlan {
  const { key } = known;
  const relation = (a: Source, b: Source) => ports.pair(key, a.provider.id, b.provider.id).verdict;
  const isOutlier = ({ provider }: Source): boolean => ports.isOutlier(key, provider.id);
  const plan = planCall(known.sources, { relation, isOutlier });
  return type.agreement === undefined ? { ...plan, wanted: 1 } : plan;
}
