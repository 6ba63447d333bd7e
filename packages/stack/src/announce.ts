import { loadCatalog } from '@assay/catalog/catalog';
import { resolve } from 'node:path';
import { z } from 'zod';
import { adminConfig, readConfig } from '@assay/runtime/config';
import { loadOrCreateDemoAccount } from './demo-account.ts';
import { offFacts, offLines } from './off-lines.ts';
import { poll } from './poll.ts';
import { fetchTypes } from './readiness.ts';
import { readyMessage } from './ready-message.ts';
import { sampleBody } from './sample-request.ts';
import { creditsSetting } from './settings.ts';

const settings = adminConfig.extend({
  ASSAY_GATEWAY_URL: z.url().describe('Base URL of the gateway for this program.'),
  ASSAY_PUBLIC_URL: z.url().describe('Base URL of the gateway for people.'),
  ASSAY_SANDBOX_URL: z.url().optional(),
  ASSAY_BILLING_ADDRESS: z.string().min(1),
  ASSAY_MODE: z.enum(['live', 'sandbox']).default('live'),
  ASSAY_DATA_DIR: z.string().default('.data'),
  ASSAY_DEMO_CREDITS: creditsSetting,
});

const timeoutMs = 180_000;
const pauseMs = 2_000;

/** Time after which a live system without any type is announced anyway: its providers may be unavailable for hours. */
const liveTimeoutMs = 30_000;

/**
 * Waits until a system that docker compose started lists a type, opens its demo account and prints the ready message of
 * `make up`. In live mode it also prints what is off, after at most 30 seconds. Rejects after three minutes with what is
 * missing.
 */
async function announce(): Promise<void> {
  const config = readConfig(settings, process.env);
  const startedAt = performance.now();
  const isLive = config.ASSAY_MODE === 'live';
  const elapsedMs = (): number => performance.now() - startedAt;
  const { apiKey, types } = await poll(() => listedTypes(config, isLive && elapsedMs() > liveTimeoutMs), {
    timeoutMs,
    everyMs: pauseMs,
    onTimeout: () => {
      throw new Error(`${config.ASSAY_GATEWAY_URL} listed no type within ${timeoutMs / 1_000} s`);
    },
  });
  const catalog = await loadCatalog();
  process.stdout.write(
    readyMessage(
      {
        mode: config.ASSAY_MODE,
        gatewayUrl: config.ASSAY_PUBLIC_URL,
        sandboxUrl: config.ASSAY_SANDBOX_URL ?? null,
        apiKey,
        logs: 'docker compose logs',
        stop: '"docker compose down" stops the system.',
      },
      {
        seconds: elapsedMs() / 1_000,
        body: sampleBody(catalog, types),
        off: isLive ? offLines(await offFacts(catalog, types, process.env)) : [],
      },
    ),
  );
}

/** Opens the demo account and lists the types. Undefined while none is listed, unless an empty list is enough. */
async function listedTypes(
  config: z.infer<typeof settings>,
  isEmptyEnough: boolean,
): Promise<{ readonly apiKey: string; readonly types: ReadonlySet<string> } | undefined> {
  const { apiKey } = await loadOrCreateDemoAccount({
    dataDir: resolve(config.ASSAY_DATA_DIR),
    billingAddress: config.ASSAY_BILLING_ADDRESS,
    adminToken: config.ASSAY_ADMIN_TOKEN,
    creditMicros: config.ASSAY_DEMO_CREDITS,
    keyIsAccepted: async (key) => (await fetchTypes(config.ASSAY_GATEWAY_URL, key)).accepted,
  });
  const { types } = await fetchTypes(config.ASSAY_GATEWAY_URL, apiKey);
  return types !== undefined && (types.size > 0 || isEmptyEnough) ? { apiKey, types } : undefined;
}

await announce();
