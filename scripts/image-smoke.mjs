import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack } from '../packages/stack/dist/stack.js';

/**
 * Starts the whole sandbox. Every service runs inside the file system of an image, which is read-only, and as the
 * image's user. PostgreSQL and NATS run on this machine. Then the program asks for one datum and runs the image's own
 * commands. usage: node scripts/image-smoke.mjs ROOT
 */
const root = process.argv[2];
const inImage = (entry, args = [], environment = {}) =>
  execFileSync('scripts/in-image.sh', [root, entry, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });

const dataDir = mkdtempSync(join(tmpdir(), 'assay-image-'));
const stack = await startStack({
  dataDir,
  sources: 'sandbox',
  launcher: () => ['scripts/in-image.sh', root],
  replicas: { dashboard: 1 },
  write: (text) => process.stdout.write(text),
});
try {
  const [opsUrl] = Object.values(stack.opsUrls);
  const healthy = inImage('deploy/image/healthcheck.mjs', [], { ASSAY_OPS_PORT: new URL(opsUrl).port });
  const migrated = inImage('packages/stack/dist/migrate.js', [], { ASSAY_PG_URL: stack.postgresUrl });
  const account = JSON.parse(
    inImage('deploy/image/operator.mjs', ['accounts', 'create', '--name', 'smoke', '--credits', '5', '--json'], {
      ASSAY_BILLING_ADDRESS: stack.billingAddress,
      ASSAY_RPC_PORT: new URL(`http://${stack.engineAddress}`).port,
      ASSAY_ADMIN_TOKEN: stack.adminToken,
    }),
  );
  const response = await fetch(`${stack.gatewayUrl}/v1/get_data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'token.price', params: {} }),
  });
  const body = await response.json();
  process.stdout.write(
    `health ${healthy === '' ? 'ok' : healthy}, migrations: ${migrated.trim()}\n` +
      `get_data in the image: ${response.status} ${body.status} ${JSON.stringify(body.data)} ${body.verification?.level}\n`,
  );
  if (response.status !== 200 || body.status !== 'delivered') {
    throw new Error(`the image did not deliver: ${JSON.stringify(body)}`);
  }
  await checkDashboard(stack.dashboardUrl);
  await checkStandBy();
} finally {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Throws unless the dashboard serves its page and every file that the page refers to. */
async function checkDashboard(url) {
  const page = await (await fetch(url)).text();
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
  for (const path of files) {
    const { status } = await fetch(new URL(path, url));
    if (status !== 200) {
      throw new Error(`the dashboard in the image answered ${status} for ${path}; its page names that file`);
    }
  }
  if (!files.some((path) => path.endsWith('.js'))) {
    throw new Error(`the dashboard in the image served no application: ${page.slice(0, 200)}`);
  }
  process.stdout.write(`dashboard in the image: its page and ${files.length} files\n`);
}

/** Throws unless the stand-by process of the pod for operator commands starts, and ends on SIGTERM. */
async function checkStandBy() {
  const child = spawn('scripts/in-image.sh', [root, 'packages/operator/dist/stand-by.js'], {
    env: { ...process.env, ASSAY_OPS_PORT: '0', ASSAY_DRAIN_SECONDS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
  if (!String(line).includes('"started"')) {
    throw new Error(`the operator's process did not start: ${line}`);
  }
  child.kill('SIGTERM');
  const [code] = await ended;
  process.stdout.write(`operator's process in the image: started, and ended with ${code}\n`);
}
