import type { AnswerOutcome, GateVerdict } from '@assay/catalog/outcomes';
import type { Outcome__Output } from './gen/assay/engine/v1/Outcome.ts';
import type { Decision__Output } from './gen/assay/gate/v1/Decision.ts';

const protoOutcomes = {
  delivered: 'OUTCOME_DELIVERED',
  refused: 'OUTCOME_REFUSED',
  no_source: 'OUTCOME_NO_SOURCE',
  failed: 'OUTCOME_FAILED',
} as const satisfies Record<AnswerOutcome, Outcome__Output>;

const protoVerdicts = {
  allow: 'DECISION_ALLOW',
  allow_with_caveat: 'DECISION_ALLOW_WITH_CAVEAT',
  refuse: 'DECISION_REFUSE',
} as const satisfies Record<GateVerdict, Decision__Output>;

const outcomes = wordsByMessage(protoOutcomes);
const verdicts = wordsByMessage(protoVerdicts);

/** Converts an outcome to the form that the engine's messages use. */
export function toProtoOutcome(outcome: AnswerOutcome): Outcome__Output {
  return protoOutcomes[outcome];
}

/** Returns the outcome in a message of the engine; undefined when the message has none. */
export function fromProtoOutcome(outcome: Outcome__Output): AnswerOutcome | undefined {
  return outcomes.get(outcome);
}

/** Converts a gate's verdict to the form that the gate's messages use. */
export function toProtoVerdict(verdict: GateVerdict): Decision__Output {
  return protoVerdicts[verdict];
}

/** Returns the verdict in a message of the gate; undefined when the message has none. */
export function fromProtoVerdict(verdict: Decision__Output): GateVerdict | undefined {
  return verdicts.get(verdict);
}

function wordsByMessage<Word extends string>(messages: Readonly<Record<Word, string>>): ReadonlyMap<string, Word> {
  return new Map(Object.entries<string>(messages).map(([word, message]) => [message, word as Word]));
}
