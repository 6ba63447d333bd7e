import { parseArgs } from 'node:util';
import { hasBrokenPassword } from '@assay/runtime/postgres-url';
import { explainPostgresError, isPostgresUnavailable, postgresWaitCause } from '@assay/storage/postgres-problem';
import { pause } from '@assay/runtime/clock';
import { refusePooler } from '@assay/storage/postgres-pooler';
import { migrateAll } from './migrations.ts';
import { schemasWithRoles } from './roles.ts';

const pauseMs = 2_000;
const { values } = parseArgs({ options: { 'wait-seconds': { type: 'string', default: '0' } } });
const waitSeconds = Number(values['wait-seconds']);
const common = process.env['ASSAY_PG_URL'] ?? '';

/**
 * Returns the name of the variable that gave the URL for a schema: the variable of the schema's owner or the variable
 * for all schemas.
 */
function settingOf(service: string): string {
  const ownerVariable = `ASSAY_PG_URL_${service.toUpperCase()}`;
  return (process.env[ownerVariable] ?? '') === '' ? 'ASSAY_PG_URL' : ownerVariable;
}

function urlOf(service: string): string {
  return process.env[settingOf(service)] ?? '';
}

/** Applies the migrations. While PostgreSQL is unavailable, tries again until `waitSeconds` have passed. */
async function migrateWithPatience(): Promise<number> {
  const deadline = performance.now() + waitSeconds * 1_000;
  const checked = new Set<string>();
  for (let tries = 0; ; tries += 1) {
    // The schema that is being migrated. After a failure, it is the schema whose migration failed.
    let schema = '';
    const nextUrl = (service: string): string => {
      schema = service;
      return urlOf(service);
    };
    try {
      for (const service of schemasWithRoles) {
        schema = service;
        if (!checked.has(urlOf(service))) {
          await refusePooler(urlOf(service));
          checked.add(urlOf(service));
        }
      }
      return await migrateAll(common, nextUrl);
    } catch (error) {
      const failed = [error, urlOf(schema), settingOf(schema)] as const;
      if (!isPostgresUnavailable(error) || hasBrokenPassword(urlOf(schema)) || performance.now() >= deadline) {
        throw explainPostgresError(...failed);
      }
      if (tries === 0) {
        process.stderr.write(
          `migrations wait up to ${waitSeconds} s for PostgreSQL: ${postgresWaitCause(...failed)}\n`,
        );
      }
      await pause(pauseMs);
    }
  }
}

const schemasWithoutUrl = schemasWithRoles.filter((schema) => urlOf(schema) === '');
if (schemasWithoutUrl.length > 0) {
  const names = schemasWithoutUrl.map((schema) => `ASSAY_PG_URL_${schema.toUpperCase()}`).join(', ');
  process.stderr.write(
    `Set ASSAY_PG_URL to the database to migrate, or ${names} to the URL of the schema's owner. "make up" migrates the local database itself.\n`,
  );
  process.exit(2);
}
try {
  process.stdout.write(`${await migrateWithPatience()} migrations applied\n`);
} catch (error) {
  process.stderr.write(`the migrations failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
