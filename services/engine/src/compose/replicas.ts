import { randomUUID } from 'node:crypto';
import { systemClock } from '@assay/runtime/clock';
import type { Postgres } from '@assay/storage/postgres';
import { repeat } from '@assay/runtime/repeat';
import type { ServiceTools } from '@assay/runtime/run';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';
import { createHealthViews, type HealthViews } from '../replicas/health-views.ts';
import { createSharedBudgets, replicaLeaseMs, type SharedBudgets } from '../replicas/shared-budgets.ts';
import { leaveReplicas, reportReplica } from '../replicas/store.ts';

/** The state that this replica shares with the others. */
export type ComposedReplicas = {
  readonly budgets: SharedBudgets;
  readonly views: HealthViews;
  /**
   * Sets the function that returns the sources and nodes that this replica cannot use. The function returns null until
   * the replica has asked all of them.
   */
  readonly setOwnView: (own: () => readonly string[] | null) => void;
};

const reportEveryMs = 1_000;
const tickMs = 250;

/** Joins the replicas of the engine, reports this replica's state to the others every second, and leaves at the end. */
export function composeReplicas(postgres: Postgres, tools: ServiceTools): ComposedReplicas {
  const replica = randomUUID();
  const { monotonic } = systemClock;
  const budgets = createSharedBudgets(replica, monotonic);
  const views = createHealthViews(replica, replicaLeaseMs, monotonic);
  let ownView: () => readonly string[] | null = () => null;
  const report = async (): Promise<void> => {
    const usage = budgets.report();
    const state = await reportReplica(postgres, replica, replicaLeaseMs, ownView(), usage);
    budgets.onState(state, usage);
    views.onState(state);
  };
  const warn = createThrottledWarning(tools.log);
  const onFailure = (error: unknown): void => warn('could not share budgets and health with the other replicas', error);
  tools.defer('replica', async () => {
    await report();
    await leaveReplicas(postgres, replica);
  });
  repeat(report, { name: 'report to the replicas', everyMs: reportEveryMs, onFailure }, tools);
  repeat(budgets.tick, { name: 'lapse of shared budgets', everyMs: tickMs, onFailure }, tools);
  return { budgets, views, setOwnView: (own) => (ownView = own) };
}
