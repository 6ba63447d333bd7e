import { explainPostgresError } from '@assay/storage/postgres-problem';
import { parseArgs } from 'node:util';
import { changeRoles, type RoleOptions } from './roles.ts';

/**
 * Creates the roles of deploy/postgres/roles.sql in the database of ASSAY_PG_ADMIN_URL. For each role that got a new
 * password, prints its URL as a line for "kubectl create secret --from-env-file". The URLs contain passwords. It writes
 * nothing else to standard output.
 */
const usage =
  'make -s roles [ARGS="--host db.example.internal:5432 --rotate"]\n' +
  '  --host    host and port for the printed URLs, if services reach the database under another name\n' +
  '  --rotate  also changes the passwords of existing roles, which locks out every service with an old password\n';
const adminUrl = process.env['ASSAY_PG_ADMIN_URL'] ?? '';

const announce: RoleOptions['announce'] = async (urls, unchangedRoles) => {
  const lines = [...urls].flatMap(([schema, { service, owner }]) => [
    ...(service === undefined ? [] : [`${schema}-url=${service}\n`]),
    ...(owner === undefined ? [] : [`${schema}-owner-url=${owner}\n`]),
  ]);
  if (unchangedRoles.length > 0) {
    process.stderr.write(
      `These roles exist, and their passwords stay: ${unchangedRoles.join(', ')}. --rotate changes them.\n`,
    );
  }
  await new Promise<void>((resolve, reject) => {
    process.stdout.once('error', reject);
    process.stdout.write(lines.join(''), (error) => (error ? reject(error) : resolve()));
  });
};

function readArguments(): Pick<RoleOptions, 'rotate' | 'host'> {
  const { values } = parseArgs({ options: { rotate: { type: 'boolean', default: false }, host: { type: 'string' } } });
  if (values.host !== undefined && !/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(values.host)) {
    throw new TypeError('--host must be a host such as db.example.internal, with or without a port such as :5432');
  }
  return values;
}

async function run(): Promise<number> {
  let options: Pick<RoleOptions, 'rotate' | 'host'>;
  try {
    options = readArguments();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`);
    return 2;
  }
  if (adminUrl === '') {
    process.stderr.write(
      'Set ASSAY_PG_ADMIN_URL to the URL of a role that may create roles, such as postgres://postgres:password@host:5432/assay. The database must exist.\n',
    );
    return 2;
  }
  try {
    await changeRoles(adminUrl, { ...options, announce });
    return 0;
  } catch (error) {
    const explained = explainPostgresError(error, adminUrl, 'ASSAY_PG_ADMIN_URL');
    process.stderr.write(
      `could not create the roles, and changed no password: ${explained instanceof Error ? explained.message : String(explained)}\n`,
    );
    return 1;
  }
}

process.exitCode = await run();
