import { runner } from 'node-pg-migrate';

/**
 * Brings one service's schema up to its newest migration. Safe to run from several processes at once: the first takes
 * an advisory lock and the others wait for it.
 * @param directory holds files named NNNN_words.sql.
 */
export async function migrate(databaseUrl: string, schema: string, directory: string): Promise<number> {
  const applied = await runner({
    databaseUrl,
    dir: directory,
    direction: 'up',
    schema,
    createSchema: true,
    migrationsSchema: schema,
    createMigrationsSchema: true,
    migrationsTable: 'migrations',
    advisoryLockMode: 'wait',
    log: () => undefined,
  } as Parameters<typeof runner>[0]);
  return applied.length;
}
