import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import {
  callAs,
  createAccountOnPage,
  forgetAttempts,
  openBrowser,
  openPage,
  signUp,
  visit,
} from '../support/dashboard.ts';
import { setLamports } from '../support/sandbox-control.ts';
import { getData, sharedSystem, until } from '../support/system.ts';
import { freshAddress, startReceiver, type WebhookReceiver } from '../support/watch.ts';

const system = sharedSystem();
const suffix = Date.now().toString(36);
let browser: Browser;
let receiver: WebhookReceiver;

beforeAll(async () => {
  browser = await openBrowser();
  await forgetAttempts(system);
  receiver = await startReceiver();
}, 30_000);

afterAll(async () => {
  await browser.close();
  await receiver.close();
});

/** Creates a key on the page of keys, and returns the key. */
async function createKeyOnPage(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  return takeKey(page);
}

/** Reads the key that the dialog shows, and closes the dialog. */
async function takeKey(page: Page): Promise<string> {
  const key = (await page.getByTestId('new-key').textContent()) ?? '';
  expect(key).toMatch(/^asy_[0-9A-Za-z]{38}$/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByTestId('new-key').waitFor({ state: 'detached' });
  return key;
}

async function readDecisionOnPage(page: Page, account: string, key: string): Promise<string> {
  const answer = await getData(system.gatewayUrl, key, 'token.price', {});
  expect(answer.status).toBe(200);
  const traceId = String(answer.body['traceId']);
  // The list updates without a reload. A person need not wait for it: searching by trace id works too.
  await visit(page, `/a/${account}/requests`);
  await page.getByRole('link', { name: `…${traceId.slice(-8)}` }).click();
  await page.getByRole('heading', { name: 'Who said what, and when' }).waitFor();
  // The answer comes first: the value, its level and one sentence.
  const answered = page.getByRole('region', { name: 'What was answered' });
  await answered.locator('.headline').getByText('USD').waitFor();
  expect(await answered.getByTestId('why').textContent()).toMatch(/^(Anchored|Consensus|Single source): .+\.$/);
  const titles = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(titles).toEqual([
    'What was answered',
    'Who said what, and when',
    ...titles.filter((title) => title === 'Who was independent of whom at that moment'),
    'What it cost',
    'When, and how long it took',
  ]);
  await page.getByText('get_data token.price').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/a/${account}/requests/${traceId}`);
  return traceId;
}

async function seeNotificationOnPage(page: Page, account: string): Promise<void> {
  const address = freshAddress();
  await setLamports(system, address, '1000');
  await visit(page, `/a/${account}/watches`);
  await page.getByRole('button', { name: 'Create a watch' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Data type').selectOption('chain.resolve_address');
  await dialog.getByRole('textbox', { name: 'address', exact: true }).fill(address);
  await dialog.getByLabel('Webhook URL').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('The secret of this watch').waitFor();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('link', { name: address }).click();
  await page.getByText('There was no delivery yet').waitFor();

  await page.getByRole('button', { name: 'Send a test notification' }).click();
  await page.getByText('The webhook received the test and answered 204.').waitFor();
  expect(receiver.received.map(({ body }) => body['event'])).toEqual(['watch.test']);

  await setLamports(system, address, '2000');
  await until(
    async () => receiver.received.map(({ body }) => body['event']),
    (events) => events.includes('watch.fired'),
    20_000,
  );
  // The page shows the delivery without a reload.
  await page.getByRole('row', { name: /delivered.*204/ }).waitFor();
}

async function rotateAndRevokeOnPage(page: Page, account: string, old: string): Promise<void> {
  const status = async (key: string): Promise<number> =>
    (await getData(system.gatewayUrl, key, 'token.price', {})).status;
  await visit(page, `/a/${account}/keys`);
  await page
    .getByRole('row', { name: /trading bot/ })
    .getByRole('button', { name: 'Rotate' })
    .click();
  await page.getByLabel('The old key works for').selectOption('one hour');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  const next = await takeKey(page);
  const ending = page.getByRole('row', { name: /trading bot.*ends in (1 hour|60 minutes)/ });
  await ending.waitFor();
  expect([await status(old), await status(next)]).toEqual([200, 200]);
  await ending.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('row', { name: /trading bot.*revoked/ }).waitFor();
  expect([await status(old), await status(next)]).toEqual([401, 200]);
  expect(await page.content()).not.toContain(next);
}

test('a new customer signs up, calls the API, reads a decision, is notified, changes keys and exports the ledger', async () => {
  const page = await openPage(browser);
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await signUp(system, page, 'Ann', `ann-${suffix}@example.com`);
  const account = await createAccountOnPage(page, 'Ann & Co');
  const key = await createKeyOnPage(page, 'trading bot');
  expect(await page.content()).not.toContain(key);

  const traceId = await readDecisionOnPage(page, account, key);
  await seeNotificationOnPage(page, account);
  await rotateAndRevokeOnPage(page, account, key);

  await visit(page, `/a/${account}/credits`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe('at,kind,credits,call,trace_id,operation_id');
  expect(lines.filter((line) => line.includes(`,get_data token.price,${traceId},`))).toHaveLength(1);
  expect(lines.some((line) => line.includes(',capture,-') && line.includes(',watch chain.resolve_address,'))).toBe(
    true,
  );
  // The amounts in the rows of the file add up to the balance that the dashboard shows.
  const sumMicros = lines.slice(1).reduce((sum, line) => sum + BigInt((line.split(',')[2] ?? '').replace('.', '')), 0n);
  const overview = JSON.parse((await callAs(page, 'GET', `/api/accounts/${account}/overview`)).text) as {
    balanceMicros: string;
  };
  expect(String(sumMicros)).toBe(overview.balanceMicros);
  expect(failures).toEqual([]);
  await page.context().close();
}, 120_000);

test('a form that is sent again after its answer was lost creates one key, one successor, one watch and one account', async () => {
  const page = await openPage(browser);
  await signUp(system, page, 'Lou', `lou-${suffix}@example.com`);
  /** Submits a form, loses the first response, and reads the error. Then submits the form again. */
  const submitTwice = async (path: RegExp, label: string): Promise<void> => {
    let isFirst = true;
    await page.route(path, async (route) => {
      if (route.request().method() === 'POST' && isFirst) {
        isFirst = false;
        await route.fetch();
        await route.abort('timedout');
        return;
      }
      await route.continue();
    });
    const submit = page.locator('button[type="submit"]', { hasText: label });
    await submit.click();
    await page.getByRole('alert').getByText('does not answer').waitFor();
    await submit.click();
  };
  await page.getByLabel('Name of the account').fill('Lou');
  await submitTwice(/\/api\/accounts$/, 'Create');
  await page.waitForURL(/\/keys$/);
  const account = new URL(page.url()).pathname.split('/')[2] ?? '';
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('sent twice');
  await submitTwice(/\/keys$/, 'Create');
  const key = await takeKey(page);
  expect((await getData(system.gatewayUrl, key, 'token.price', {})).status).toBe(200);
  await page
    .getByRole('row', { name: /sent twice/ })
    .getByRole('button', { name: 'Rotate' })
    .click();
  await submitTwice(/\/rotate$/, 'Rotate');
  expect((await getData(system.gatewayUrl, await takeKey(page), 'token.price', {})).status).toBe(200);
  const playgroundCall = { path: '/v1/get_data', body: { type: 'token.price', params: {} } };
  await Promise.all([1, 2].map(() => callAs(page, 'POST', `/api/accounts/${account}/playground`, playgroundCall)));
  await visit(page, `/a/${account}/watches`);
  await page.getByRole('button', { name: 'Create a watch' }).click();
  await page.getByLabel('Data type').selectOption('chain.resolve_address');
  await page.getByRole('textbox', { name: 'address', exact: true }).fill(freshAddress());
  await page.getByLabel('Webhook URL').fill(receiver.url);
  await submitTwice(/\/watches$/, 'Create');
  await page.getByText('The secret of this watch').waitFor();

  const read = async (path: string): Promise<string> => (await callAs(page, 'GET', path)).text;
  const names = (JSON.parse(await read(`/api/accounts/${account}/keys`)) as { keys: { name: string }[] }).keys;
  expect(names.map(({ name }) => name).toSorted()).toEqual(['playground', 'sent twice', 'sent twice']);
  expect((await read(`/api/accounts/${account}/watches`)).split(receiver.url)).toHaveLength(2);
  expect((JSON.parse(await read('/api/person')) as { accounts: unknown[] }).accounts).toHaveLength(1);
  await page.context().close();
}, 60_000);

test('a person who uses only the keyboard creates a key, asks a question and reads its decision', async () => {
  const page = await openPage(browser);
  await signUp(system, page, 'Kim', `kim-${suffix}@example.com`);
  await page.getByLabel('Name of the account').waitFor();
  await tabTo(page, 'Name of the account');
  await page.keyboard.type('Kim');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/keys$/);
  await page.getByRole('button', { name: 'Create a key' }).waitFor();
  await tabTo(page, 'Create a key');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Name');
  await page.keyboard.type('keyboard');
  await page.keyboard.press('Enter');
  await page.getByTestId('new-key').waitFor();
  await tabTo(page, 'I have stored it');
  await page.keyboard.press('Enter');
  await page.getByTestId('new-key').waitFor({ state: 'detached' });

  await tabTo(page, 'Playground');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Playground' }).waitFor();
  // The page opens on a question in words with a working example.
  await tabTo(page, 'Run');
  await page.keyboard.press('Enter');
  await page.getByText('HTTP 200').waitFor();
  await tabTo(page, 'Why this answer');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'What was answered' }).waitFor();
  await page.context().close();
}, 60_000);

/** Presses the tab key until the element with this name has the focus. Throws when no element with the name gets it. */
async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(`(() => {
      const { activeElement: element } = document;
      const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
      return name.replace(/\\s*\\*$/, '').trim();
    })()`);
    seen.push(focused);
    if (focused === name) {
      return;
    }
  }
  throw new Error(`the tab key did not reach "${name}"; it reached ${JSON.stringify(seen)}`);
}
