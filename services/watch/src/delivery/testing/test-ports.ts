import tokenRisk from '@assay/catalog/types/chain-token-risk/type';
import type { PostResult } from '@assay/egress/egress';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import { responseWith } from '@assay/rpc/testing/answers';
import { startTelemetry } from '@assay/telemetry/telemetry';
import { beforeAll } from '@jest/globals';
import type { DeliveryEnding, WatchToDeliver } from '../claim/claim.ts';
import type { DeliverPorts } from '../ports.ts';
import type { Trigger } from '../queue/trigger.ts';

/** The secret of every watch that tests deliver. */
export const secret = 'whsec_pT3vWcX0bq8mJk2nR5sY7uA9dF1gH4jL6zQ8wE0rT2y';

/** A watch without a condition. */
export const plainWatch: WatchToDeliver = {
  accountId: 'acc_1',
  type: 'chain.token_risk',
  minLevelText: 'single_source',
  paramsJson: '{"address":"So11111111111111111111111111111111111111112"}',
  conditionJson: null,
  webhookUrl: 'https://receiver.example/hook',
  secret: { keyId: 'k1', sealed: Buffer.from('sealed') },
  comparedJson: null,
  basisJson: null,
};

/** A watch whose condition fires above 40. Its last value was 39. */
export const crossingWatch: WatchToDeliver = {
  ...plainWatch,
  conditionJson: '{"field":"overallRisk","crosses":40,"direction":"above"}',
  comparedJson: '39',
};

/** A trigger at slot 7, without a trace. */
export const trigger: Trigger = { id: 'w_1.7.aa', watchId: 'w_1', slot: 7n, observedAtMs: 0, traceparent: '' };

/** Registers a tracer before the tests of a file. Without one, spans have no ids. */
export function useTracer(): void {
  beforeAll(async () => void (await startTelemetry({ service: 'test', sampleRatio: 0 })));
}

/** Returns an answer of the engine that delivers a risk at slot 7. */
export function verifiedRisk(overallRisk: unknown, changed: Decision = {}): VerifyResponse__Output {
  const decision = {
    type: tokenRisk.id,
    outcome: 'delivered',
    data_json: JSON.stringify({ overallRisk, supply: '18446744073709551615', slot: 7 }),
    params_json: '{"address":"So11111111111111111111111111111111111111112"}',
    level: 'anchored',
    required: 'single_source',
    origin: 'derived',
    source: 'sandbox.node-a',
    source_cost_micros: 400,
    total_cost_micros: 1_000,
  };
  return responseWith({ decision: { ...decision, ...changed } });
}

/** Returns the result of a POST whose response had a status. */
export function answered(status: number): PostResult {
  return { kind: 'answered', status };
}

/** Ports that a test replaces. */
export type ReplacedPorts = Partial<Omit<DeliverPorts, 'claims'>> & {
  readonly claims?: Partial<DeliverPorts['claims']>;
};

/** Creates ports over which every step succeeds. They record each call by its name. A test may replace single ports. */
export function createTestPorts(
  notes: string[],
  watch: WatchToDeliver = plainWatch,
  replaced: ReplacedPorts = {},
): DeliverPorts {
  const { claims, ...others } = replaced;
  return {
    openSecret: () => secret,
    typeOf: () => tokenRisk,
    maxDebitMicros: () => 5_000n,
    billing: {
      Hold: async () => {
        notes.push('hold');
        return { held: true, balance_micros: '9000' };
      },
    },
    pricing: { markupBasisPoints: 20_000n, onHoldExceeded: () => void notes.push('hold exceeded') },
    verify: async () => {
      notes.push('verify');
      return verifiedRisk(41);
    },
    post: async (_url, _body, _headers, mayConnect) => {
      if ((await mayConnect?.(['domain receiver.example'])) === false) {
        return { kind: 'prevented' };
      }
      notes.push('post');
      return answered(204);
    },
    fullDestinations: { add: (host) => void notes.push(`full ${host}`) },
    settle: ({ captureMicros }) => void notes.push(`settle ${captureMicros}`),
    now: () => new Date('2026-11-21T12:00:00.000Z'),
    pause: async () => void notes.push('pause'),
    onBelowLevel: (required, next) => void notes.push(`below ${required}, ${next}`),
    onPermanentFailure: () => void notes.push('warning: permanent failure'),
    onWarning: (message) => void notes.push(`warning: ${message}`),
    ...others,
    claims: {
      claim: async () => {
        notes.push('claim');
        return { answer: 'taken', watch };
      },
      startSending: async () => {
        notes.push('start sending');
        return 'sending';
      },
      end: async (_claim, { outcome, captureMicros }) => {
        notes.push(`end ${outcome} ${captureMicros}`);
        return true;
      },
      release: async () => void notes.push('release'),
      releaseForDestination: async () => void notes.push('release for destination'),
      releaseBelowLevel: async (_claim, reason) => void notes.push(`release below level: ${reason}`),
      ...claims,
    },
  };
}

/** Creates a replacement of `end` that accepts every ending and records it. */
export function recordEndings(): { readonly endings: DeliveryEnding[]; readonly end: DeliverPorts['claims']['end'] } {
  const endings: DeliveryEnding[] = [];
  const end: DeliverPorts['claims']['end'] = async (_claim, ending) => {
    endings.push(ending);
    return true;
  };
  return { endings, end };
}
