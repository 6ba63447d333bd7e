import type { DataType, Level } from '@assay/catalog/define';
import type { Attempt as AttemptMessage } from '@assay/rpc/gen/assay/events/v1/Attempt';
import type { MessageFields } from '@assay/rpc/message-fields';
import type { QuestionParams } from '@assay/providers/define';
import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import type { AnswerOutcome, AttemptOutcome, AttemptRole } from '@assay/catalog/outcomes';
import type { SourceObservation } from '../sources/observe.ts';

/**
 * What a provider, a reference or a node of the chain said, as one call saw it. The call judges it, and the decision stores
 * it. Calls that share a request have an attempt each, with their own times. A field that only the decision stores is declared
 * once, in the message.
 */
export type Attempt = JudgedAttempt & Omit<MessageFields<AttemptMessage>, keyof JudgedAttempt>;

/** The fields of an attempt that the engine judges by. */
type JudgedAttempt = Omit<SourceObservation, 'outcome'> & {
  readonly outcome: AttemptOutcome;
  /** The name that decisions and callers see. */
  readonly provider: string;
  /** The name of its span. */
  readonly span: string;
  /**
   * `peer`: sent alongside the source, to compare the answers. `hedge`: sent because an earlier request took longer than its
   * hedge delay.
   */
  readonly role: AttemptRole;
  readonly askedAtMs: number;
  /** Zero when nothing was sent. */
  readonly costMicros: bigint;
  readonly coalesced: boolean;
};

/** The answer to one question. The response, the stored decision and the spans are made from it. */
export type EngineAnswer = {
  readonly type: DataType;
  /** The parameters used, completed by those that the source returned. */
  readonly params: QuestionParams;
  readonly outcome: AnswerOutcome;
  /** Delivered: the level reached. Refused: the level reached, below the required one; undefined in a conflict. */
  readonly level?: Level;
  /** The rule that decided, as a sentence for the caller. */
  readonly reason: string;
  /** Why the chain's accounts give no datum, as a code. */
  readonly problemCode?: string;
  /** What the answer delivers, or would deliver if it were not refused. */
  readonly used?: Pick<Attempt, 'provider' | 'dataJson' | 'costMicros'>;
  /** Cost of everything that was sent. */
  readonly totalCostMicros: bigint;
  /** In the order of asking. A reference comes last. */
  readonly attempts: readonly Attempt[];
  /** The pairs whose verdicts decided, under the names that the attempts have. */
  readonly pairs: readonly MeasuredPair[];
};
