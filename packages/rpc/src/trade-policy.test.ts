import type { TradePolicy } from '@assay/catalog/bodies/trade-policy';
import { fromJSON, type ServiceDefinition } from '@grpc/proto-loader';
import { expect, test } from '@jest/globals';
import type { Policy__Output } from './gen/assay/gate/v1/Policy.ts';
import { services } from './load.ts';
import { protoOptions } from './proto-options.ts';
import { fromProtoPolicy, toProtoPolicy } from './trade-policy.ts';

type Judge = {
  readonly requestSerialize: (request: object) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => object;
};

/**
 * The messages of version 0.1. There, `max_price_impact_bps` has no field presence, so an absent limit is read as 0.
 */
const earlier = fromJSON(
  {
    nested: {
      Gate: { methods: { Judge: { requestType: 'Request', responseType: 'Request', comment: '' } } },
      Request: { fields: { policy: { type: 'Policy', id: 2 } } },
      Policy: {
        oneofs: { _max_risk_score: { oneof: ['max_risk_score'] } },
        fields: {
          max_price_impact_bps: { type: 'double', id: 1 },
          max_risk_score: { type: 'double', id: 2, options: { proto3_optional: true } },
          min_level: { type: 'Level', id: 3 },
        },
      },
      Level: {
        values: { LEVEL_UNSPECIFIED: 0, LEVEL_SINGLE_SOURCE: 1, LEVEL_CONSENSUS: 2, LEVEL_ANCHORED: 3 },
      },
    },
  },
  protoOptions,
)['Gate'] as ServiceDefinition;
const earlierJudge = earlier['Judge'] as unknown as Judge;
const presentJudge = services.gate.Judge as Judge;

const policies: readonly TradePolicy[] = [
  { maxPriceImpactBps: 0 },
  { maxPriceImpactBps: 0.5, maxRiskScore: 0 },
  { maxPriceImpactBps: 100, minLevel: 'single_source' },
  { maxPriceImpactBps: 1e300, maxRiskScore: 40.5, minLevel: 'anchored' },
];

function received(sender: Judge, receiver: Judge, policy: object | undefined): Policy__Output | null {
  const request = receiver.requestDeserialize(sender.requestSerialize(policy === undefined ? {} : { policy }));
  return (request as { readonly policy: Policy__Output | null }).policy;
}

test.each(policies)('the policy %p arrives as it was sent, also from a gateway of 0.1', (policy) => {
  expect(fromProtoPolicy(received(presentJudge, presentJudge, toProtoPolicy(policy)))).toEqual(policy);
  expect(fromProtoPolicy(received(earlierJudge, presentJudge, toProtoPolicy(policy)))).toEqual(policy);
});

test.each(policies)('a gate of 0.1 reads the policy %p as it was sent', (policy) => {
  const { maxPriceImpactBps, maxRiskScore, minLevel } = policy;
  const read = received(presentJudge, earlierJudge, toProtoPolicy(policy));
  expect([read?.max_price_impact_bps, read?.max_risk_score]).toEqual([maxPriceImpactBps, maxRiskScore]);
  expect(read?.min_level).toBe(minLevel === undefined ? 'LEVEL_UNSPECIFIED' : `LEVEL_${minLevel.toUpperCase()}`);
});

test.each<[string, object | undefined]>([
  ['no policy', undefined],
  ['an empty policy', {}],
  ['no required limit', { max_risk_score: 50, min_level: 'LEVEL_ANCHORED' }],
  ['a required limit that is no number', { max_price_impact_bps: Number.NaN }],
  ['an infinite required limit', { max_price_impact_bps: Number.POSITIVE_INFINITY }],
  ['a required limit below zero', { max_price_impact_bps: -1 }],
  ['a score that is no number', { max_price_impact_bps: 1, max_risk_score: Number.NaN }],
  ['an infinite score', { max_price_impact_bps: 1, max_risk_score: Number.POSITIVE_INFINITY }],
  ['a score below zero', { max_price_impact_bps: 1, max_risk_score: -1 }],
  ['a level of a later version', { max_price_impact_bps: 1, min_level: 9 }],
])('a message with %s is INTERNAL', (_title, policy) => {
  const message = received(presentJudge, presentJudge, policy);
  expect(() => fromProtoPolicy(message)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
});
