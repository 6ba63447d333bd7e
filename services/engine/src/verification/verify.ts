import type { Catalog } from '@assay/catalog/catalog';
import type { DataType, Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import { attemptTimeoutMs, type Ask } from '../attempts/attempt.ts';
import type { Sources } from '../attempts/source.ts';
import type { Params } from '../providers/define.ts';
import { consult, type Clock, type Consultation } from './consult.ts';
import { completedParams, decide, type Verdict } from './decide.ts';
import { planSources } from './plan.ts';

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
  readonly consultation: Consultation;
};

/** What answering needs. */
export type AnswerPorts = {
  readonly catalog: Catalog;
  readonly sources: Sources;
  /** Requests that one call of a type may send; the catalog's price of a call rests on the same figure. */
  readonly maxAttempts: (type: string) => number;
  readonly ask: Ask;
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
  const { now } = ports.clock;
  const consultation = await consult(
    planSources(sources),
    ({ source }) => ports.ask(source, params, question.paramsJson),
    {
      maxAttempts: ports.maxAttempts(type.id),
      attemptTimeoutMs,
      deadlineAtMs: Math.min(now() + maxConsultMs, context.deadlineAtMs - recordReserveMs),
    },
    ports.clock,
  );
  const verdict = decide(type, params, question.required, consultation, sources.length);
  const data = verdict.used?.observation.data;
  const completed = data === undefined ? params : completedParams(type, params, data);
  return {
    type,
    paramsJson: completed === params ? question.paramsJson : JSON.stringify(completed),
    verdict,
    consultation,
  };
}

function readParams(json: string, type: DataType): Params {
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
