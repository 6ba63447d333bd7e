import type { PostResult } from '@assay/egress/egress';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import type { DeliverPorts } from '../deliver.ts';
import type { WatchToDeliver } from '../claim/store.ts';

/** The secret of every watch that tests make. */
export const secret = 'whsec_pT3vWcX0bq8mJk2nR5sY7uA9dF1gH4jL6zQ8wE0rT2y';

/** A watch without a condition. */
export const plainWatch: WatchToDeliver = {
  accountId: 'acc_1',
  type: 'chain.token_risk',
  paramsJson: '{"address":"So11111111111111111111111111111111111111112"}',
  conditionJson: null,
  webhookUrl: 'https://receiver.example/hook',
  secret: { keyId: 'k1', sealed: Buffer.from('sealed') },
  comparedJson: null,
};

/** An answer of the engine that delivers a risk. */
export function verifiedRisk(overallRisk: unknown, more: Partial<VerifyResponse__Output> = {}): VerifyResponse__Output {
  return {
    outcome: 'OUTCOME_DELIVERED',
    data_json: JSON.stringify({ overallRisk, supply: '18446744073709551615', slot: 7 }),
    params_json: plainWatch.paramsJson,
    level: 'LEVEL_ANCHORED',
    origin: 'derived',
    source: 'sandbox.node-a',
    source_cost_micros: '400',
    total_cost_micros: '1000',
    reason: '',
    required: 'LEVEL_SINGLE_SOURCE',
    problem_code: '',
    ...more,
  };
}

/** A POST that was answered with a status. */
export function answered(status: number): PostResult {
  return { kind: 'answered', status };
}

/** Ports over which everything goes well for a watch, each call noted by name; single ones can be replaced. */
export function portsThat(
  notes: string[],
  watch: WatchToDeliver = plainWatch,
  replaced: Partial<Omit<DeliverPorts, 'store'>> & { readonly store?: Partial<DeliverPorts['store']> } = {},
): DeliverPorts {
  const { store, ...others } = replaced;
  return {
    newRun: (trigger, traceparent) => ({
      triggerId: trigger.id,
      watchId: trigger.watchId,
      slot: trigger.slot,
      observedAtMs: trigger.observedAtMs,
      id: 'run-1',
      traceparent,
      holdId: 'wh_1',
    }),
    openSecret: () => secret,
    maxDebitMicros: () => 5_000n,
    debitMicros: (cost) => cost * 2n,
    hold: async () => {
      notes.push('hold');
      return { held: true, balance_micros: '9000' };
    },
    verify: async () => {
      notes.push('verify');
      return verifiedRisk(41);
    },
    post: async () => {
      notes.push('post');
      return answered(204);
    },
    settle: ({ captureMicros }) => void notes.push(`settle ${captureMicros}`),
    overHold: () => void notes.push('over hold'),
    now: () => new Date('2026-11-21T12:00:00.000Z'),
    pause: async () => void notes.push('pause'),
    broke: () => void notes.push('trouble: it broke'),
    trouble: (what) => void notes.push(`trouble: ${what}`),
    ...others,
    store: {
      takeUp: async () => {
        notes.push('take up');
        return { answer: 'taken', watch };
      },
      startSending: async () => {
        notes.push('start sending');
        return true;
      },
      end: async (_run, { outcome, captureMicros }) => {
        notes.push(`end ${outcome} ${captureMicros}`);
        return true;
      },
      putBack: async () => void notes.push('put back'),
      ...store,
    },
  };
}
