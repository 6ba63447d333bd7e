import type { Catalog } from '@assay/catalog/catalog';
import { reaches, type DataType, type Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import type { Clock } from '@assay/service/clock';
import { attemptTimeoutMs, type Ask } from '../sources/attempt.ts';
import type { Source, Sources } from '../sources/source.ts';
import type { Params } from '../providers/define.ts';
import type { References, Reference, ReferenceReading } from './reference.ts';
import { compare, type Measured } from './compare.ts';
import { consult, type Consultation, type DeliveredAttempt } from './consult.ts';
import { completedParams, decide, type Consulted, type Verdict } from './decide.ts';
import { planCall, type Plan } from './plan.ts';

/** One question, its parameters in the catalog's normal form. */
export type Question = {
  readonly type: string;
  readonly paramsJson: string;
  readonly required: Level;
};

/** What became of a question, and all that was done for it. */
export type Answered = {
  readonly type: DataType;
  /** The parameters used, completed by what was looked up. */
  readonly paramsJson: string;
  readonly verdict: Verdict;
  readonly consulted: Consulted;
};

/** What answering needs. */
export type AnswerPorts = {
  readonly catalog: Catalog;
  readonly sources: Sources;
  /** Requests that one call of a type may send; the catalog's price of a call rests on the same figure. */
  readonly maxAttempts: (type: string) => number;
  readonly ask: Ask;
  readonly references: References;
  /** What was measured about two providers of a type. */
  readonly measured: (type: string, a: string, b: string) => ReturnType<Measured>;
  /** Whether a source contradicted the majority and has not come back to it yet. */
  readonly strayed: (source: Source) => boolean;
  readonly clock: Clock;
};

/** A call waits so long for sources at most, and leaves so much of its time to recording the decision. */
const maxConsultMs = 7_500;
const recordReserveMs = 1_400;

/** Answers a question. Throws TYPE_NOT_FOUND for a type without sources, INVALID_PARAM for parameters that are no object of strings. */
export async function verify(question: Question, context: CallContext, ports: AnswerPorts): Promise<Answered> {
  const type = ports.catalog.get(question.type);
  const sources = ports.sources.get(question.type);
  if (type === undefined || sources === undefined) {
    throw new Fault('TYPE_NOT_FOUND', `no source serves ${question.type.slice(0, 64)}; GET /v1/types lists the types`);
  }
  const params = readParams(question.paramsJson, type);
  const { clock } = ports;
  const deadlineAtMs = callDeadlineMs(context, clock);
  const consulted = await consultAll({ type, sources, params, question, deadlineAtMs }, ports);
  const verdict = decide(type, params, question.required, consulted);
  const data = verdict.used?.observation.data;
  const completed = data === undefined ? params : completedParams(type, params, data);
  return {
    type,
    paramsJson: completed === params ? question.paramsJson : JSON.stringify(completed),
    verdict,
    consulted,
  };
}

/** When a call stops waiting for its sources, whatever is still unanswered. */
export function callDeadlineMs(context: CallContext, clock: Pick<Clock, 'now'>): number {
  return Math.min(clock.now() + maxConsultMs, context.deadlineAtMs - recordReserveMs);
}

type Call = {
  readonly type: DataType;
  readonly sources: readonly Source[];
  readonly params: Params;
  readonly question: Question;
  readonly deadlineAtMs: number;
};

/** Asks the source, its peers and the reference side by side, and compares what they said. */
async function consultAll(call: Call, ports: AnswerPorts): Promise<Consulted> {
  const { type, params, question, deadlineAtMs } = call;
  const { clock, ask } = ports;
  const measured: Measured = (a, b) => ports.measured(type.id, a, b);
  const plan = planFor(call, measured, ports);
  const reference = ports.references.get(type.id);
  const covered = reference?.covers(params) === true && clock.now() < deadlineAtMs ? reference : undefined;
  const inOrder = (answered: readonly DeliveredAttempt[]): DeliveredAttempt[] => {
    const places = new Map(plan.steps.map((step, place) => [step, place]));
    return answered.toSorted((a, b) => (places.get(a.step) ?? 0) - (places.get(b.step) ?? 0));
  };
  const [consultation, reading] = await Promise.all([
    consult(
      plan.steps,
      ({ source }) => ask(source, params, question.paramsJson),
      {
        maxAttempts: ports.maxAttempts(type.id),
        attemptTimeoutMs,
        deadlineAtMs,
        wanted: (answered, late) => {
          if (answered.length < plan.wanted && !late) {
            return plan.wanted;
          }
          const { judged } = compare(type, inOrder(answered), undefined, measured);
          if (late && judged?.kind === 'level' && reaches(judged.level, question.required)) {
            return answered.length;
          }
          // A conflict among peers that are measured is worth asking more of them; more of the unknown decide nothing.
          return judged?.kind === 'conflict' && plan.wanted > 2 ? plan.wanted + morePeers : plan.wanted;
        },
      },
      clock,
    ),
    covered?.read(params, deadlineAtMs),
  ]);
  return consultedOf(type, consultation, inOrder(consultation.answered), pairOf(covered, reading), measured);
}

const morePeers = 2;

function planFor({ type, sources, params }: Call, measured: Measured, ports: AnswerPorts): Plan {
  const answerable = (source: Source): boolean => source.answer.request(params, undefined) !== undefined;
  const relation = (a: Source, b: Source) => measured(a.provider.id, b.provider.id).verdict;
  const plan = planCall(sources, { relation, strayed: ports.strayed }, answerable);
  return type.agreement === undefined ? { ...plan, wanted: 1 } : plan;
}

function pairOf(
  reference: Reference | undefined,
  reading: ReferenceReading | undefined,
): { readonly id: string; readonly reading: ReferenceReading } | undefined {
  return reference === undefined || reading === undefined ? undefined : { id: reference.id, reading };
}

function consultedOf(
  type: DataType,
  consultation: Consultation,
  answered: readonly DeliveredAttempt[],
  reference: ReturnType<typeof pairOf>,
  measured: Measured,
): Consulted {
  const comparison = compare(type, answered, reference, measured);
  return reference === undefined ? { consultation, comparison } : { consultation, comparison, reference };
}

/** The parameters of a question. Throws INVALID_PARAM for what is no object of strings that the type has. */
export function readParams(json: string, type: DataType): Params {
  let params: unknown;
  try {
    params = JSON.parse(json);
  } catch {
    throw new Fault('INVALID_PARAM', `the parameters of ${type.id} must be a JSON object`);
  }
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new Fault('INVALID_PARAM', `the parameters of ${type.id} must be a JSON object`);
  }
  for (const [name, value] of Object.entries(params)) {
    if (typeof value !== 'string' || !Object.hasOwn(type.params.shape, name)) {
      throw new Fault('INVALID_PARAM', `${name.slice(0, 64)} is not a parameter of ${type.id} in its normal form`);
    }
  }
  return params as Params;
}
