import { z } from 'zod';

/** A TCP port; zero asks the system for a free one. */
export const port = z.coerce.number().int().min(0).max(65_535);

/** What every service reads from its environment, whatever else it needs. */
export const baseConfig = z.object({
  ASSAY_BIND_HOST: z
    .string()
    .default('0.0.0.0')
    .describe('Address that the service listens on; 127.0.0.1 keeps it to one machine.'),
  ASSAY_OPS_PORT: port.default(0).describe('Port of /healthz, /readyz and /metrics; 0 takes a free one.'),
  ASSAY_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe log lines that are written.'),
  ASSAY_DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(10_000)
    .describe('How long a service that was told to stop waits for the work it has begun.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url()
    .optional()
    .describe('Base URL of an OTLP/HTTP collector; without it spans are not exported.'),
  ASSAY_TRACE_SAMPLE_RATIO: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of traces whose spans are exported. Decisions and charges are kept whatever it says.'),
});

/** Settings common to all services. */
export type BaseConfig = z.infer<typeof baseConfig>;

/** Settings of a service that serves gRPC. */
export const rpcServerConfig = z.object({
  ASSAY_RPC_PORT: port.default(0).describe('Port of the gRPC server; 0 takes a free one.'),
});

/** Where PostgreSQL is. */
export const postgresConfig = z.object({
  ASSAY_PG_URL: z.url().describe('PostgreSQL connection URL.'),
  ASSAY_PG_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(6)
    .describe('Connections that one process opens at most.'),
});

/** Where NATS is. */
export const natsConfig = z.object({
  ASSAY_NATS_URL: z.string().min(1).describe('NATS server URL, several separated by commas.'),
});

/** The token that operator methods ask for. */
export const adminConfig = z.object({
  ASSAY_ADMIN_TOKEN: z.string().min(16).describe('Token that operator commands must send; at least 16 characters.'),
});

/**
 * Reads a service's settings from an environment, all problems at once.
 * Throws an error whose text names every variable that is wrong and never shows a value.
 */
export function readConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`the environment is not right:\n${lines.join('\n')}`);
  }
  return parsed.data;
}
