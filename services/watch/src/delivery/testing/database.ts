import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { fileURLToPath } from 'node:url';

/** A real PostgreSQL of a test's own, with the watch schema in it. */
export type TestDatabase = ServiceDatabase;

/** Starts PostgreSQL with the watch schema in it. */
export function startTestDatabase(): Promise<TestDatabase> {
  return startServiceDatabase('watch', fileURLToPath(new URL('../../../migrations', import.meta.url)));
}
