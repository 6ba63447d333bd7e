import { z } from 'zod';
import { port } from '@assay/runtime/config';
import { natsConfig } from '@assay/messaging/nats-auth';
import { serviceAddresses } from '@assay/runtime/service-address';
import { parseSealingKeys } from '@assay/storage/sealing';
import { markupConfig } from '@assay/metering/markup';

/** The gateway's own settings, in addition to those of every service. */
export const gatewayConfig = z.object({
  ASSAY_PORT: port.default(8080).describe('Port of the public HTTP API; 0 takes a free port.'),
  ASSAY_MODE: z
    .enum(['live', 'sandbox'])
    .default('live')
    .describe('sandbox adds the header x-assay-mode to every response, because its sources are simulated.'),
  ASSAY_BILLING_ADDRESS: serviceAddresses.describe(
    'host:port of billing. The service distributes its calls over all addresses of the name, or over a list of addresses separated by commas.',
  ),
  ASSAY_ENGINE_ADDRESS: serviceAddresses.describe('host:port of the engine, in the form of ASSAY_BILLING_ADDRESS.'),
  ASSAY_GATE_ADDRESS: serviceAddresses.describe('host:port of the gate, in the form of ASSAY_BILLING_ADDRESS.'),
  ASSAY_RESOLVER_ADDRESS: serviceAddresses.describe('host:port of the resolver, in the form of ASSAY_BILLING_ADDRESS.'),
  ASSAY_WATCH_ADDRESS: serviceAddresses.describe(
    'host:port of the watch service, in the form of ASSAY_BILLING_ADDRESS.',
  ),
  ASSAY_UNKNOWN_KEYS_PER_SECOND: z.coerce
    .number()
    .min(0)
    .max(100_000)
    .default(10)
    .describe(
      'Look-ups of unknown API keys that one remote address may cause per second. Set 0 (no limit) behind a proxy.',
    ),
  ASSAY_UNKNOWN_KEYS_BURST: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(50)
    .describe('Look-ups of unknown API keys that one remote address may cause in a row after a pause.'),
  ASSAY_MCP_MESSAGES_PER_SECOND: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000)
    .default(20)
    .describe(
      "MCP messages other than tool calls that one API key may send per second; 0 means no limit. Keys that were never accepted share their address's limit of unknown keys.",
    ),
  ASSAY_MCP_MESSAGES_BURST: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(200)
    .describe('MCP messages other than tool calls that one API key may send in a row after a pause.'),
  ASSAY_MAX_CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000)
    .default(64)
    .describe('Maximum number of open connections from one remote address. Set 0 (no limit) behind a proxy.'),
  ASSAY_DASHBOARD_URL: z
    .url()
    .optional()
    .describe('Address of the dashboard, to which the first page links. Absent: no link.'),
  ASSAY_CORS_ORIGINS: z
    .string()
    .regex(/^(https?:\/\/[^\s/,]+(,https?:\/\/[^\s/,]+)*)?$/, 'must be origins such as https://app.example.com')
    .default('')
    .describe(
      'Origins whose pages may read responses in a browser, separated by commas; empty allows none. Every origin may read public documents such as /docs and /v1/openapi.json.',
    ),
  ASSAY_SIGNING_KEYS: z
    .string()
    .default('')
    .transform((text, context) => {
      const keys = text === '' ? [] : parseSealingKeys(text);
      if (typeof keys === 'string') {
        context.addIssue({ code: 'custom', message: keys });
        return z.NEVER;
      }
      return keys;
    })
    .describe(
      'Keys of signed answers: id:key pairs separated by commas, each key 32 bytes in base64url. The first key signs, and /.well-known/jwks.json publishes the public part of every key. Empty: the gateway signs no answers. Never logged.',
    ),
  ...natsConfig.shape,
  ...markupConfig.shape,
});

/** The gateway's settings, as parsed. The markup is in basis points. */
export type GatewayConfig = z.infer<typeof gatewayConfig>;
