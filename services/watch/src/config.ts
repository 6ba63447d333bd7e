import { markupConfig } from '@assay/metering/markup';
import { adminConfig, migrationConfig, postgresConfig, rpcServerConfig } from '@assay/runtime/config';
import { natsConfig } from '@assay/messaging/nats-auth';
import { nodeStreamUrls, nodeUrls } from '@assay/runtime/json-setting';
import { z } from 'zod';
import { serviceAddresses } from '@assay/runtime/service-address';
import { sealingKeysSetting } from '@assay/storage/sealing';

const networks = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );

const maxSetting = (count: number) => z.coerce.number().int().min(1).max(1_000_000).default(count);

/** Schema of the watch service's settings, in addition to those of every service. */
export const watchConfig = z.object({
  ...rpcServerConfig.shape,
  ...postgresConfig.shape,
  ...migrationConfig.shape,
  ...natsConfig.shape,
  ...markupConfig.shape,
  ...adminConfig.shape,
  ASSAY_BILLING_ADDRESS: serviceAddresses.describe('host:port of billing; several addresses are separated by commas.'),
  ASSAY_ENGINE_ADDRESS: serviceAddresses.describe('host:port of the engine, several separated by commas.'),
  ASSAY_WATCH_SECRET_KEYS: sealingKeysSetting.describe(
    'Keys of webhook secrets: id:key pairs separated by commas, each key 32 bytes in base64url. The service encrypts with the first key, and can decrypt with each of them. Never logged.',
  ),
  ASSAY_EGRESS_ALLOW: networks.describe(
    'Private networks that webhooks may reach, as CIDR ranges separated by commas.',
  ),
  ASSAY_OWN_ADDRESSES: networks.describe(
    "The deployment's own public addresses, which webhooks must not lead to: address, address:port or CIDR, separated by commas.",
  ),
  ASSAY_MAX_WATCHES_PER_ACCOUNT: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(1_000)
    .describe('Maximum number of watches of one account. A single response lists all watches of an account.'),
  ASSAY_WATCH_UNPAID_PER_MINUTE: maxSetting(60).describe(
    "Maximum number of an account's verifications in a minute that lead to no notification. The service defers further changes.",
  ),
  ASSAY_WATCH_FAILED_PER_MINUTE: maxSetting(60).describe(
    "Maximum number of an account's notifications in a minute that are not received. The service defers further changes.",
  ),
  ASSAY_WATCH_FAILED_PER_DAY: maxSetting(100).describe(
    "Maximum number of an account's notifications in a day (UTC) that are not received. Beyond it, the service defers the changes of watches whose last attempt failed or that never delivered a notification.",
  ),
  ASSAY_WATCH_DESTINATION_PER_MINUTE: maxSetting(700).describe(
    'Maximum number of notifications in a minute to one registrable domain, and to one address, over all accounts and replicas. Further changes are deferred.',
  ),
  ASSAY_WATCH_DESTINATION_IN_FLIGHT: maxSetting(40).describe(
    'Maximum number of notifications in flight to one registrable domain, and to one address, over all accounts and replicas. Further changes are deferred.',
  ),
  ASSAY_RPC_URLS: nodeUrls.describe(
    'JSON object from names to JSON-RPC URLs of Solana nodes, in the order of preference. The first healthy node is polled. URLs may contain keys and are never logged.',
  ),
  ASSAY_POLL_INTERVAL_MS: z.coerce
    .number()
    .int()
    .min(50)
    .max(3_600_000)
    .default(2_000)
    .describe(
      'Interval at which the service reads every watched address. If a round takes longer, the next one starts immediately.',
    ),
  ASSAY_POLL_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(4)
    .describe('Maximum number of reads in flight in one replica. Each reads up to 100 addresses.'),
  ASSAY_WATCH_LEASE_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(300_000)
    .default(10_000)
    .describe('If a replica does not renew its lease for this time, other replicas poll its addresses.'),
  ASSAY_TRIGGER: z
    .enum(['poll', 'stream'])
    .default('poll')
    .describe(
      'With poll, the service reads the addresses at an interval. With stream, it also receives push updates by WebSocket, which shortens the time until it detects a change.',
    ),
  ASSAY_RPC_STREAM_URLS: nodeStreamUrls.describe(
    'JSON object from names to WebSocket URLs, for nodes whose WebSocket URL differs from their JSON-RPC URL. Never logged.',
  ),
  ASSAY_WEBHOOK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(10_000)
    .default(10_000)
    .describe('Maximum time of a call to a webhook, from name resolution to the end of the answer.'),
  ASSAY_DELIVERY_LEASE_MS: z.coerce
    .number()
    .int()
    .min(2_000)
    .max(300_000)
    .default(30_000)
    .describe(
      "Time after which a dead replica's delivery ends. The service never repeats a notification that the dead replica was sending; it delivers other triggers again. It must be longer than a verification and a call to a webhook together take.",
    ),
  ASSAY_STREAM_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('Number of copies of the queue of triggers that a NATS cluster stores.'),
});

/** The settings of the watch service, as parsed. */
export type WatchConfig = z.infer<typeof watchConfig>;
