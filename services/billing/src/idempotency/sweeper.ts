import type { IdempotentCallStore } from './store.ts';

const callsPerStatement = 500;

/** Deletes all expired idempotent calls. Rejects when the database is unavailable. A later pass may then succeed. */
export async function sweepCalls({ sweep }: Pick<IdempotentCallStore, 'sweep'>): Promise<void> {
  let deleted = callsPerStatement;
  while (deleted === callsPerStatement) {
    deleted = await sweep(callsPerStatement);
  }
}
