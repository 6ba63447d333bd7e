import { z } from 'zod';
import { adminConfig, natsConfig, postgresConfig, rpcServerConfig } from '@assay/service/config';
import { jsonSetting, nodeUrls } from '@assay/service/json-setting';

/** What the engine reads from its environment besides what every service does. */
export const engineConfig = z.object({
  ...rpcServerConfig.shape,
  ...postgresConfig.shape,
  ...natsConfig.shape,
  ...adminConfig.shape,
  ASSAY_MODE: z
    .enum(['live', 'sandbox'])
    .default('live')
    .describe(
      'sandbox: only providers with a URL in ASSAY_PROVIDER_URLS are asked, and sources are marked as sandbox.',
    ),
  ASSAY_PROVIDER_URLS: jsonSetting(
    z.record(z.string(), z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })),
    '{"kraken":"http://localhost:9000"}',
  ).describe('JSON, provider id to base URL: replaces where a provider is reached.'),
  ASSAY_RPC_URLS: nodeUrls.describe(
    "JSON, name to URL of a Solana node's JSON-RPC. Without any, no type of the chain is listed and prices have no reference on chain. URLs may hold keys and are never logged.",
  ),
  ASSAY_PROVIDER_KEYS: jsonSetting(z.record(z.string(), z.string().min(1)), '{"coingecko":"..."}').describe(
    'JSON, provider id to API key. Never logged.',
  ),
  ASSAY_PROVIDER_BUDGETS: jsonSetting(
    z.record(
      z.string(),
      z.object({ requests: z.number().int().min(1).max(100_000), perMs: z.number().int().positive() }),
    ),
    '{"coingecko":{"requests":500,"perMs":60000}}',
  ).describe(
    'JSON, provider id or node name to requests per milliseconds for one process: replaces the documented limit, for a paid plan or to share one limit among replicas.',
  ),
  ASSAY_PROBE_IDLE_MS: z.coerce
    .number()
    .int()
    .min(500)
    .optional()
    .describe(
      'A source that nobody asked for so long is probed. Default: five minutes live, 600 milliseconds in sandbox mode.',
    ),
  ASSAY_STREAM_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('Copies that a NATS cluster keeps of the decision stream.'),
});

/** The engine's settings. */
export type EngineConfig = z.infer<typeof engineConfig>;
