import { readChainFixtures } from '../../e2e/support/chain-fixtures.ts';
import { mixedRequests, startSteadyLoad, type RequestOutcome } from '../../faults/support/steady-load.ts';
import { sandboxUrlOf, type RunningRelease } from './story.ts';

/** The results that callers got during an event. */
export type LoadOutcome = {
  readonly requests: number;
  /** Number of requests that the load sent again, once or twice, because their connection broke or was refused. */
  readonly sentAgain: number;
  /** The requests that got no 200, even after the load had sent them again. */
  readonly failed: readonly RequestOutcome[];
  readonly p50Ms: number;
  readonly p99Ms: number;
};

/** Time between two requests, in milliseconds. The load sends 20 requests a second. */
const everyMs = 50;
/** The longest waits of @assay/client before its second and its third attempt, in milliseconds. */
const clientWaitsMs = [250, 500];
/** Time for which the load continues after the work, in milliseconds. So the end of a rollout is under load too. */
const afterMs = 3_000;

/** Calls the gateway's Service 20 times a second while `work` runs. Returns the results that the callers got. */
export async function loadDuring(release: RunningRelease, work: () => Promise<unknown>): Promise<LoadOutcome> {
  const requests = mixedRequests((await readChainFixtures({ sandboxUrl: await sandboxUrlOf(release) })).pool('cpmm'));
  const load = startSteadyLoad([release.gatewayUrl], release.key, requests, {
    everyMs,
    behindProxy: true,
    sendAgainAfterMs: clientWaitsMs,
  });
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, afterMs));
  } finally {
    await load.stop();
  }
  const times = load.outcomes.map(({ startedAtMs, endedAtMs }) => endedAtMs - startedAtMs).toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return {
    requests: load.outcomes.length,
    sentAgain: load.outcomes.filter(({ sentAgain }) => sentAgain).length,
    failed: load.outcomes.filter(({ status }) => status !== 200),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

/** Returns the results in words for a cell of the table, with the first reasons for failures. */
export function wordsOf({ requests, sentAgain, failed, p50Ms, p99Ms }: LoadOutcome): string {
  const reasons = [
    ...new Set(failed.map(({ status, text }) => `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text}`)),
  ];
  const first = reasons.length === 0 ? '' : ` (${reasons.slice(0, 3).join(', ')})`;
  return `${requests} requests, ${failed.length} failed${first}, ${sentAgain} sent again, p50 ${p50Ms} ms, p99 ${p99Ms} ms`;
}
