import { z } from 'zod';
import { pageQuery, rowsPerPage } from '../../paging.ts';
import { accountRoute } from '../../route.ts';

/** One request in the list of requests. */
export type RequestRow = {
  readonly traceId: string;
  readonly atMs: number;
  readonly type: string;
  readonly params: string;
  readonly outcome: string;
  readonly level: string;
  readonly source: string;
  readonly latencyMs: number;
  /** The code of the error, and the path that was called. Empty for a request with a decision. */
  readonly code: string;
  readonly path: string;
  /** The number of other failed requests of the same minute that are not in the list. */
  readonly leftOut: number;
};

/** A page of requests, newest first. */
export type RequestsView = { readonly requests: readonly RequestRow[]; readonly nextCursor: string };

export default accountRoute({
  method: 'GET',
  path: '/requests',
  input: z.strictObject({
    ...pageQuery,
    type: z.string().max(64).default(''),
    outcome: z.string().max(32).default(''),
    level: z.string().max(32).default(''),
  }),
  run: async ({ membership, input, context }, { engine }): Promise<RequestsView> => {
    const { decisions, next_cursor: nextCursor } = await engine.ListDecisions(
      {
        account_id: membership.accountId,
        from_ms: String(input.fromMs),
        to_ms: String(input.toMs),
        type: input.type,
        outcome: input.outcome,
        level: input.level,
        page_size: rowsPerPage,
        cursor: input.cursor,
      },
      context,
    );
    return {
      requests: decisions.map((each) => ({
        traceId: `tr_${each.trace_id}`,
        atMs: Number(each.decided_at_ms),
        type: each.type,
        params: each.params_json,
        outcome: each.outcome,
        level: each.level,
        source: each.source,
        latencyMs: each.latency_ms,
        code: each.code,
        path: each.path,
        leftOut: each.left_out,
      })),
      nextCursor,
    };
  },
});
