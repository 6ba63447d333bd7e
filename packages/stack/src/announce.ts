import { loadCatalog } from '@assay/catalog/catalog';
import { plainIdentity } from '@assay/rpc/identity';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { z } from 'zod';
import { adminConfig, port, readConfig } from '@assay/runtime/config';
import { systemClock } from '@assay/runtime/clock';
import { dashboardSignInLink } from './dashboard-link.ts';
import { loadOrCreateDemoAccount, type DemoAccount } from './demo-account.ts';
import { followMeasurement, openServedTypes, type ServedTypesReader } from './follow-measurement.ts';
import { createLiveOutput } from './live-output.ts';
import { offFacts, offLines } from './off-lines.ts';
import { poll } from './poll.ts';
import { fetchTypes, waitForTypes } from './readiness.ts';
import { readyMessage } from './ready-message.ts';
import { sampleOf } from './sample-request.ts';
import { creditsSetting, demoRateLimitSetting } from './settings.ts';

const settings = adminConfig.extend({
  ASSAY_GATEWAY_URL: z.url().describe('Base URL of the gateway for this program.'),
  ASSAY_PUBLIC_URL: z.url().describe('Base URL of the gateway for people.'),
  ASSAY_SANDBOX_URL: z.url().optional(),
  ASSAY_BILLING_ADDRESS: z.string().min(1),
  ASSAY_ENGINE_ADDRESS: z.string().min(1),
  ASSAY_DASHBOARD_ADDRESS: z.string().min(1),
  ASSAY_MODE: z.enum(['live', 'sandbox']).default('live'),
  ASSAY_DATA_DIR: z.string().default('.data'),
  ASSAY_DEMO_CREDITS: creditsSetting,
  ASSAY_RATE_LIMIT_PER_MINUTE: demoRateLimitSetting,
  ASSAY_OPS_PORT: port,
  // This program needs to know only whether the next two settings are set, not their values.
  ASSAY_HAS_NODES: z.literal('yes').optional(),
  ASSAY_HAS_PROVIDER_KEYS: z.literal('yes').optional(),
  ASSAY_HAS_MAIL: z.literal('yes').optional(),
});

type Settings = z.infer<typeof settings>;

const output = createLiveOutput(process.stdout);
const engineContext = { identity: plainIdentity, signal: undefined };

/**
 * Maximum time to wait for missing types, in milliseconds. The sources of the sandbox always start. Real providers may
 * be unavailable for hours, so the program announces a live system even when types are missing.
 */
const typesTimeoutMs = { sandbox: 240_000, live: 30_000 } as const;
const connectTimeoutMs = 240_000;
const connectPauseMs = 2_000;
/**
 * Pause between two requests for the list of types, in milliseconds. Each request counts towards the demo key's limit,
 * and an operator may have set a low limit.
 */
const listingPauseMs = 10_000;
const listingTimeoutMs = 60_000;

/**
 * Waits until a system that docker compose started can answer, opens its demo account, and prints the ready message of
 * `make up`. In live mode it also prints which features are off. It then waits at most 30 seconds for missing types.
 * Rejects with an error that names the missing part. Returns the state from which followMeasurement continues.
 */
async function announce(config: Settings, reader: ServedTypesReader): Promise<Parameters<typeof followMeasurement>[0]> {
  const startedAt = performance.now();
  const isLive = config.ASSAY_MODE === 'live';
  output.write(`waiting for the first answers of the ${config.ASSAY_MODE} system\n`);
  const available = await waitForTypes(config.ASSAY_ENGINE_ADDRESS, typesTimeoutMs[config.ASSAY_MODE], engineContext);
  if (!isLive && available.missing.length > 0) {
    throw new Error(`the engine does not serve ${available.missing.join(', ')}; see "docker compose logs engine"`);
  }
  const served = new Set(available.served);
  const demo = await openDemoAccount(config);
  await waitForGateway(config.ASSAY_GATEWAY_URL, demo.apiKey, served.size);
  const hasDashboard = !isLive || config.ASSAY_HAS_MAIL === 'yes';
  const catalog = await loadCatalog();
  const types = await reader.read();
  const sample = sampleOf(catalog, types, config.ASSAY_MODE);
  output.write(
    readyMessage(
      {
        mode: config.ASSAY_MODE,
        gatewayUrl: config.ASSAY_PUBLIC_URL,
        sandboxUrl: config.ASSAY_SANDBOX_URL ?? null,
        apiKey: demo.apiKey,
        logs: 'docker compose logs',
        stop: '"docker compose down" stops the system.',
      },
      {
        seconds: (performance.now() - startedAt) / 1_000,
        signInLink: hasDashboard ? await signInLink(config, demo.accountId) : undefined,
        sample,
        off: isLive ? offLines(await offFacts(catalog, served, givenSettingsOf(config), doctor)) : [],
      },
    ),
  );
  return { types, sampleType: sample?.type };
}

const doctor = 'docker compose run --rm operator doctor';

function givenSettingsOf(config: Settings): Parameters<typeof offFacts>[2] {
  return {
    hasNodes: config.ASSAY_HAS_NODES === 'yes',
    hasMail: config.ASSAY_HAS_MAIL === 'yes',
    keys: config.ASSAY_HAS_PROVIDER_KEYS === 'yes' ? 'unknown' : new Set(),
  };
}

/**
 * Repeats a call until it succeeds, because services may still be starting. Rejects with the last error when the time is
 * over.
 */
async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  let reason: unknown;
  const { result } = await poll(
    async () => {
      try {
        return { result: await call() };
      } catch (error) {
        reason = error;
        return undefined;
      }
    },
    {
      timeoutMs: connectTimeoutMs,
      everyMs: connectPauseMs,
      onTimeout: () => {
        throw reason;
      },
    },
  );
  return result;
}

function openDemoAccount(config: Settings): Promise<DemoAccount> {
  return patiently(() =>
    loadOrCreateDemoAccount({
      dataDir: resolve(config.ASSAY_DATA_DIR),
      billingAddress: config.ASSAY_BILLING_ADDRESS,
      adminToken: config.ASSAY_ADMIN_TOKEN,
      creditMicros: config.ASSAY_DEMO_CREDITS,
      rateLimitPerMinute: config.ASSAY_RATE_LIMIT_PER_MINUTE,
      keyIsAccepted: async (key) => (await fetchTypes(config.ASSAY_GATEWAY_URL, key)).accepted,
    }),
  );
}

/** Returns the sign-in link. It is valid for only five minutes, so it is created last. */
function signInLink(config: Settings, demoAccountId: string): Promise<string | undefined> {
  const { ASSAY_ADMIN_TOKEN: adminToken, ASSAY_DASHBOARD_ADDRESS: dashboardAddress } = config;
  return patiently(() => dashboardSignInLink({ adminToken, dashboardAddress, demoAccountId }));
}

/**
 * Waits until the gateway lists as many types as the engine serves. When the gateway still lists fewer types at the
 * end, this is not a failure.
 */
async function waitForGateway(gatewayUrl: string, apiKey: string, count: number): Promise<void> {
  await poll(
    async () => ((await patiently(() => fetchTypes(gatewayUrl, apiKey))).types?.size === count ? true : undefined),
    {
      timeoutMs: listingTimeoutMs,
      everyMs: listingPauseMs,
      onTimeout: () => true,
    },
  );
}

const config = readConfig(settings, process.env);
// The first process of a container ends on a signal only if it handles the signal.
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => process.exit(0));
const reader = openServedTypes(config.ASSAY_ENGINE_ADDRESS, plainIdentity);
try {
  const start = await announce(config, reader);
  // "docker compose up --wait" waits until every container runs and is healthy. So this program must not end.
  createServer((_request, response) => response.writeHead(200).end('ready\n')).listen(config.ASSAY_OPS_PORT);
  await followMeasurement(start, reader.read, output, { clock: systemClock });
} catch (error) {
  process.stderr.write(`not ready: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
} finally {
  reader.close();
}
