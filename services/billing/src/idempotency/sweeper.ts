import type { IdempotentCallStore } from './store.ts';

const callsPerStatement = 500;

/** Deletes all calls that have expired. Rejects when the database is unavailable; the next pass may succeed. */
export async function sweepCalls({ sweep }: Pick<IdempotentCallStore, 'sweep'>): Promise<void> {
  let deleted = callsPerStatement;
  while (deleted === callsPerStatement) {
    deleted = await sweep(callsPerStatement);
  }
}
