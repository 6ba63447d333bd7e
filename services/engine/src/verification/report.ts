import type { DataType, Level } from '@assay/catalog/define';
import type { AttemptOutcome } from '../sources/observe.ts';
import type { MeasuredPair } from './measured-pair.ts';
import type { ReferenceReading } from './reference.ts';
import type { Attempt } from './consult.ts';
import type { Verdict } from './decide.ts';
import type { Answered } from './verify.ts';

/** One attempt as the decision keeps it, whatever was asked: a provider, a reference or a node of the chain. */
export type AttemptReport = {
  /** What decisions and callers call the one that was asked. */
  readonly provider: string;
  /** What its span is called. */
  readonly span: string;
  readonly role: 'source' | 'peer' | 'hedge' | 'reference';
  /** `no_datum`: it answered well, and what it answered is that there is no such datum. */
  readonly outcome: AttemptOutcome | 'no_datum';
  readonly askedAtMs: number;
  /** Zero when nothing was received. */
  readonly receivedAtMs: number;
  /** Zero when the answer carried no time of its own. */
  readonly sourceAtMs: number;
  readonly dataJson: string;
  readonly detail: string;
  /** Zero when nothing was sent. */
  readonly costMicros: bigint;
  readonly httpStatus: number;
  readonly coalesced: boolean;
};

/** What became of one question: what callers are told, what the decision keeps and what spans show. */
export type Report = {
  readonly type: DataType;
  /** The parameters used, completed by what was looked up. */
  readonly paramsJson: string;
  readonly outcome: Verdict['outcome'];
  /** Delivered: the level reached. Refused: the level reached, short of the one required; undefined in a conflict. */
  readonly level?: Level;
  /** The rule that decided, as a sentence for the caller. */
  readonly reason: string;
  /** Why the chain's bytes gave no datum, as a code. */
  readonly problemCode?: string;
  /** Whose datum is delivered, or would have been. */
  readonly used?: { readonly source: string; readonly dataJson: string; readonly costMicros: bigint };
  readonly totalCostMicros: bigint;
  /** In the order of asking; what was asked beside all else stands last. */
  readonly attempts: readonly AttemptReport[];
  /** The pairs whose verdicts were looked at, under the names that the attempts have. */
  readonly pairs: readonly MeasuredPair[];
};

/** The report of a question that providers answered. */
export function reportOf(answered: Answered): Report {
  const { type, paramsJson, verdict, consulted } = answered;
  const { used } = verdict;
  const attempts = consulted.consultation.attempts.map((attempt) => attemptReport(attempt, attempt === used));
  return {
    type,
    paramsJson,
    outcome: verdict.outcome,
    ...(verdict.level === undefined ? {} : { level: verdict.level }),
    reason: verdict.reason,
    ...(used === undefined
      ? {}
      : {
          used: {
            source: used.step.source.name,
            dataJson: used.observation.dataJson,
            costMicros: used.costMicros,
          },
        }),
    totalCostMicros: verdict.totalCostMicros,
    attempts:
      consulted.reference === undefined ? attempts : [...attempts, referenceReport(consulted.reference.reading)],
    pairs: consulted.comparison.pairs.map((pair) => namedPair(pair, answered)),
  };
}

/** An attempt to ask a provider. */
export function attemptReport(attempt: Attempt, used: boolean): AttemptReport {
  const { source } = attempt.step;
  return {
    provider: source.name,
    span: `ask ${source.provider.id}`,
    role: used ? 'source' : attempt.role === 'source' && attempt.outcome === 'ok' ? 'peer' : attempt.role,
    outcome: attempt.outcome,
    askedAtMs: attempt.askedAtMs,
    receivedAtMs: attempt.receivedAtMs,
    sourceAtMs: attempt.observation?.sourceAtMs ?? 0,
    dataJson: attempt.observation?.dataJson ?? '',
    detail: attempt.detail,
    costMicros: attempt.costMicros,
    httpStatus: attempt.observation?.httpStatus ?? 0,
    coalesced: attempt.coalesced,
  };
}

/** The reading of a reference. */
export function referenceReport(reading: ReferenceReading): AttemptReport {
  return {
    provider: reading.name,
    span: `read ${reading.name}`,
    role: 'reference',
    outcome: reading.outcome,
    askedAtMs: reading.askedAtMs,
    receivedAtMs: reading.receivedAtMs,
    sourceAtMs: reading.sourceAtMs ?? 0,
    dataJson: reading.dataJson,
    detail: reading.detail,
    costMicros: reading.costMicros,
    httpStatus: reading.httpStatus,
    coalesced: false,
  };
}

function namedPair(pair: MeasuredPair, { consulted }: Answered): MeasuredPair {
  const nameOf = (id: string): string =>
    consulted.reference?.id === id
      ? consulted.reference.reading.name
      : (consulted.comparison.compared.find(({ step }) => step.source.provider.id === id)?.step.source.name ?? id);
  return { ...pair, a: nameOf(pair.a), b: nameOf(pair.b) };
}
