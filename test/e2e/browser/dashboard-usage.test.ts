import { createAccount } from '@assay/stack/testing/accounts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { callAs, forgetAttempts, openBrowser, openPage, signInAs, visit } from '../support/dashboard.ts';
import { setLamports } from '../support/sandbox-control.ts';
import { getData, sharedSystem, until } from '../support/system.ts';
import { answering, createWatch, freshAddress, startReceiver, type WebhookReceiver } from '../support/watch.ts';

const system = sharedSystem();
const type = 'chain.resolve_address';
let browser: Browser;
let page: Page;
let receiver: WebhookReceiver;
let account: string;
let key: string;

beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  receiver = await startReceiver();
  ({ accountId: account, key } = await createAccount(system, {}));
  await forgetAttempts(system);
  await signInAs(system, page, { email: 'usage@example.com', accountId: account, accountName: 'Usage' });
}, 60_000);

afterAll(async () => {
  await browser.close();
  await receiver.close();
});

/** Returns the number of calls in the account's usage, by outcome. */
async function usage(): Promise<Record<string, number>> {
  const { text } = await callAs(page, 'GET', `/api/accounts/${account}/overview?days=1`);
  const rows = (JSON.parse(text) as { usage: { outcome: string; calls: number }[] }).usage;
  const sums: Record<string, number> = {};
  rows.forEach(({ outcome, calls }) => (sums[outcome] = (sums[outcome] ?? 0) + calls));
  return sums;
}

test('the usage says how verifications without a notification ended: unmet or not received, not unknown', async () => {
  const address = freshAddress();
  await setLamports(system, address, '1000');
  const condition = { field: 'lamports', crosses: 5_000, direction: 'above' };
  await createWatch(system.gatewayUrl, key, { type, address, webhookUrl: receiver.url, condition });
  await setLamports(system, address, '2000');
  await until(usage, ({ unmet = 0 }) => unmet > 0, 20_000);

  receiver.handle = answering(503);
  await setLamports(system, address, '9000');
  const ended = await until(usage, ({ undelivered = 0 }) => undelivered > 0, 20_000);
  expect(Object.keys(ended).filter((outcome) => !['unmet', 'undelivered', 'deferred'].includes(outcome))).toEqual([]);

  await visit(page, `/a/${account}`);
  await page.getByRole('row', { name: /resolve_address.*condition not met/ }).waitFor();
  await page.getByRole('row', { name: /resolve_address.*not received/ }).waitFor();
}, 60_000);

test('an account without credits learns whom to ask, on its pages and from the refused call, until it has some', async () => {
  const poor = await createAccount(system, { creditMicros: 0n });
  const other = await openPage(browser);
  await signInAs(system, other, { email: 'poor@example.com', accountId: poor.accountId, accountName: 'Poor' });
  for (const path of ['', '/credits']) {
    await visit(other, `/a/${poor.accountId}${path}`);
    const alert = other.getByRole('alert').filter({ hasText: 'This account has no credits' });
    await alert.getByText(poor.accountId).waitFor();
  }
  const refused = await getData(system.gatewayUrl, poor.key, 'token.price', {});
  expect(refused.status).toBe(402);
  expect(refused.body['error']).toMatch(/ask the operator of this service to add credits$/);

  await visit(page, `/a/${account}`);
  expect(await page.getByText('This account has no credits').count()).toBe(0);
  await other.context().close();
}, 30_000);

test('a page whose session was too busy shows its data and reads its events by itself soon after', async () => {
  const other = await openPage(browser, await page.context().storageState());
  const requestCounts = new Map<string, number>();
  await other.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const count = (requestCounts.get(pathname) ?? 0) + 1;
    requestCounts.set(pathname, count);
    const body = JSON.stringify({ error: { code: 'RATE_LIMIT', message: 'too many requests; wait 1 s' } });
    const refusal = { status: 429, headers: { 'retry-after': '1' }, contentType: 'application/json', body };
    return count === 1 ? route.fulfill(refusal) : route.continue();
  });
  await other.goto(page.url());
  await other.getByRole('row', { name: /resolve_address.*condition not met/ }).waitFor({ timeout: 30_000 });
  expect(await other.getByText('This could not be loaded').count()).toBe(0);
  await until(
    async () => requestCounts.get(`/api/accounts/${account}/events`) ?? 0,
    (count) => count > 1,
    30_000,
  );
  await other.context().close();
}, 90_000);
