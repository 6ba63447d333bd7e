import { migrateAll } from './migrations.ts';
import { schemasWithRoles } from './roles.ts';

const common = process.env['ASSAY_PG_URL'] ?? '';

/** Returns the URL of one schema's owner, or the URL of all schemas. */
function urlOf(service: string): string {
  const own = process.env[`ASSAY_PG_URL_${service.toUpperCase()}`] ?? '';
  return own === '' ? common : own;
}

if (common === '' && schemasWithRoles.some((schema) => urlOf(schema) === '')) {
  const names = schemasWithRoles.map((schema) => `ASSAY_PG_URL_${schema.toUpperCase()}`).join(', ');
  process.stderr.write(
    `Set ASSAY_PG_URL to the database to migrate, or ${names} to the URLs of the schemas' owners. "make up" migrates the local database itself.\n`,
  );
  process.exit(2);
}
const count = await migrateAll(common, urlOf);
process.stdout.write(`${count} migrations applied\n`);
