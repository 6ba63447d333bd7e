import { schemasWithRoles } from './roles.ts';

/** Returns the URL with which a program reaches one schema. */
export type SchemaUrl = (schema: string) => string;

/**
 * Reads the URLs of a program that works on all schemas: `ASSAY_PG_URL_<SCHEMA>` for the owner of one, and ASSAY_PG_URL for
 * all others. Returns undefined when a schema has neither.
 */
export function readDatabaseUrls(environment: NodeJS.ProcessEnv, schemas: readonly string[]): SchemaUrl | undefined {
  const common = environment['ASSAY_PG_URL'] ?? '';
  const urlOf = (schema: string): string => {
    const own = environment[`ASSAY_PG_URL_${schema.toUpperCase()}`] ?? '';
    return own === '' ? common : own;
  };
  return schemas.some((schema) => urlOf(schema) === '') ? undefined : urlOf;
}

/** Returns the names of the variables that may hold the URLs of the owners, for a message. */
export function ownerVariables(): string {
  return schemasWithRoles.map((schema) => `ASSAY_PG_URL_${schema.toUpperCase()}`).join(', ');
}
