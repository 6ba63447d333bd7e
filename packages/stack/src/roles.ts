import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { repositoryRoot } from './migrations.ts';

/** The schemas for which there are two roles: one that owns the schema, and one for the service. */
export const schemasWithRoles = ['billing', 'engine', 'watch', 'dashboard'] as const;

/** The connection URLs of one schema's roles. */
export type RoleUrls = {
  /** The role that migrates the schema. */
  readonly owner: string;
  /** The role with which the service connects. */
  readonly service: string;
};

const passwordBytes = 24;

/** The options of changeRoles: whether passwords change, and the host in the URLs. */
export type RoleOptions = {
  /** Whether existing roles get new passwords too. Services that still use the old passwords then lose access. */
  readonly rotate: boolean;
  /** `host` or `host:port` for the URLs of the roles. When absent, the host of the administrator's URL. */
  readonly host?: string | undefined;
  /**
   * Receives the URLs of the roles with new passwords, before the passwords are valid. If it rejects, nothing changes.
   * @param unchangedRoles the names of the roles that keep their passwords.
   */
  readonly announce: (urls: ReadonlyMap<string, Partial<RoleUrls>>, unchangedRoles: readonly string[]) => Promise<void>;
};

/**
 * Creates the roles of deploy/postgres/roles.sql, gives the new ones random passwords, and announces their URLs by
 * schema. The passwords become valid only after `announce` has received them. So a failure in between cannot lock out a
 * running system.
 * @param adminUrl the URL of a superuser, or of a role that may create roles.
 */
export async function changeRoles(adminUrl: string, options: RoleOptions): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    const roles = await client.query<{ name: string }>('SELECT rolname AS name FROM pg_roles');
    const existing = new Set(roles.rows.map(({ name }) => name));
    await client.query(await readFile(join(repositoryRoot, 'deploy', 'postgres', 'roles.sql'), 'utf8'));
    const unchangedRoles: string[] = [];
    const urlOf = async (role: string): Promise<string | undefined> => {
      if (existing.has(role) && !options.rotate) {
        unchangedRoles.push(role);
        return undefined;
      }
      const password = randomBytes(passwordBytes).toString('hex');
      await client.query(`ALTER ROLE ${pg.escapeIdentifier(role)} PASSWORD ${pg.escapeLiteral(password)}`);
      return roleUrl(adminUrl, role, password, options.host);
    };
    const urls = new Map<string, Partial<RoleUrls>>();
    for (const schema of schemasWithRoles) {
      const [owner, service] = [await urlOf(`assay_${schema}_owner`), await urlOf(`assay_${schema}`)];
      urls.set(schema, { ...(owner === undefined ? {} : { owner }), ...(service === undefined ? {} : { service }) });
    }
    await options.announce(urls, unchangedRoles);
    await client.query('COMMIT');
  } finally {
    // Without a COMMIT, this rolls the transaction back, and nothing has changed.
    await client.end();
  }
}

/**
 * Creates the roles, gives all of them new random passwords, and returns their URLs by schema. Use it only for databases
 * that nobody else uses.
 */
export async function createRoles(adminUrl: string): Promise<ReadonlyMap<string, RoleUrls>> {
  const roles = new Map<string, RoleUrls>();
  await changeRoles(adminUrl, {
    rotate: true,
    announce: async (urls) => {
      for (const [schema, { owner = '', service = '' }] of urls) {
        roles.set(schema, { owner, service });
      }
    },
  });
  return roles;
}

function roleUrl(adminUrl: string, role: string, password: string, host: string | undefined): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  if (host !== undefined) {
    // When `host` has no port, it means the default port and not the port of the administrator's URL.
    url.port = '';
    url.host = host;
  }
  return url.href;
}
