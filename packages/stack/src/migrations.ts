import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@assay/storage/migrate';

/** The repository's root. src/ and dist/ have the same depth, so one relative path serves both. */
export const repositoryRoot = join(import.meta.dirname, '..', '..', '..');

/** The services that have a schema of their own in PostgreSQL. */
const owners = ['billing', 'engine', 'resolver', 'gateway', 'watch', 'dashboard'] as const;

/**
 * Applies the missing migrations of every service.
 * @param urlOf returns the URL of the role that migrates a service's schema. By default it is `postgresUrl` for all
 * schemas.
 * @returns the number of migrations applied.
 */
export async function migrateAll(
  postgresUrl: string,
  urlOf: (service: string) => string = () => postgresUrl,
): Promise<number> {
  let applied = 0;
  for (const service of owners) {
    const directory = join(repositoryRoot, 'services', service, 'migrations');
    if (existsSync(directory)) {
      applied += await migrate(urlOf(service), service, directory);
    }
  }
  return applied;
}
