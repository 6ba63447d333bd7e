import { z } from 'zod';
import { bindHost } from './bind-host.ts';
import { hasBrokenPassword, passwordAdvice } from './postgres-url.ts';
import { tlsConfig } from './tls.ts';

/** A TCP port. Zero asks the system for a free port. */
export const port = z.coerce.number().int().min(0).max(65_535);

/** Settings that every service reads from its environment. */
export const baseConfig = z.object({
  ASSAY_BIND_HOST: bindHost.describe(
    'Address on which the service listens. :: accepts connections over IPv6 and IPv4 (only IPv4 on a system without IPv6); 127.0.0.1 accepts only local connections.',
  ),
  ASSAY_OPS_PORT: port.default(0).describe('Port of /healthz, /readyz and /metrics; 0 takes a free port.'),
  ASSAY_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Minimum severity of the log lines that the service writes.'),
  ASSAY_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(5)
    .describe(
      'Seconds for which a stopping service continues to serve while unready, so that callers switch to other replicas.',
    ),
  ASSAY_DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(10_000)
    .describe('Milliseconds for which a stopping service waits for work in flight.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url()
    .optional()
    .describe(
      'Base URL of an OTLP collector. Every standard OTEL_* variable works. Without an endpoint the service exports nothing.',
    ),
  ASSAY_TRACE_SAMPLE_RATIO: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      'Share of traces whose spans are exported, from 0 to 1, unless OTEL_TRACES_SAMPLER is set. Decisions and charges are always stored.',
    ),
  ASSAY_MODE: z
    .enum(['live', 'sandbox'])
    .default('live')
    .describe('live asks real providers. sandbox simulates the sources, and every response of the gateway says so.'),
  ...tlsConfig.shape,
});

/** The settings of every service, as readConfig returns them. */
export type BaseConfig = z.infer<typeof baseConfig>;

/** Settings of a service that serves gRPC. */
export const rpcServerConfig = z.object({
  ASSAY_RPC_PORT: port.default(0).describe('Port of the gRPC server; 0 takes a free port.'),
});

/** Settings of a service that uses PostgreSQL. */
export const postgresConfig = z.object({
  ASSAY_PG_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: `must be a URL such as postgres://user:password@host:5432/assay; ${passwordAdvice}`,
    })
    .refine((url) => !hasBrokenPassword(url), `has a password that ends too early; ${passwordAdvice}`)
    .describe('PostgreSQL connection URL. The password may be in PGPASSWORD instead, without %XX escapes.'),
  ASSAY_PG_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(6)
    .describe('Maximum number of connections of one process.'),
});

/** Settings of a service that can migrate its schema itself. */
export const migrationConfig = z.object({
  ASSAY_MIGRATE_AT_START: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true')
    .describe(
      "Whether the service migrates its schema when it starts. With false it only checks that the schema is migrated. Use false if the service's role does not own the schema.",
    ),
});

/** Settings of a service that serves operator methods. */
export const adminConfig = z.object({
  ASSAY_ADMIN_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .describe(
      'Token of the operator "root", of at least 16 characters. It works without billing\'s table of operators.',
    ),
});

/**
 * Reads a service's settings from an environment. An empty variable counts as absent. Line breaks at the end of a value
 * are ignored, because a Secret that was made from a file often has one. Throws an error that names every wrong
 * variable, but shows no value, because a value may be a secret.
 */
export function readConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const presentVariables = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, withoutLineBreak(value)] as const)
      .filter(([, value]) => value !== ''),
  );
  const parsed = schema.safeParse(presentVariables);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      // For a setting that contains JSON, the path also names members of the JSON value. Its first part is the
      // setting's name.
      const setting = String(path[0]);
      return `  ${path.join('.')}: ${setting in presentVariables ? message : `is not set and has no default. ${meaningOf(schema, setting)}`}`;
    });
    throw new Error(`invalid environment variables:\n${lines.join('\n')}`);
  }
  return parsed.data;
}

/** Returns the value of a variable without line breaks at its end. An absent value counts as empty. */
export function withoutLineBreak(value: string | undefined): string {
  return value?.replace(/[\r\n]+$/, '') ?? '';
}

/** Returns the description of a setting; empty when the schema has none. */
function meaningOf(schema: z.ZodType, name: string): string {
  const setting: unknown = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  return setting instanceof z.ZodType ? (setting.description ?? '') : '';
}
