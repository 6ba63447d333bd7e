import type { TradePolicy } from '@assay/catalog/bodies/trade-policy';
import { Fault } from '@assay/faults/faults';
import type { Policy, Policy__Output } from './gen/assay/gate/v1/Policy.ts';
import { fromProtoMinLevel, toProtoLevel } from './levels.ts';

/** Returns a validated policy as the messages of the gate carry it. An absent limit stays absent. */
export function toProtoPolicy({ maxPriceImpactBps, maxRiskScore, minLevel }: TradePolicy): Policy {
  return {
    max_price_impact_bps: maxPriceImpactBps,
    ...(maxRiskScore === undefined ? {} : { max_risk_score: maxRiskScore }),
    ...(minLevel === undefined ? {} : { min_level: toProtoLevel(minLevel) }),
  };
}

/**
 * Returns the policy of a message. The gateway has validated the policy, so a malformed message is a defect. Throws
 * INTERNAL for a policy on which no verdict may be based: when the required limit is missing, or when a limit is not a
 * finite number of at least 0. Also throws INTERNAL for a level that this version does not know.
 */
export function fromProtoPolicy(message: Policy__Output | null): TradePolicy {
  const maxPriceImpactBps = message?.max_price_impact_bps;
  if (message === null || maxPriceImpactBps === undefined) {
    throw malformed('has no max_price_impact_bps');
  }
  const { max_risk_score: maxRiskScore } = message;
  if (!isLimit(maxPriceImpactBps) || (maxRiskScore !== undefined && !isLimit(maxRiskScore))) {
    throw malformed('has a limit that is no finite number of at least 0');
  }
  const minLevel = fromProtoMinLevel(message.min_level);
  return {
    maxPriceImpactBps,
    ...(maxRiskScore === undefined ? {} : { maxRiskScore }),
    ...(minLevel === undefined ? {} : { minLevel }),
  };
}

/** Returns whether a number can be a limit. NaN cannot: no value exceeds NaN, so the decision would have no limit. */
function isLimit(value: number): boolean {
  return value >= 0 && value < Number.POSITIVE_INFINITY;
}

function malformed(how: string): Fault {
  return new Fault('INTERNAL', undefined, { cause: new Error(`the policy of a message ${how}`) });
}
