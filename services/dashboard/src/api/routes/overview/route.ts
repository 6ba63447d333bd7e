import { z } from 'zod';
import { accountRoute } from '../../route.ts';

const dayMs = 86_400_000;

/** The calls in one hour or day with the same type, outcome and level. */
export type UsageRow = {
  readonly startMs: number;
  readonly type: string;
  readonly outcome: string;
  readonly level: string;
  readonly calls: number;
  readonly debitedMicros: string;
};

/** The balance of an account and its usage. */
export type OverviewView = {
  readonly balanceMicros: string;
  readonly heldMicros: string;
  readonly rateLimitPerMinute: number;
  readonly step: 'hour' | 'day';
  readonly fromMs: number;
  readonly toMs: number;
  readonly usage: readonly UsageRow[];
  /** Latencies of the last decisions in milliseconds, newest first; at most 200. */
  readonly latenciesMs: readonly number[];
};

export default accountRoute({
  method: 'GET',
  path: '/overview',
  input: z.strictObject({ days: z.coerce.number().int().min(1).max(90).default(7) }),
  run: async ({ membership: { accountId }, input: { days }, context }, { billing, engine }): Promise<OverviewView> => {
    const step = days <= 2 ? 'hour' : 'day';
    const toMs = Date.now();
    const fromMs = toMs - days * dayMs;
    const range = { account_id: accountId, from_ms: String(fromMs), to_ms: String(toMs) };
    const [{ accounts }, usage, decisions] = await Promise.all([
      billing.ListAccounts({ account_ids: [accountId] }, context),
      billing.GetUsage({ ...range, step: step === 'hour' ? 'USAGE_STEP_HOUR' : 'USAGE_STEP_DAY' }, context),
      engine.ListDecisions({ ...range, page_size: 200 }, context),
    ]);
    const [account] = accounts;
    return {
      balanceMicros: String(account?.balance_micros ?? '0'),
      heldMicros: String(account?.held_micros ?? '0'),
      rateLimitPerMinute: account?.rate_limit_per_minute ?? 0,
      step,
      fromMs,
      toMs,
      usage: usage.rows.map((row) => ({
        startMs: Number(row.start_ms),
        type: row.type,
        outcome: row.outcome,
        level: row.level,
        calls: Number(row.calls),
        debitedMicros: String(row.debited_micros),
      })),
      latenciesMs: decisions.decisions.map(({ latency_ms: latencyMs }) => latencyMs),
    };
  },
});
