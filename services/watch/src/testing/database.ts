import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { fileURLToPath } from 'node:url';

/** Starts PostgreSQL with the schema of the watch service. */
export function startWatchDatabase(): Promise<ServiceDatabase> {
  return startServiceDatabase('watch', fileURLToPath(new URL('../../migrations', import.meta.url)));
}
