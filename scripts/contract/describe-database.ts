import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { startPostgres } from '@assay/stack/postgres';

/**
 * Applies the migrations of a tree to an empty PostgreSQL, and prints every object of the resulting schemas as JSON:
 * its name and its definition. Usage: describe-database.ts TREE
 */
const tree = resolve(process.argv[2] ?? '.');

const inSchemas = "n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public')";

/** SQL queries. Each returns the names and definitions of all objects of one kind. */
const queries = [
  `SELECT 'table ' || c.oid::regclass, concat_ws(' ', c.relkind, pg_get_partkeydef(c.oid), c.reloptions::text)
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND ${inSchemas}`,
  `SELECT 'column ' || c.oid::regclass || '.' || a.attname,
          concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
                    'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), nullif(a.attidentity, ''), nullif(a.attgenerated, ''))
   FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm') AND ${inSchemas}`,
  `SELECT 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
   FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${inSchemas}`,
  `SELECT 'constraint ' || t.conrelid::regclass || '.' || t.conname, pg_get_constraintdef(t.oid)
   FROM pg_constraint t JOIN pg_namespace n ON n.oid = t.connamespace WHERE t.conrelid <> 0 AND ${inSchemas}`,
  `SELECT 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid)
   FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE p.prokind IN ('f', 'p') AND ${inSchemas}`,
  `SELECT 'view ' || c.oid::regclass, pg_get_viewdef(c.oid)
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('v', 'm') AND ${inSchemas}`,
  `SELECT 'trigger ' || t.tgrelid::regclass || '.' || t.tgname, pg_get_triggerdef(t.oid)
   FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE NOT t.tgisinternal AND ${inSchemas}`,
  `SELECT 'enum ' || t.oid::regtype, string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder)
   FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid JOIN pg_namespace n ON n.oid = t.typnamespace
   WHERE ${inSchemas} GROUP BY t.oid`,
];

/** Removes comments and collapses white space, so that a reworded comment of a function is not a difference. */
function normalize(definition: string): string {
  return definition.replaceAll(/--.*$/gm, ' ').replaceAll(/\s+/g, ' ').trim();
}

async function describe(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const objects: [string, string][] = [];
    for (const text of queries) {
      const { rows } = await client.query<[string, string]>({ text, rowMode: 'array' });
      objects.push(...rows.map(([name, definition]): [string, string] => [name, normalize(definition)]));
    }
    return Object.fromEntries(objects);
  } finally {
    await client.end();
  }
}

const { migrateAll } = (await import(pathToFileURL(join(tree, 'packages/stack/src/migrations.ts')).href)) as {
  readonly migrateAll: (url: string) => Promise<number>;
};
const dataDir = mkdtempSync(join(tmpdir(), 'assay-contract-'));
const server = await startPostgres({ dataDir, log: () => undefined });
try {
  await migrateAll(server.url);
  process.stdout.write(JSON.stringify(await describe(server.url)));
} finally {
  await server.remove();
  rmSync(dataDir, { recursive: true, force: true });
}
