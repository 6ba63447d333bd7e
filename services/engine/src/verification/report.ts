import type { DataType, Level } from '@assay/catalog/define';
import type { AttemptOutcome, UsedUpdate } from '../sources/observe.ts';
import type { UnkeyedSource } from '../sources/source.ts';
import type { CallResult } from './decide.ts';
import type { SourceAttempt } from './fan-out.ts';
import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import type { ReferenceReading } from './reference.ts';
import type { AnsweredCall } from './verify.ts';

/** One attempt as a decision stores it: at a provider, a reference or a node of the chain. */
export type AttemptReport = {
  /** The name that decisions and callers see. */
  readonly provider: string;
  /** The name of its span. */
  readonly span: string;
  readonly role: 'source' | 'peer' | 'hedge' | 'reference';
  /** `no_datum`: it answered well, and its answer is that no such datum exists. */
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
  /** The update of a stream that answered. Absent when a request was sent. */
  readonly update?: UsedUpdate;
};

/** The answer to one question, from which the response, the stored decision and the spans are made. */
export type AnswerReport = {
  readonly type: DataType;
  /** The parameters used, completed by those that the source returned. */
  readonly paramsJson: string;
  readonly outcome: CallResult['outcome'];
  /** Delivered: the level reached. Refused: the level reached, below the required one; undefined in a conflict. */
  readonly level?: Level;
  /** The rule that decided, as a sentence for the caller. */
  readonly reason: string;
  /** Why the chain's accounts give no datum, as a code. */
  readonly problemCode?: string;
  /** The source whose datum is delivered, or would be delivered if the answer were not refused. */
  readonly used?: { readonly source: string; readonly dataJson: string; readonly costMicros: bigint };
  readonly totalCostMicros: bigint;
  /** In the order of asking. A reference comes last. */
  readonly attempts: readonly AttemptReport[];
  /** The pairs whose verdicts decided, under the names that the attempts have. */
  readonly pairs: readonly MeasuredPair[];
};

/**
 * Returns the report of a call that providers answered.
 * @param atMs the time of the report, in milliseconds since the Unix epoch.
 */
export function reportOf(answered: AnsweredCall, atMs: number): AnswerReport {
  const { type, paramsJson, result, evidence } = answered;
  const { used } = result;
  const attempts = [
    ...evidence.fanOut.attempts.map((attempt) => attemptReport(attempt, attempt === used)),
    ...(evidence.unkeyed ?? []).map((source) => unkeyedReport(source, atMs)),
  ];
  return {
    type,
    paramsJson,
    outcome: result.outcome,
    ...(result.level === undefined ? {} : { level: result.level }),
    reason: result.reason,
    ...(used === undefined
      ? {}
      : {
          used: {
            source: used.source.name,
            dataJson: used.observation.dataJson,
            costMicros: used.costMicros,
          },
        }),
    totalCostMicros: result.totalCostMicros,
    attempts: evidence.reference === undefined ? attempts : [...attempts, referenceReport(evidence.reference.reading)],
    pairs: evidence.comparison.pairs.map((pair) => namedPair(pair, answered)),
  };
}

/** Returns the report of an attempt at a provider. */
export function attemptReport(attempt: SourceAttempt, used: boolean): AttemptReport {
  const { source } = attempt;
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
    ...(attempt.observation?.update === undefined ? {} : { update: attempt.observation.update }),
  };
}

/** Returns the report of a provider that was not asked, because no key of it is configured. */
function unkeyedReport({ name, provider }: UnkeyedSource, atMs: number): AttemptReport {
  return {
    provider: name,
    span: `ask ${provider.id}`,
    role: 'peer',
    outcome: 'key_missing',
    askedAtMs: atMs,
    receivedAtMs: 0,
    sourceAtMs: 0,
    dataJson: '',
    detail: 'it answers only with a key, and none is configured',
    costMicros: 0n,
    httpStatus: 0,
    coalesced: false,
  };
}

/** Returns the report of a reference's reading. */
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
    coalesced: reading.coalesced === true,
  };
}

/** Replaces the ids in a pair by the names that callers see. */
function namedPair(pair: MeasuredPair, { evidence }: AnsweredCall): MeasuredPair {
  const nameOf = (id: string): string =>
    evidence.reference?.id === id
      ? evidence.reference.reading.name
      : (evidence.comparison.compared.find(({ source }) => source.provider.id === id)?.source.name ?? id);
  return { ...pair, a: nameOf(pair.a), b: nameOf(pair.b) };
}
