import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import { subjects } from '@assay/rpc/subjects';

/**
 * Returns a recorded decision. An engine of 0.1 sends it as JSON only, which has the fields of the message. Remove the JSON
 * after 0.2. Throws for a decision that is absent or in another shape.
 */
export function recordedDecision(recorded: {
  readonly decision: Decision__Output | null;
  readonly decision_json: string;
}): Decision__Output {
  if (recorded.decision !== null) {
    return recorded.decision;
  }
  const { encode, decode } = subjects.decisionRecorded;
  const [decision] = decode(encode({ decisions: [JSON.parse(recorded.decision_json)] })).decisions;
  if (decision === undefined) {
    throw new Error('the engine answered without the decision');
  }
  return decision;
}
