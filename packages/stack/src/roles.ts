import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { repositoryRoot } from './migrations.ts';

/** The schemas that have an owner and a service role. */
export const schemasWithRoles = ['billing', 'engine', 'watch', 'dashboard'] as const;

/** The connection URLs of one schema's roles. */
export type RoleUrls = {
  /** The role that migrates the schema. */
  readonly owner: string;
  /** The role that the service uses. */
  readonly service: string;
};

const passwordBytes = 24;

/**
 * Creates the roles of deploy/postgres/roles.sql, gives them new random passwords, and returns their URLs by schema.
 * @param adminUrl the URL of a superuser.
 */
export async function createRoles(adminUrl: string): Promise<ReadonlyMap<string, RoleUrls>> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(await readFile(join(repositoryRoot, 'deploy', 'postgres', 'roles.sql'), 'utf8'));
    const urls = new Map<string, RoleUrls>();
    for (const schema of schemasWithRoles) {
      const urlOf = async (role: string): Promise<string> => {
        const password = randomBytes(passwordBytes).toString('hex');
        await client.query(`ALTER ROLE ${pg.escapeIdentifier(role)} PASSWORD ${pg.escapeLiteral(password)}`);
        const url = new URL(adminUrl);
        url.username = role;
        url.password = password;
        return url.href;
      };
      urls.set(schema, { owner: await urlOf(`assay_${schema}_owner`), service: await urlOf(`assay_${schema}`) });
    }
    return urls;
  } finally {
    await client.end();
  }
}
