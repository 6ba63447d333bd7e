import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../packages/stack/dist/ports.js';
import { startStack } from '../../../packages/stack/dist/stack.js';
import { startCollector } from './collector.mjs';
import { openIdClient, startOpenIdProvider } from './openid-provider.mjs';

/**
 * Starts the system that all e2e test files share, with two gateways and a dashboard. ASSAY_E2E_STACK holds the path of the file with
 * its addresses.
 */
export default async function setup() {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-e2e-'));
  const collector = await startCollector();
  const [dashboardPort, openIdPort] = [await freePort(), await freePort()];
  // The dashboard reads the OpenID provider's discovery document when it starts. So start the OpenID provider first.
  const redirectUrl = `http://localhost:${dashboardPort}/api/auth/callback/test`;
  globalThis.assayOpenIdProvider = await startOpenIdProvider(openIdPort, redirectUrl);
  const stack = await startStack({
    dataDir,
    replicas: { gateway: 2, dashboard: 1 },
    sources: 'sandbox',
    restart: false,
    quiet: true,
    environment: {
      ASSAY_PORT: '0',
      ASSAY_DASHBOARD_PORT: String(dashboardPort),
      ASSAY_LOG_LEVEL: 'debug',
      // Every service runs under its own PostgreSQL role. So a test fails when a role lacks a right.
      ASSAY_PG_ROLES: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      // The webhook receivers of the tests listen on loopback. A short timeout shortens the tests of receivers that do
      // not respond.
      ASSAY_EGRESS_ALLOW: '127.0.0.0/8',
      ASSAY_POLL_INTERVAL_MS: '150',
      ASSAY_WEBHOOK_TIMEOUT_MS: '1500',
      ASSAY_TRIAL_CREDITS: '100',
      ASSAY_DASHBOARD_OIDC: JSON.stringify([openIdProvider(openIdPort)]),
    },
  });
  const file = join(dataDir, 'e2e.json');
  writeFileSync(file, JSON.stringify({ ...stack, collectorUrl: collector.url }), { mode: 0o600 });
  process.env.ASSAY_E2E_STACK = file;
  globalThis.assayStack = stack;
  globalThis.assayCollector = collector;
}

function openIdProvider(port) {
  return {
    id: 'test',
    name: 'Test provider',
    discoveryUrl: `http://localhost:${port}/.well-known/openid-configuration`,
    ...openIdClient,
  };
}
