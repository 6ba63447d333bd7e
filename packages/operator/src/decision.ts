import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import { subjects } from '@assay/rpc/subjects';

/**
 * Returns a recorded decision. Engines of version 0.1 send it only as JSON, with the same fields as the message. Remove
 * the support for JSON after version 0.2. Throws when the decision is absent or has another form.
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
