import { afterAll, beforeAll, expect, test } from '@jest/globals';
import axe from 'axe-core';
import { readdirSync } from 'node:fs';
import type { Browser, Page, Response } from 'playwright-core';
import {
  callAs,
  dashboardUrlOf,
  forgetAttempts,
  openBrowser,
  openPage,
  signInAsDemo,
  visit,
} from '../support/dashboard.ts';
import { setLamports } from '../support/sandbox-control.ts';
import { getData, send, sharedSystem, until } from '../support/system.ts';
import { createWatch, freshAddress } from '../support/watch.ts';

const system = sharedSystem();
const base = dashboardUrlOf(system);
const maxScriptBytes = 200_000;
/**
 * Minimum size of all scripts that a page loads, in bytes. Every page loads the application, so a smaller sum means
 * that the test missed scripts.
 */
const minScriptBytes = 80_000;
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
  await forgetAttempts(system);
  account = await signInAsDemo(system, page);
  const answer = await getData(system.gatewayUrl, system.apiKey, 'token.price', {});
  traceId = String(answer.body['traceId']);
  // The list of requests then has a row with a long path and a code.
  await send(`${system.gatewayUrl}/v1/traces/tr_${'0'.repeat(32)}`, { key: system.apiKey });
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

/**
 * The windows and colour schemes to check. Each page is loaded once and then restyled, as a browser does when its
 * window or colour scheme changes.
 */
const looks = [
  { name: 'wide, light', size: wide, scheme: 'light', rules: 'all' },
  { name: '360 px, light', size: narrow, scheme: 'light', rules: 'all' },
  // Another scheme changes only colours, so only rules on colours can find anything new.
  { name: '360 px, dark', size: narrow, scheme: 'dark', rules: 'colours' },
  { name: 'wide, dark', size: wide, scheme: 'dark', rules: 'colours' },
] as const;

/** The rules of axe that concern colours and are enabled by default. */
const colourRules = ['color-contrast', 'link-in-text-block'];

type AxeResults = { readonly violations: readonly { id: string; impact: string; nodes: { html: string }[] }[] };

/** Returns the serious findings of axe on the current page. A page that is wider than the screen is a finding too. */
async function findingsOn(rules: 'all' | 'colours'): Promise<string[]> {
  // Finish the transitions first: in the middle of a transition, a colour has the contrast of neither scheme.
  await page.evaluate('document.getAnimations().forEach((each) => each instanceof CSSTransition && each.finish())');
  const runOnly = rules === 'all' ? {} : { runOnly: { type: 'rule', values: colourRules } };
  const options = { resultTypes: ['violations'], preload: false, iframes: false, ...runOnly };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  return [
    ...serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`),
    ...(overflow > 0 ? [`the page is ${overflow} px wider than the screen`] : []),
  ];
}

/**
 * Opens a path of the dashboard. Returns the compressed size in bytes of the scripts that the page runs, including
 * scripts in the browser's cache.
 */
async function openMeasured(path: string): Promise<number> {
  const bytesOf = new Map<string, number>();
  const measure = (response: Response): void => {
    if (response.request().resourceType() === 'script') {
      expect(response.headers()['content-encoding']).toBe('br');
      bytesOf.set(response.url(), Number(response.headers()['content-length']));
    }
  };
  page.on('response', measure);
  await visit(page, path);
  page.off('response', measure);
  return [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0);
}

test('every page loads under 200 kB of compressed script, passes axe wide and at 360 px in both schemes, and never scrolls sideways', async () => {
  const findingsByPage: Record<string, string[]> = {};
  const paths = [...publicPages, ...accountPages.map((path) => `/a/${account}${path}`)];
  for (const path of paths.map((each) => each.replace('TRACE', traceId).replace('WATCH', watchId))) {
    await page.setViewportSize(wide);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const bytes = await openMeasured(path);
    expect(`${path} loads ${bytes} bytes of script: ${bytes > minScriptBytes && bytes < maxScriptBytes}`).toMatch(
      /true$/,
    );
    await page.evaluate(axe.source);
    for (const { name, size, scheme, rules } of looks) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' });
      findingsByPage[`${path} ${name}`] = await findingsOn(rules);
    }
  }
  expect(Object.fromEntries(Object.entries(findingsByPage).filter(([, findings]) => findings.length > 0))).toEqual({});
}, 120_000);

test('the independence page explains a pair in a sentence, with its evidence, and states what is unknown', async () => {
  await page.setViewportSize(wide);
  await visit(page, `/a/${account}/independence`);
  await page.getByText('Two providers count as two sources only after').waitFor();
  expect(await page.getByTestId('shared').textContent()).toMatch(/\.$/);
  const matrix = page.getByRole('region', { name: 'Matrix' });
  await page.getByRole('region', { name: 'Groups' }).getByRole('img').waitFor();
  await matrix.getByRole('button').first().click();
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await evidence.getByRole('heading', { level: 2 }).waitFor();
  expect(await evidence.getByTestId('sentence').textContent()).toMatch(/ count as (one source|two sources).*\.$/);
  // The URL contains the chosen pair, so a link to the page opens the same pair.
  expect(new URL(page.url()).searchParams.get('pair')).toContain('~');
  // The history is shown as a chart, and as a table for readers who cannot see the chart.
  const history = evidence.getByRole('region', { name: 'Evidence over time' });
  await history.getByRole('img', { name: /^Evidence for one upstream from .* nats, now .* The verdict / }).waitFor();
  await history.getByText('Show the points as a table').click();
  await history.getByRole('row').nth(1).waitFor();
  await page.evaluate(axe.source);
  expect(await findingsOn('all')).toEqual([]);
}, 30_000);

test('the history of a pair that nobody measured is empty, and the page states it', async () => {
  const unknown = await callAs(page, 'GET', '/api/independence/history?key=spot.price:NONE&a=x&b=y');
  expect([unknown.status, unknown.text]).toEqual([200, '{"points":[]}']);
  await page.route('**/api/independence/history?*', (route) => route.fulfill({ json: { points: [] } }));
  await visit(page, `/a/${account}/independence`);
  await page.getByRole('region', { name: 'Matrix' }).getByRole('button').first().click();
  await page.getByText('No history yet').waitFor();
  await page.unroute('**/api/independence/history?*');
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
  const folder = new URL('../../../docs/screenshots/', import.meta.url);
  const screenshots = readdirSync(folder).map((file) => file.replace(/\.png$/, ''));
  const picturedPages = [
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
  expect(picturedPages.filter((name) => !screenshots.includes(name))).toEqual([]);
});
