import { adminConfig, postgresConfig, rpcServerConfig, migrationConfig } from '@assay/runtime/config';
import { natsConfig } from '@assay/messaging/nats-auth';
import { sealingKeysSetting } from '@assay/storage/sealing';
import { z } from 'zod';

const hourMs = 3_600_000;

/** Billing's own settings, in addition to those of every service. */
export const billingConfig = rpcServerConfig
  .extend(postgresConfig.shape)
  .extend(migrationConfig.shape)
  .extend(natsConfig.shape)
  .extend(adminConfig.shape)
  .extend({
    ASSAY_PG_POOL_SIZE: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe(
        'Maximum number of connections of one billing process for calls, which use up to 9 of them. Locked accounts, pages and maintenance have 9 more connections.',
      ),
    ASSAY_BILLING_SECRET_KEYS: sealingKeysSetting.describe(
      'Keys of stored answers to calls with an idempotency key: id:key pairs separated by commas, each key 32 bytes in base64url. The service encrypts with the first key, and can decrypt with each of them. Never logged.',
    ),
    ASSAY_RATE_LIMIT_PER_MINUTE: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(10)
      .describe('Requests per minute for each key of a new account, unless the account gets another limit.'),
    ASSAY_TRIAL_CREDITS: z.coerce
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .default(0)
      .describe('Credits of a new account that the dashboard opens with a trial.'),
    ASSAY_MAX_KEYS_PER_ACCOUNT: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(50)
      .describe('Maximum number of valid keys of an account. Each key has a separate rate limit.'),
    ASSAY_HOLD_RETENTION_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .max(3_650)
      .default(35)
      .describe(
        'Days for which billing stores ended holds, usage by the hour, and the calls of ledger entries. It stores usage by the day forever.',
      ),
    ASSAY_LEDGER_RETENTION_DAYS: z.coerce
      .number()
      .int()
      .min(0)
      .max(36_500)
      .refine((days) => days === 0 || days >= 90, { error: 'must be 0 or at least 90' })
      .default(0)
      .describe(
        'Days for which billing stores ledger entries, at least 90; 0 means forever. When billing deletes the entries of a day, it adds one entry for each account with their sum.',
      ),
    ASSAY_AUDIT_RETENTION_DAYS: z.coerce
      .number()
      .int()
      .min(90)
      .max(36_500)
      .default(730)
      .describe('Days for which actions of operators are stored.'),
    ASSAY_HOLD_LIFETIME_MS: z.coerce
      .number()
      .int()
      .min(100)
      .max(hourMs)
      .default(60_000)
      .describe('Time after which a hold without a settlement lapses.'),
    ASSAY_CONFIRM_WITHIN_MS: z.coerce
      .number()
      .int()
      .min(100)
      .max(hourMs)
      .default(60_000)
      .describe('Time after the capture of a charge at which billing reverses the charge if it is still unconfirmed.'),
    ASSAY_SWEEP_INTERVAL_MS: z.coerce
      .number()
      .int()
      .min(50)
      .max(hourMs)
      .default(3_000)
      .describe('Pause between two sweeps of holds that are due.'),
    ASSAY_SWEEP_GRACE_MS: z.coerce
      .number()
      .int()
      .min(0)
      .max(hourMs)
      .default(15_000)
      .describe(
        'After billing or its database was unavailable, billing reverses no charge for this time, so that late confirmations can arrive.',
      ),
  });

/** The settings of billing, parsed from the environment variables. */
export type BillingConfig = z.infer<typeof billingConfig>;
