import { z } from 'zod';
import { port, readConfig } from '@assay/runtime/config';
import { creditsForm, parseCredits } from '@assay/operator/credits';

const urlsByName = z
  .string()
  .transform((text, context) => {
    try {
      return z.record(z.string(), z.url()).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON object from names to URLs' });
      return z.NEVER;
    }
  })
  .optional();

/**
 * The setting for the demo account's credits. It is in credits, with a default of 1,000; the parsed value is in
 * micro-credits.
 */
export const creditsSetting = z.string().default('1000').transform(toMicros);

/**
 * The setting for the number of requests per minute of the demo account's key. The default of 60 is enough for a reader
 * of the first pages of the documentation.
 */
export const demoRateLimitSetting = z.coerce.number().int().min(1).max(1_000_000).default(60);

const stackConfig = z.object({
  ASSAY_PORT: port.optional(),
  ASSAY_DASHBOARD_PORT: port.optional(),
  ASSAY_DASHBOARD_SECRET: z.string().optional(),
  ASSAY_DASHBOARD_SECRET_KEYS: z.string().optional(),
  ASSAY_SMTP_URL: z.string().optional(),
  ASSAY_DEMO_CREDITS: creditsSetting,
  ASSAY_RATE_LIMIT_PER_MINUTE: demoRateLimitSetting,
  ASSAY_ADMIN_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  ASSAY_WATCH_SECRET_KEYS: z.string().optional(),
  ASSAY_BILLING_SECRET_KEYS: z.string().optional(),
  ASSAY_SIGNING_KEYS: z.string().optional(),
  ASSAY_PG_URL: z.url().optional(),
  // With "true", each service uses its own role from deploy/postgres/roles.sql.
  ASSAY_PG_ROLES: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  ASSAY_NATS_URL: z.string().optional(),
  ASSAY_NATS_SERVER_BIN: z.string().optional(),
  ASSAY_PROVIDER_URLS: urlsByName,
  ASSAY_RPC_URLS: urlsByName,
  ASSAY_DRAIN_MS: z.string().default('3000'),
  // Zero, because a local stack has no load balancer that needs time to notice a stopping process.
  ASSAY_DRAIN_SECONDS: z.string().default('0'),
});

function toMicros(text: string, context: z.RefinementCtx): bigint {
  const micros = parseCredits(text);
  if (micros === undefined) {
    context.addIssue({
      code: 'custom',
      message: `must be ${creditsForm}`,
    });
    return z.NEVER;
  }
  return micros;
}

/** The variables that the stack itself reads. It passes the whole environment to the services. */
export type StackSettings = z.infer<typeof stackConfig>;

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the stack's settings. Throws an error that names every wrong variable. */
export function readStackSettings(environment: Environment): StackSettings {
  return readConfig(stackConfig, environment);
}

/** Returns the data directory of an environment; `.data` when ASSAY_DATA_DIR is absent. */
export function dataDirOf(environment: Environment): string {
  const directory = environment['ASSAY_DATA_DIR'];
  return directory === undefined || directory === '' ? '.data' : directory;
}

const ownMachine = '127.0.0.0/8';

/**
 * Returns the settings that `make up` adds for the person at this machine. In a sandbox, notifications may reach a
 * receiver on this machine. With live sources, or when the caller has set the allowed networks, it adds nothing.
 */
export function localSettings(
  sources: 'sandbox' | 'live',
  given: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return sources === 'sandbox' && given['ASSAY_EGRESS_ALLOW'] === undefined ? { ASSAY_EGRESS_ALLOW: ownMachine } : {};
}
