import { z } from 'zod';
import { personRoute } from '../../route.ts';

const maxNameLength = 200;
const name = z.string().min(1).max(maxNameLength);

/** The evidence about one pair of providers on one measured key, such as `spot.price:BTC`, at one time. */
export type EvidencePointView = {
  readonly atMs: number;
  readonly verdict: string;
  /** Evidence for one upstream, in nats. */
  readonly nats: number;
  /** Evidence against one upstream, in nats, as a positive number. */
  readonly natsAgainst: number;
  readonly observations: number;
};

/** The stored history of a pair, oldest first. */
export type EvidenceHistoryView = { readonly points: readonly EvidencePointView[] };

export default personRoute({
  method: 'GET',
  path: '/api/independence/history',
  input: z.strictObject({ key: name, a: name, b: name }),
  run: async ({ input, context }, { engine }): Promise<EvidenceHistoryView> => {
    const { points } = await engine.ListPairEvidence(input, context);
    return {
      points: points.map((point) => ({
        atMs: Number(point.at_ms),
        verdict: point.verdict,
        nats: point.nats,
        natsAgainst: point.nats_against,
        observations: point.observations,
      })),
    };
  },
});
