import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { dashboardUrlOf, openBrowser, openPage, signInAsDemo, visit } from './support/dashboard.ts';
import { setLamports } from './support/sandbox-control.ts';
import { getData, sharedSystem, until } from './support/system.ts';
import { createWatch, freshAddress } from './support/watch.ts';

const system = sharedSystem();
const base = dashboardUrlOf(system);
const maxScriptBytes = 200_000;
const wide = { width: 1280, height: 900 };
const narrow = { width: 360, height: 740 };
let browser: Browser;
let page: Page;
let account: string;
let traceId: string;
let watchId: string;

beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  account = await signInAsDemo(system, page);
  const answer = await getData(system.gatewayUrl, system.apiKey, 'token.price', {});
  traceId = String(answer.body['traceId']);
  const address = freshAddress();
  await setLamports(system, address, 1_000);
  const watch = { address, webhookUrl: 'http://127.0.0.1:9/hook' };
  watchId = (await createWatch(system.gatewayUrl, system.apiKey, watch)).id;
  await until(
    () => page.request.get(`${base}/api/accounts/${account}/requests/${traceId}`),
    (response) => response.status() === 200,
    10_000,
  );
}, 60_000);

afterAll(() => browser.close());

const accountPages = [
  '',
  '/keys',
  '/requests',
  '/requests/TRACE',
  '/independence',
  '/playground',
  '/watches',
  '/watches/WATCH',
  '/credits',
  '/settings',
  '/nothing-here',
];
const publicPages = ['/sign-in', '/sign-up', '/new-password?token=x', '/new-account'];

/** Returns the serious findings of axe on the present page, and whether the page is wider than the screen. */
async function findingsOn(): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  return [
    ...serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`),
    ...(overflow > 0 ? [`the page is ${overflow} px wider than the screen`] : []),
  ];
}

test('every page passes axe, wide in light and at 360 px in dark, and never scrolls sideways', async () => {
  const found: Record<string, string[]> = {};
  const paths = [...publicPages, ...accountPages.map((path) => `/a/${account}${path}`)];
  for (const path of paths.map((each) => each.replace('TRACE', traceId).replace('WATCH', watchId))) {
    await page.setViewportSize(wide);
    await page.emulateMedia({ colorScheme: 'light' });
    await visit(page, path);
    found[`${path} light`] = await findingsOn();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(narrow);
    found[`${path} dark, 360 px`] = await findingsOn();
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, findings]) => findings.length > 0))).toEqual({});
}, 240_000);

test('the first load is under 200 kB of compressed script, on every page of an account', async () => {
  for (const path of accountPages.slice(0, -1)) {
    const fresh = await openPage(browser, await page.context().storageState());
    const sizes: Promise<number>[] = [];
    fresh.on('response', (response) => {
      if (response.request().resourceType() === 'script') {
        expect(response.headers()['content-encoding']).toBe('br');
        sizes.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize }) => responseBodySize),
        );
      }
    });
    await visit(fresh, `${base}/a/${account}${path}`.replace('TRACE', traceId).replace('WATCH', watchId));
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect({ path, isSmall: bytes > 10_000 && bytes < maxScriptBytes, bytes }).toMatchObject({ isSmall: true });
    await fresh.context().close();
  }
}, 60_000);

test('the independence page explains a pair in a sentence, with its evidence, and states what is unknown', async () => {
  await page.setViewportSize(wide);
  await visit(page, `/a/${account}/independence`);
  await page.getByText('A pair that is not known counts as one.').waitFor();
  const matrix = page.getByRole('region', { name: 'Matrix' });
  await page.getByRole('region', { name: 'Groups' }).getByRole('img').waitFor();
  await matrix.getByRole('button').first().click();
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await evidence.getByRole('heading', { level: 2 }).waitFor();
  expect(await evidence.getByTestId('sentence').textContent()).toMatch(/\.$/);
}, 30_000);

test('a link to a decision works for a colleague of the account, and the page copies it as JSON', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base });
  await visit(page, `/a/${account}/requests/${traceId}`);
  await page.getByRole('button', { name: 'Copy as JSON' }).click();
  const copied = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()')) as { traceId: string };
  expect(copied.traceId).toBe(traceId);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  const colleague = await openPage(browser);
  await colleague.goto(link);
  await colleague.waitForURL((url) => url.searchParams.get('next') === `/a/${account}/requests/${traceId}`);
  await colleague.context().close();
}, 30_000);

test('docs/screenshots has a picture of every page', () => {
  const folder = new URL('../../docs/screenshots/', import.meta.url);
  const screenshots = readdirSync(folder).map((file) => file.replace(/\.png$/, ''));
  const shown = [
    'overview',
    'keys',
    'requests',
    'decision',
    'independence',
    'playground',
    'watches',
    'watch',
    'credits',
    'settings',
  ];
  expect(shown.filter((name) => !screenshots.includes(name))).toEqual([]);
});
