import { z } from 'zod';
import { adminConfig, postgresConfig, rpcServerConfig } from '@assay/runtime/config';
import { natsConfig } from '@assay/messaging/nats-auth';
import { jsonSetting, nodeUrls } from '@assay/runtime/json-setting';
import { serviceAddresses } from '@assay/runtime/service-address';

/** The engine's own environment variables, besides those of every service. */
export const engineConfig = z.object({
  ...rpcServerConfig.shape,
  ...postgresConfig.shape,
  ...natsConfig.shape,
  ...adminConfig.shape,
  ASSAY_BILLING_ADDRESS: serviceAddresses
    .optional()
    .describe(
      'host:port of billing; several addresses are separated by commas. The engine verifies tokens of named operators with billing. Without this address it accepts only ASSAY_ADMIN_TOKEN.',
    ),
  ASSAY_MODE: z
    .enum(['live', 'sandbox'])
    .default('live')
    .describe(
      'live asks every provider. sandbox asks only those with a URL in ASSAY_PROVIDER_URLS, and marks their names.',
    ),
  ASSAY_PROVIDER_URLS: jsonSetting(
    z.record(z.string(), z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })),
    '{"kraken":"http://localhost:9000"}',
  ).describe(
    'JSON object from names of providers to base URLs that replace the built-in ones. A provider with two hosts has two names, such as binance and binance.futures. With an unknown name the engine does not start.',
  ),
  ASSAY_RPC_URLS: nodeUrls.describe(
    'JSON object from names to JSON-RPC URLs of Solana nodes. Without a node, the catalog lists no chain types, and prices have no reference. URLs may contain keys, so they are never logged.',
  ),
  ASSAY_PROVIDER_KEYS: jsonSetting(
    z.record(
      z.string(),
      z.string().regex(/^[\x21-\x7e]{1,4096}$/, 'must be visible ASCII characters without spaces or line breaks'),
    ),
    '{"coingecko":"..."}',
  ).describe(
    'JSON object from ids of providers to API keys, which are never logged. The engine does not ask a provider whose required key is missing. With a key for an unknown provider the engine does not start.',
  ),
  ASSAY_PROVIDER_PLANS: jsonSetting(z.record(z.string(), z.string().min(1)), '{"coingecko":"paid"}').describe(
    "JSON object from ids of providers to the plans of their keys. The plan determines the host, the header, the age of the data and the rate limit. Default: the plan of the host in ASSAY_PROVIDER_URLS, otherwise the provider's first plan.",
  ),
  ASSAY_PROVIDER_BUDGETS: jsonSetting(
    z.record(
      z.string(),
      z.object({ requests: z.number().int().min(1).max(100_000), perMs: z.number().int().positive() }),
    ),
    '{"coingecko":{"requests":500,"perMs":60000}}',
  ).describe(
    'JSON object from ids of providers or names of nodes to request budgets, which all replicas share. A budget replaces the documented limit, for example for a paid plan. Budgets with a window over one minute are counted in the database, so the count of a monthly quota survives restarts.',
  ),
  ASSAY_MASTODON_HOSTS: z
    .string()
    .default(
      'mastodon.social,mastodon.online,mstdn.social,mas.to,fosstodon.org,hachyderm.io,infosec.exchange,techhub.social,mastodon.world,social.vivaldi.net',
    )
    .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
    .pipe(
      z.array(
        z
          .string()
          .regex(/^(\*|([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63})$/, 'must be host names separated by commas, or "*"'),
      ),
    )
    .describe(
      'Hosts of Mastodon that questions may name, separated by commas. "*" allows every public host. Requests never go to private addresses.',
    ),
  ASSAY_PYTH_GUARDIANS: jsonSetting(
    z.object({
      kind: z.enum(['guardians', 'routers']).default('guardians'),
      index: z.number().int().min(0).default(0),
      addresses: z
        .array(z.string().regex(/^[0-9a-f]{40}$/, 'must be 40 lower-case hex digits'))
        .max(255)
        .default([]),
    }),
    '{"kind":"routers","index":2,"addresses":["41534bb176e461a3fb30479400f210549ecce638"]}',
  ).describe(
    'JSON object with the signers of Pyth whose signed prices the engine accepts. `kind` is `routers`, or `guardians` for the Wormhole guardians before the upgrade of 2026-08-26. `index` is the index of the set, and `addresses` lists its addresses in order, as lower-case hex. This set replaces the built-in sets. A signed price serves as the reference when no two nodes confirm each other. Default in live mode: the router sets 0 and 1 and the guardian set 5, each for its period.',
  ),
  ASSAY_PYTH_THIRD_PARTY_ACCOUNTS: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'on also reads the price accounts that an unnamed third party updates, such as those of XRP and ADA. Pyth checks the signatures of these updates too, but the third party may stop at any time.',
    ),
  ASSAY_STREAMS: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      "on answers from the providers' streams while their updates are fresh. off answers every question from REST.",
    ),
  ASSAY_STREAM_URLS: jsonSetting(
    z.record(z.string(), z.url({ protocol: /^(wss?|https?)$/, error: 'must be a ws, wss, http or https URL' })),
    '{"kraken":"wss://proxy.example/kraken"}',
  ).describe(
    'JSON object from ids of streams to URLs that replace the built-in addresses. In live mode, a provider with a URL in ASSAY_PROVIDER_URLS has no stream unless this setting names it.',
  ),
  ASSAY_STREAM_FRESH_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(2_000)
    .describe(
      "Maximum age of a stream update that answers a question, by the venue's own time. For older updates the engine uses REST.",
    ),
  ASSAY_STREAM_CONFIRMED_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600_000)
    .default(60_000)
    .describe(
      'Maximum age of the REST answer that must agree with a stream update. If the REST answer is older, the engine uses REST.',
    ),
  ASSAY_PACE: z
    .literal('live')
    .optional()
    .describe(
      'live makes the engine sample and probe sources and nodes in sandbox mode only as often as in live mode.',
    ),
  ASSAY_PROBE_IDLE_MS: z.coerce
    .number()
    .int()
    .min(500)
    .optional()
    .describe(
      "Time without a request after which a source is probed. Default: 5 minutes at the live pace, 600 ms at the sandbox's pace.",
    ),
  ASSAY_TRACE_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(30)
    .describe('Days for which the engine stores decisions. It deletes older ones by whole UTC days.'),
  ASSAY_EVIDENCE_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(14)
    .describe('Days for which the history of the evidence on each pair of providers is stored.'),
  ASSAY_STREAM_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('Number of copies of the decision stream in a NATS cluster.'),
  ASSAY_DECISION_STREAM_MB: z.coerce
    .number()
    .int()
    .min(64)
    .max(1_000_000)
    .default(8_000)
    .describe(
      'Size of the decision stream in megabytes. With 1,000 decisions a second, the default has room for one hour in which the database is unavailable.',
    ),
});

/** The engine's settings. */
export type EngineConfig = z.infer<typeof engineConfig>;

/** Returns the mode whose intervals the engine uses for its own requests to sources and nodes, without a caller. */
export const paceOf = (config: EngineConfig): 'live' | 'sandbox' => config.ASSAY_PACE ?? config.ASSAY_MODE;
