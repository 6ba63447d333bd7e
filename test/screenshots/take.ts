import { waitForMeasured } from '@assay/stack/readiness';
import { startStack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, signInAs, visit } from '../e2e/support/dashboard.ts';
import { fillRequestHistory } from '../e2e/support/request-history.ts';
import type { System } from '../e2e/support/system.ts';
import { makeTraffic, type ScreenshotScene } from './scene.ts';

/**
 * Takes a screenshot of every page of the dashboard into docs/screenshots, from a stack with a month of simulated traffic.
 * ASSAY_SCREENSHOT_STACK names the stack.json of a running stack to use instead of a new one.
 */
const folder = join(import.meta.dirname, '..', '..', 'docs', 'screenshots');
const wide = { width: 1280, height: 900 };
const settleMs = 600;
const narrow = { width: 360, height: 740 };

type Shot = {
  readonly name: string;
  readonly path: string;
  readonly size?: typeof wide;
  readonly scheme?: 'light' | 'dark';
  /** Brings the page into the state that the picture should show. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly isWhole?: boolean;
};

async function main(): Promise<void> {
  const file = process.env['ASSAY_SCREENSHOT_STACK'];
  if (file !== undefined) {
    await takeAll(JSON.parse(readFileSync(file, 'utf8')) as System);
    return;
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-screenshots-'));
  const stack = await startStack({
    dataDir,
    restart: false,
    replicas: { dashboard: 1 },
    environment: {
      ASSAY_PORT: '0',
      ASSAY_DASHBOARD_PORT: '0',
      ASSAY_EGRESS_ALLOW: '127.0.0.0/8',
      ASSAY_POLL_INTERVAL_MS: '300',
    },
  });
  try {
    await waitForMeasured(stack.engineAddress);
    await takeAll(stack as unknown as System);
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function takeAll(system: System): Promise<void> {
  const { accountId, key } = await createAccount(system, { creditMicros: 250_000_000n });
  const scene = await makeTraffic(system, key);
  const browser = await openBrowser();
  try {
    const page = await openPage(browser);
    await signInAs(system, page, { email: 'ann@harbour.example', accountId, accountName: 'Harbour Trading' });
    await prepareAccount(page, accountId);
    await fillRequestHistory(system, { accountId, requests: 4_000, days: 30 });
    mkdirSync(folder, { recursive: true });
    for (const shot of [...shotsOf(`/a/${accountId}`, scene), ...publicShotsOf(system)]) {
      await take(page, shot);
    }
  } finally {
    await browser.close();
    await scene.close();
  }
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin', deviceScaleFactor: 1 });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

/** Gives the demo account keys in every state, and an invited colleague. */
async function prepareAccount(page: Page, accountId: string): Promise<void> {
  const origin = new URL(page.url()).origin;
  const post = async (path: string, data: object): Promise<Record<string, unknown>> => {
    const response = await page.request.post(`${origin}${path}`, { data, headers: { origin } });
    if (!response.ok()) {
      throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
    }
    return (await response.json()) as Record<string, unknown>;
  };
  const account = `/api/accounts/${accountId}`;
  const idOf = (created: Record<string, unknown>): string => (created['record'] as { id: string }).id;
  await post(`${account}/keys`, { name: 'risk monitor' });
  const rotated = await post(`${account}/keys`, { name: 'trading bot, production' });
  await post(`${account}/keys/${idOf(rotated)}/rotate`, { overlapSeconds: 86_400 });
  const revoked = await post(`${account}/keys`, { name: 'laptop of Ben' });
  await page.request.delete(`${origin}${account}/keys/${idOf(revoked)}`, { headers: { origin } });
  const person = (await (await page.request.get(`${origin}/api/person`)).json()) as {
    accounts: { id: string; organizationId: string }[];
  };
  const organizationId = person.accounts.find(({ id }) => id === accountId)?.organizationId;
  await post('/api/auth/organization/invite-member', { organizationId, email: 'ben@harbour.example', role: 'member' });
}

function shotsOf(base: string, { deliveredTrace, refusedTrace, gateTrace, watchId }: ScreenshotScene): readonly Shot[] {
  const run = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByTestId('answer').waitFor();
  };
  const pickPair = async (page: Page): Promise<void> => {
    await page.getByLabel('Data type').selectOption('spot.price');
    await page.getByRole('region', { name: 'Matrix' }).getByRole('button').first().click();
  };
  const createKey = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('my first program');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Waiting for the first call').waitFor();
  };
  const dark = { scheme: 'dark' } as const;
  const mobile = { size: narrow } as const;
  return [
    { name: 'overview', path: base },
    { name: 'overview-dark', path: base, ...dark },
    { name: 'overview-mobile', path: base, ...mobile },
    ...variantsOf('keys', `${base}/keys`),
    { name: 'requests', path: `${base}/requests` },
    { name: 'requests-mobile', path: `${base}/requests`, ...mobile },
    { name: 'decision', path: `${base}/requests/${deliveredTrace}`, isWhole: true },
    { name: 'decision-dark', path: `${base}/requests/${deliveredTrace}`, isWhole: true, ...dark },
    { name: 'decision-mobile', path: `${base}/requests/${deliveredTrace}`, isWhole: true, ...mobile },
    { name: 'decision-refused', path: `${base}/requests/${refusedTrace}`, isWhole: true },
    { name: 'gate', path: `${base}/requests/${gateTrace}` },
    { name: 'gate-mobile', path: `${base}/requests/${gateTrace}`, ...mobile },
    { name: 'new-key', path: `${base}/keys`, prepare: createKey },
    { name: 'new-key-mobile', path: `${base}/keys`, prepare: createKey, ...mobile },
    { name: 'independence', path: `${base}/independence`, prepare: pickPair, isWhole: true },
    { name: 'independence-mobile', path: `${base}/independence`, prepare: pickPair, isWhole: true, ...mobile },
    { name: 'independence-dark', path: `${base}/independence`, prepare: pickPair, isWhole: true, ...dark },
    { name: 'playground', path: `${base}/playground`, prepare: run, isWhole: true },
    { name: 'playground-dark', path: `${base}/playground`, prepare: run, isWhole: true, ...dark },
    { name: 'playground-mobile', path: `${base}/playground`, prepare: run, isWhole: true, ...mobile },
    ...variantsOf('watches', `${base}/watches`),
    { name: 'watch', path: `${base}/watches/${watchId}` },
    ...variantsOf('credits', `${base}/credits`),
    ...variantsOf('settings', `${base}/settings`, true),
    { name: 'new-account', path: '/new-account' },
    // These two pages must be last, because they show what a person sees who is not signed in.
    { name: 'sign-up', path: '/sign-up' },
    { name: 'sign-in', path: '/sign-in' },
  ];
}

/** Returns the screenshots of the gateway's own pages, which need no sign-in. */
function publicShotsOf({ gatewayUrl, apiKey }: System): readonly Shot[] {
  const ask = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('[data-sources] li').first().waitFor();
  };
  return [
    ...variantsOf('home', `${gatewayUrl}/#key=${apiKey}`, true).map((shot) => ({ ...shot, prepare: ask })),
    ...variantsOf('docs', `${gatewayUrl}/docs`),
    ...variantsOf('explorer', `${gatewayUrl}/docs/api`),
  ];
}

/** Returns the variants of a screenshot of one page: light, dark, and 360 px wide. */
function variantsOf(name: string, path: string, isWhole = false): readonly Shot[] {
  return [
    { name, path, isWhole },
    { name: `${name}-dark`, path, isWhole, scheme: 'dark' },
    { name: `${name}-mobile`, path, isWhole, size: narrow },
  ];
}

async function take(
  page: Page,
  { name, path, size = wide, scheme = 'light', prepare, isWhole = false }: Shot,
): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await visit(page, path);
  await prepare?.(page);
  await page.waitForLoadState('load');
  // Wait a fixed time for the page's queries. The network never becomes idle, because a live stream of events stays
  // open.
  await page.waitForTimeout(settleMs);
  if (isWhole) {
    // Makes the window as tall as the document, so that the whole page and its list of pages are visible.
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ ...size, height: Math.max(size.height, height) });
    await page.waitForTimeout(settleMs);
  }
  const file = join(folder, `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  process.stdout.write(`${name}.png ${Math.round(statSync(file).size / 1024)} KiB\n`);
}

await main();
