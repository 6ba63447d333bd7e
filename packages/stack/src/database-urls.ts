import { schemasWithRoles } from './roles.ts';

/** Returns the connection URL to use for a schema. */
export type SchemaUrl = (schema: string) => string;

/**
 * Reads the URLs for a program that works on all schemas: `ASSAY_PG_URL_<SCHEMA>` for the owner of one schema, and
 * ASSAY_PG_URL for the schemas without such a variable. Returns undefined when a schema has no URL.
 */
export function readDatabaseUrls(environment: NodeJS.ProcessEnv, schemas: readonly string[]): SchemaUrl | undefined {
  const common = environment['ASSAY_PG_URL'] ?? '';
  const urlOf = (schema: string): string => {
    const ownerUrl = environment[`ASSAY_PG_URL_${schema.toUpperCase()}`] ?? '';
    return ownerUrl === '' ? common : ownerUrl;
  };
  return schemas.some((schema) => urlOf(schema) === '') ? undefined : urlOf;
}

/** Returns the names of the variables for the owners' URLs, as text for a message. */
export function ownerVariables(): string {
  return schemasWithRoles.map((schema) => `ASSAY_PG_URL_${schema.toUpperCase()}`).join(', ');
}
