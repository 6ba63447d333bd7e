import { markupConfig } from '@assay/service/markup';
import { natsConfig, postgresConfig, rpcServerConfig } from '@assay/service/config';
import { nodeStreamUrls, nodeUrls } from '@assay/service/json-setting';
import { z } from 'zod';
import { parseSecretKeys } from './secrets.ts';

const networks = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );

/** What the watch service reads from its environment besides what every service does. */
export const watchConfig = z.object({
  ...rpcServerConfig.shape,
  ...postgresConfig.shape,
  ...natsConfig.shape,
  ...markupConfig.shape,
  ASSAY_BILLING_ADDRESS: z.string().min(1).describe('host:port of billing, several separated by commas.'),
  ASSAY_ENGINE_ADDRESS: z.string().min(1).describe('host:port of the engine, several separated by commas.'),
  ASSAY_WATCH_SECRET_KEYS: z
    .string('must be id:key with a key of 32 bytes in base64url')
    .transform((text, context) => {
      const keys = parseSecretKeys(text);
      if (typeof keys === 'string') {
        context.addIssue({ code: 'custom', message: keys });
        return z.NEVER;
      }
      return keys;
    })
    .describe(
      'Keys that webhook secrets are kept under: id:key, several separated by commas, each 32 bytes in base64url. The first seals, all open. Never logged.',
    ),
  ASSAY_EGRESS_ALLOW: networks.describe(
    'Networks, as CIDR separated by commas, that webhooks may lead to although they are not public.',
  ),
  ASSAY_OWN_ADDRESSES: networks.describe(
    "The deployment's own public addresses, as an address, address:port or CIDR separated by commas: webhooks must not lead there.",
  ),
  ASSAY_MAX_WATCHES_PER_ACCOUNT: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(1_000)
    .describe('Watches that one account may have; they are listed in one answer.'),
  ASSAY_RPC_URLS: nodeUrls.describe(
    "JSON, name to URL of a Solana node's JSON-RPC, in the order of preference: the first that answers is polled. URLs may hold keys and are never logged.",
  ),
  ASSAY_POLL_INTERVAL_MS: z.coerce
    .number()
    .int()
    .min(50)
    .max(3_600_000)
    .default(2_000)
    .describe('How often every watched address is read; a round that takes longer is followed by the next at once.'),
  ASSAY_POLL_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(4)
    .describe('Reads of up to 100 addresses that one replica has under way at once.'),
  ASSAY_WATCH_LEASE_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(300_000)
    .default(10_000)
    .describe("After so long without a sign of life a replica's addresses are polled by the others."),
  ASSAY_TRIGGER: z
    .enum(['poll', 'stream'])
    .default('poll')
    .describe('stream: nodes also tell of changes by WebSocket, which only makes them noticed sooner.'),
  ASSAY_RPC_STREAM_URLS: nodeStreamUrls.describe(
    'JSON, name to WebSocket URL of those nodes that do not serve it at the URL of their JSON-RPC. Never logged.',
  ),
  ASSAY_WEBHOOK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(10_000)
    .default(10_000)
    .describe('How long a webhook may take for its whole answer, from the look-up of its name on.'),
  ASSAY_DELIVERY_LEASE_MS: z.coerce
    .number()
    .int()
    .min(2_000)
    .max(300_000)
    .default(30_000)
    .describe(
      'After so long a delivery whose replica died is ended: what was being sent is never sent again, other triggers begin anew. Longer than a verification, and than a webhook may take.',
    ),
  ASSAY_STREAM_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('Copies that a NATS cluster keeps of the queue of triggers.'),
});

/** The watch service's settings. */
export type WatchConfig = z.infer<typeof watchConfig>;
