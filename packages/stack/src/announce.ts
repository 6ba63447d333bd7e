import { resolve } from 'node:path';
import { z } from 'zod';
import { adminConfig, readConfig } from '@assay/service/config';
import { loadOrCreateDemoAccount } from './demo-account.ts';
import { poll } from './poll.ts';
import { fetchTypes } from './readiness.ts';
import { readyMessage } from './ready-message.ts';
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

/**
 * Waits until a system that docker compose started lists a type, opens its demo account and prints the ready message of
 * `make up`. Rejects after three minutes with what is missing.
 */
async function announce(): Promise<void> {
  const config = readConfig(settings, process.env);
  const startedAt = performance.now();
  const demo = await poll(
    async () => {
      const account = await loadOrCreateDemoAccount({
        dataDir: resolve(config.ASSAY_DATA_DIR),
        billingAddress: config.ASSAY_BILLING_ADDRESS,
        adminToken: config.ASSAY_ADMIN_TOKEN,
        creditMicros: config.ASSAY_DEMO_CREDITS,
        keyIsAccepted: async (key) => (await fetchTypes(config.ASSAY_GATEWAY_URL, key)).accepted,
      });
      const { types } = await fetchTypes(config.ASSAY_GATEWAY_URL, account.apiKey);
      return types !== undefined && types.size > 0 ? account : undefined;
    },
    {
      timeoutMs,
      everyMs: pauseMs,
      onTimeout: () => {
        throw new Error(`${config.ASSAY_GATEWAY_URL} listed no type within ${timeoutMs / 1_000} s`);
      },
    },
  );
  process.stdout.write(
    readyMessage(
      {
        mode: config.ASSAY_MODE,
        gatewayUrl: config.ASSAY_PUBLIC_URL,
        sandboxUrl: config.ASSAY_SANDBOX_URL ?? null,
        apiKey: demo.apiKey,
        logs: 'docker compose logs',
        stop: '"docker compose down" stops the system.',
      },
      { seconds: (performance.now() - startedAt) / 1_000 },
    ),
  );
}

await announce();
