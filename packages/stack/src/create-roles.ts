import { explainPostgresError } from '@assay/service/postgres-problem';
import { createRoles } from './roles.ts';

/**
 * Creates the roles of deploy/postgres/roles.sql in the database of ASSAY_PG_ADMIN_URL, gives them new random passwords,
 * and prints their URLs as lines for "kubectl create secret --from-env-file". The URLs hold passwords.
 */
const adminUrl = process.env['ASSAY_PG_ADMIN_URL'] ?? '';

if (adminUrl === '') {
  process.stderr.write(
    'Set ASSAY_PG_ADMIN_URL to the URL of a role that may create roles, such as postgres://postgres:password@host:5432/assay. The database must exist.\n',
  );
  process.exit(2);
}
try {
  for (const [schema, { service, owner }] of await createRoles(adminUrl)) {
    process.stdout.write(`${schema}-url=${service}\n${schema}-owner-url=${owner}\n`);
  }
} catch (error) {
  const explained = explainPostgresError(error, adminUrl, 'ASSAY_PG_ADMIN_URL');
  process.stderr.write(
    `could not create the roles: ${explained instanceof Error ? explained.message : String(explained)}\n`,
  );
  process.exitCode = 1;
}
