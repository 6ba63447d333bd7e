import { adminConfig, natsConfig, postgresConfig, rpcServerConfig } from '@assay/service/config';
import { z } from 'zod';

const hourMs = 3_600_000;

/** What billing reads from its environment. */
export const billingConfig = rpcServerConfig
  .extend(postgresConfig.shape)
  .extend(natsConfig.shape)
  .extend(adminConfig.shape)
  .extend({
    ASSAY_PG_POOL_SIZE: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe('Connections that one billing process opens at most; its statements in flight keep up to 9 busy.'),
    ASSAY_RATE_LIMIT_PER_MINUTE: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(10)
      .describe('Requests per minute of each key of a new account that is given no limit of its own.'),
    ASSAY_HOLD_LIFETIME_MS: z.coerce
      .number()
      .int()
      .min(100)
      .max(hourMs)
      .default(60_000)
      .describe('How long after it was taken a hold that nobody settled lapses.'),
    ASSAY_CONFIRM_WITHIN_MS: z.coerce
      .number()
      .int()
      .min(100)
      .max(hourMs)
      .default(60_000)
      .describe('How long after its capture a charge that nobody confirmed is given back.'),
    ASSAY_SWEEP_INTERVAL_MS: z.coerce
      .number()
      .int()
      .min(50)
      .max(hourMs)
      .default(3_000)
      .describe('Pause between two searches for holds that are due.'),
    ASSAY_SWEEP_GRACE_MS: z.coerce
      .number()
      .int()
      .min(0)
      .max(hourMs)
      .default(15_000)
      .describe('How long charges are not given back after billing or its database was away, for late confirmations.'),
  });
