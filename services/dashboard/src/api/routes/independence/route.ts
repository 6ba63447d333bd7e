import type { PairIndependence__Output } from '@assay/rpc/gen/assay/engine/v1/PairIndependence';
import { z } from 'zod';
import { personRoute } from '../../route.ts';
import { shareOrNull } from '../../decision-view.ts';

/** The measurement of one pair of providers. */
export type PairView = {
  readonly a: string;
  readonly b: string;
  readonly verdict: string;
  readonly nats: number;
  readonly observations: number;
  readonly sinceMs: number | null;
  /**
   * For a verdict over all assets, the measured key (such as `spot.price:BTC`) whose evidence decided it. Empty for a
   * verdict on one asset.
   */
  readonly measuredOn: string;
  /**
   * Upper bound (0 to 1) on the share of its data that one of the two providers gets from the other. Null when unknown.
   */
  readonly maxShare: number | null;
  /** The reason for the verdict, as a sentence. */
  readonly reason: string;
  readonly evidence: readonly { readonly kind: string; readonly nats: number; readonly detail: string }[];
};

/** The measurements of the providers of each data type. */
export type IndependenceView = {
  readonly types: readonly {
    readonly type: string;
    readonly clusters: readonly (readonly string[])[];
    readonly composites: readonly string[];
    readonly pairs: readonly PairView[];
    readonly keys: readonly {
      readonly key: string;
      readonly observations: number;
      readonly judgedAtMs: number | null;
      readonly pairs: readonly PairView[];
    }[];
  }[];
};

export default personRoute({
  method: 'GET',
  path: '/api/independence',
  input: z.strictObject({ type: z.string().max(64).default('') }),
  run: async ({ input, context }, { engine }): Promise<IndependenceView> => {
    const { types } = await engine.DescribeIndependence({ type: input.type }, context);
    return {
      types: types.map((each) => ({
        type: each.type,
        clusters: each.clusters.map(({ providers }) => providers),
        composites: each.composites,
        pairs: each.pairs.map(pairView),
        keys: each.keys.map((key) => ({
          key: key.key,
          observations: Number(key.observations),
          judgedAtMs: Number(key.judged_at_ms) || null,
          pairs: key.pairs.map(pairView),
        })),
      })),
    };
  },
});

function pairView(pair: PairIndependence__Output): PairView {
  const { one: a, other: b, since_ms: sinceMs, verdict, nats, observations, reason, evidence } = pair;
  return {
    a,
    b,
    verdict,
    nats,
    observations,
    sinceMs: Number(sinceMs) || null,
    measuredOn: pair.measured_on,
    maxShare: shareOrNull(pair.max_share_parts),
    reason,
    evidence: evidence.map(({ kind, nats: strength, detail }) => ({ kind, nats: strength, detail })),
  };
}
