import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@assay/service/migrate';

/** The repository's root, which is as far from this file's source as from its built form. */
export const repositoryRoot = join(import.meta.dirname, '..', '..', '..');

/** Services that own a schema. */
const owners = ['billing', 'engine', 'resolver', 'gateway', 'watch'] as const;

/**
 * Brings every service's schema up to its newest migration.
 * @returns how many migrations were applied.
 */
export async function migrateAll(postgresUrl: string): Promise<number> {
  let applied = 0;
  for (const service of owners) {
    const directory = join(repositoryRoot, 'services', service, 'migrations');
    if (existsSync(directory)) {
      applied += await migrate(postgresUrl, service, directory);
    }
  }
  return applied;
}
