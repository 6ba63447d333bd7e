import type { DataType, Level } from '@assay/catalog/define';
import type { Attempt as AttemptMessage } from '@assay/rpc/gen/assay/events/v1/Attempt';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { MessageFields } from '@assay/rpc/message-fields';
import type { QuestionParams } from '@assay/providers/define';
import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import type { AnswerOutcome, AttemptOutcome, AttemptRole } from '@assay/catalog/outcomes';
import type { SourceObservation } from '../sources/observe.ts';

/**
 * The answer of a provider, a reference or a node to one call. The call judges it, and the decision stores it. If calls
 * share a request, each has its own attempt with its own times. A field that is only stored in decisions is declared
 * only in the protobuf message.
 */
export type Attempt = JudgedAttempt & Omit<MessageFields<AttemptMessage>, keyof JudgedAttempt>;

/** The fields of an attempt that the engine needs to judge the attempt. */
type JudgedAttempt = Omit<SourceObservation, 'outcome'> & {
  readonly outcome: AttemptOutcome;
  /** The name that decisions and callers see. */
  readonly provider: string;
  /** The name of the attempt's span in the trace. */
  readonly span: string;
  /**
   * The role of the attempt in the call. `peer`: sent in parallel with the source, to compare the answers. `hedge`:
   * sent because an earlier request took longer than its hedge delay.
   */
  readonly role: AttemptRole;
  readonly askedAtMs: number;
  /** The cost in micro-credits. Zero when no request was sent. */
  readonly costMicros: bigint;
  readonly coalesced: boolean;
};

/**
 * The answer to one question. The engine makes the response, the stored decision and the spans from it. A field that is
 * only stored in decisions is declared only in the protobuf message.
 */
export type EngineAnswer = JudgedAnswer & Omit<MessageFields<Decision>, keyof JudgedAnswer | DecidedFields>;

/** Fields of a decision that an answer lacks. The answer contains them in another form, or they come from the call. */
type DecidedFields =
  | 'traceId'
  | 'decidedAtMs'
  | 'accountId'
  | 'paramsJson'
  | 'required'
  | 'source'
  | 'origin'
  | 'dataJson'
  | 'sourceCostMicros'
  | 'latencyMs'
  | 'independence'
  | 'resolution'
  | 'traceparent'
  | 'attemptRank';

/** The fields of an answer that the engine works with. */
type JudgedAnswer = {
  readonly type: DataType;
  /** The parameters of the question, and the parameters that the source's datum added. */
  readonly params: QuestionParams;
  readonly outcome: AnswerOutcome;
  /**
   * The level that a delivered answer reached. A refused answer also has the level that it reached, which is below the
   * required one. Undefined for a conflict.
   */
  readonly level?: Level;
  /** The rule that led to the outcome, as a sentence for the caller. */
  readonly reason: string;
  /** A code for the reason why the chain's accounts give no datum. */
  readonly problemCode?: string;
  /** The attempt whose datum the answer delivers, or would deliver if the answer were not a refusal. */
  readonly used?: Pick<Attempt, 'provider' | 'dataJson' | 'costMicros'>;
  /** The cost of all requests that the call sent, in micro-credits. */
  readonly totalCostMicros: bigint;
  /** The attempts in the order in which they started. An attempt at a reference comes last. */
  readonly attempts: readonly Attempt[];
  /** The pairs on whose verdicts the answer depends. They name sources in the same way as the attempts. */
  readonly pairs: readonly MeasuredPair[];
};
