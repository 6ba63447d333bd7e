import type { DataType, Level } from '@assay/catalog/define';
import type { Attempt as AttemptMessage } from '@assay/rpc/gen/assay/events/v1/Attempt';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { MessageFields } from '@assay/rpc/message-fields';
import type { QuestionParams } from '@assay/providers/define';
import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import type { AnswerOutcome, AttemptOutcome, AttemptRole } from '@assay/catalog/outcomes';
import type { SourceObservation } from '../sources/observe.ts';

/**
 * The answer of a provider, a reference or a node to one call. The call judges it, and the decision stores it. Calls that
 * share a request have separate attempts with their own times. A field that only the decision stores is declared once, in
 * the message.
 */
export type Attempt = JudgedAttempt & Omit<MessageFields<AttemptMessage>, keyof JudgedAttempt>;

/** The fields of an attempt that the engine needs to judge it. */
type JudgedAttempt = Omit<SourceObservation, 'outcome'> & {
  readonly outcome: AttemptOutcome;
  /** The name that decisions and callers see. */
  readonly provider: string;
  /** The name of its span. */
  readonly span: string;
  /**
   * `peer`: sent in parallel with the source, to compare the answers. `hedge`: sent because an earlier request took
   * longer than its hedge delay.
   */
  readonly role: AttemptRole;
  readonly askedAtMs: number;
  /** Zero when no request was sent. */
  readonly costMicros: bigint;
  readonly coalesced: boolean;
};

/**
 * The answer to one question. The response, the stored decision and the spans are all made from it. A field that only the
 * decision stores is declared once, in the message.
 */
export type EngineAnswer = JudgedAnswer & Omit<MessageFields<Decision>, keyof JudgedAnswer | DecidedFields>;

/** Fields of a decision that the answer has in another form, or that come from the call. */
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
  /** The parameters of the question, with those added that the source returned. */
  readonly params: QuestionParams;
  readonly outcome: AnswerOutcome;
  /**
   * Delivered: the level reached. Refused: the level reached, which is below the required one, or undefined in a
   * conflict.
   */
  readonly level?: Level;
  /** The rule that led to the outcome, as a sentence for the caller. */
  readonly reason: string;
  /** The reason why the chain's accounts give no datum, as a code. */
  readonly problemCode?: string;
  /** The attempt whose datum the answer delivers, or would deliver if the answer were not a refusal. */
  readonly used?: Pick<Attempt, 'provider' | 'dataJson' | 'costMicros'>;
  /** Cost of all requests that the call sent, in micro-credits. */
  readonly totalCostMicros: bigint;
  /** The attempts in the order of asking. A reference comes last. */
  readonly attempts: readonly Attempt[];
  /** The pairs whose verdicts were used, with the names that the attempts have. */
  readonly pairs: readonly MeasuredPair[];
};
