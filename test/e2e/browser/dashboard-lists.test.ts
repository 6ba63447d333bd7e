import { createAccount } from '@assay/stack/testing/accounts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { callAs, forgetAttempts, openBrowser, openPage, signInAs, visit } from '../support/dashboard.ts';
import { fillLists } from '../support/long-lists.ts';
import { fillRequestHistory } from '../support/request-history.ts';
import { getData, sharedSystem, until } from '../support/system.ts';
import { createWatch, freshAddress, startReceiver } from '../support/watch.ts';

const system = sharedSystem();
/** Maximum number of rows in the document: the rows of a tall window, and 20 rows each before and after them. */
const maxRenderedRows = 120;
/**
 * Maximum movement of a row, in CSS pixels. It is less than a line of text, but more than the borders that a row can
 * gain or lose.
 */
const maxBorders = 5;
let browser: Browser;
let page: Page;
let account: string;
let key: string;

beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  const created = await createAccount(system, { creditMicros: 50_000_000n });
  ({ accountId: account, key } = created);
  const { body } = await getData(system.gatewayUrl, key, 'token.price', {});
  await forgetAttempts(system);
  await signInAs(system, page, { email: 'lists@example.com', accountId: account, accountName: 'Long lists' });
  await until(
    () => callAs(page, 'GET', `/api/accounts/${account}/requests/${String(body['traceId'])}`),
    ({ status }) => status === 200,
    10_000,
  );
  await fillRequestHistory(system, { accountId: account, requests: 1_000, days: 30 });
  await page.setViewportSize({ width: 1280, height: 900 });
}, 60_000);

afterAll(() => browser.close());

/** Returns the texts of all rows that the document has. */
function renderedRows(): Promise<string[]> {
  return page
    .locator('tbody tr:not([aria-hidden])')
    .evaluateAll((rows) => rows.map((row) => (row as unknown as { textContent: string }).textContent));
}

test.each([
  ['credits', 'ledger', 'Ledger'],
  ['requests', 'requests', 'Requests'],
])(
  'the page %s loads older rows as the reader scrolls with the keyboard, and has few in its document',
  async (path, api, label) => {
    const pages: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes(`/${account}/${api}`)) {
        pages.push(response.url());
      }
    });
    await visit(page, `/a/${account}/${path}`);
    await page.getByRole('table', { name: label }).getByRole('row').nth(20).waitFor();
    const shownUntil = (): Promise<number> => page.evaluate('document.scrollingElement.scrollTop + innerHeight');
    const oldest = async (): Promise<boolean> =>
      (await page.getByRole('table', { name: label }).getAttribute('aria-rowcount')) !== '-1';
    for (let presses = 0; presses < 40 && !(await oldest()); presses += 1) {
      await page.keyboard.press('End');
      expect((await renderedRows()).length).toBeLessThan(maxRenderedRows);
      // Polls here instead of with waitForFunction, because the page's Content-Security-Policy forbids its evaluation
      // of code.
      await until(shownUntil, (bottom) => bottom > 900, 10_000);
    }
    await until(oldest, (isComplete) => isComplete, 5_000);
    // The table shows hundreds of rows, which the page requested in pages of 100. Each request had the cursor of the
    // previous page.
    const count = Number(await page.getByRole('table', { name: label }).getAttribute('aria-rowcount'));
    expect(count).toBeGreaterThan(300);
    // Before the table needs it, the page's document may already request its first page of rows.
    const cursors = new Set(pages.map((url) => new URL(url).searchParams.get('cursor') ?? ''));
    expect(cursors.size).toBe(Math.ceil((count - 1) / 100));
    // The page grows when it learns how many rows there are. So the first press of End may stop above the last rows.
    const pressEnd = async (): Promise<boolean> => {
      await page.keyboard.press('End');
      return page.locator(`tr[aria-rowindex="${count}"]`).isVisible();
    };
    await until(pressEnd, (isShown) => isShown, 10_000);
  },
  60_000,
);

test('a new charge does not move the rows that somebody reads, and a button shows it', async () => {
  await visit(page, `/a/${account}/credits`);
  const table = page.getByRole('table', { name: 'Ledger' });
  await table.getByRole('row').nth(20).waitFor();
  const loaded = page.waitForResponse((response) => response.url().includes('/ledger?cursor='));
  await page.keyboard.press('End');
  await loaded;
  await page.locator('tr[aria-rowindex="110"]').waitFor({ state: 'attached' });
  const before = await page.locator('tr[aria-rowindex="105"]').boundingBox();
  const text = await page.locator('tr[aria-rowindex="105"]').textContent();

  const { body } = await getData(system.gatewayUrl, key, 'token.price', {});
  const button = page.getByRole('button', { name: 'Show the newest' });
  await button.waitFor();
  expect(await page.locator('tr[aria-rowindex="105"]').textContent()).toBe(text);
  expect(await page.locator('tr[aria-rowindex="105"]').boundingBox()).toEqual(before);

  await button.click();
  await page.getByRole('link', { name: `…${String(body['traceId']).slice(-8)}` }).waitFor();
  await button.waitFor({ state: 'detached' });
}, 30_000);

/** Waits until the page stops moving. Returns each rendered row of a table with its position in the document. */
function rowPlaces(label: string): Promise<[string, number][]> {
  return page.evaluate<[string, number][]>(`new Promise((resolve) => {
    const places = () => [...document.querySelectorAll('table[aria-label="${label}"] tr[aria-rowindex]')].map((row) =>
      [row.getAttribute('aria-rowindex'), row.getBoundingClientRect().top + scrollY]);
    const look = (before, still) => requestAnimationFrame(() => {
      const now = JSON.stringify([scrollY, places()]);
      now === before && still === 5 ? resolve(places()) : look(now, now === before ? still + 1 : 0);
    });
    look('', 0);
  })`);
}

test('keys, watches and deliveries scroll to their last row with the keyboard, no row moves, and few are in the document', async () => {
  const rows = 150;
  const receiver = await startReceiver();
  const { id: watchId } = await createWatch(system.gatewayUrl, key, {
    address: freshAddress(),
    webhookUrl: receiver.url,
  });
  await receiver.close();
  await fillLists(system, { accountId: account, watchId, rows });
  const lists = [
    ['keys', 'Keys'],
    ['watches', 'Watches'],
    [`watches/${watchId}`, 'Deliveries'],
  ] as const;
  for (const [path, label] of lists) {
    await visit(page, `/a/${account}/${path}`);
    const table = page.getByRole('table', { name: label });
    const last = table.getByText('row 1.');
    await table.getByText(`row ${rows}.`).waitFor();
    const placesBefore = new Map(await rowPlaces(label));
    // The page loads the deliveries in two requests. The rows of the second request appear below those of the first.
    for (let presses = 0; presses < 60 && (await last.count()) === 0; presses += 1) {
      await page.keyboard.press('PageDown');
      const places = await rowPlaces(label);
      expect(places.length).toBeLessThan(maxRenderedRows);
      // Adjacent rows share a border. So the first and the last rendered row may differ in height from others by a
      // pixel, and other rows may move by as much.
      expect(Math.max(0, ...places.map(([row, top]) => Math.abs((placesBefore.get(row) ?? top) - top)))).toBeLessThan(
        maxBorders,
      );
      places.forEach(([row, top]) => placesBefore.set(row, top));
    }
    await page.keyboard.press('End');
    await rowPlaces(label);
    const box = await last.boundingBox();
    expect(box?.y).toBeLessThan(900);
    expect(placesBefore.size).toBeGreaterThanOrEqual(rows);
  }
}, 60_000);
