import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  callAs,
  createAccountOnPage,
  dashboardUrlOf,
  mailedLink,
  openBrowser,
  password,
  signUp,
} from './support/dashboard.ts';
import { setLamports } from './support/sandbox-control.ts';
import { getData, sharedSystem, until } from './support/system.ts';
import { freshAddress, startReceiver } from './support/watch.ts';

const system = sharedSystem();
const base = dashboardUrlOf(system);
const suffix = Date.now().toString(36);
const pages = ['', '/keys', '/requests', '/independence', '/playground', '/watches', '/credits', '/settings'];
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
}, 30_000);

afterAll(() => browser.close());

async function openPage(): Promise<Page> {
  const context = await browser.newContext({ baseURL: base });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

/** Opens a page of an account and waits until it shows its data. */
async function visit(page: Page, account: string, path: string): Promise<void> {
  await page.goto(`${base}/a/${account}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await until(
    () => page.locator('[aria-busy="true"]').count(),
    (count) => count === 0,
    15_000,
  );
}

test('a new customer signs up, creates a key, finds a request, watches an address and revokes the key', async () => {
  const page = await openPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await signUp(system, page, 'Ann', `ann-${suffix}@example.com`);
  const account = await createAccountOnPage(page, 'Ann & Co');

  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('trading bot');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const key = (await page.getByTestId('new-key').textContent()) ?? '';
  expect(key).toMatch(/^asy_[0-9A-Za-z]{38}$/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText('trading bot').waitFor();
  expect(await page.content()).not.toContain(key);

  const unpaid = await getData(system.gatewayUrl, key, 'token.price', {});
  expect(unpaid.status).toBe(402);
  const address = freshAddress();
  await setLamports(system, address, '1000');
  await visit(page, account, '/playground');
  await page.getByLabel('Data type').selectOption('token.price');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('HTTP 402').waitFor();

  const receiver = await startReceiver();
  await visit(page, account, '/watches');
  await page.getByRole('button', { name: 'Create a watch' }).click();
  await page.getByRole('dialog').getByLabel('Data type').selectOption('chain.resolve_address');
  await page.getByRole('textbox', { name: 'address', exact: true }).fill(address);
  await page.getByLabel('Webhook URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('The secret of this watch').waitFor();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('link', { name: address }).click();
  await page.getByText('There was no delivery yet').waitFor();
  await receiver.close();

  await visit(page, account, '/keys');
  const row = page.getByRole('row', { name: /trading bot/ });
  await row.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page
    .getByRole('row', { name: /trading bot/ })
    .nth(1)
    .getByRole('button', { name: 'Revoke' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('row', { name: /trading bot.*revoked/ }).waitFor();
  expect((await getData(system.gatewayUrl, key, 'token.price', {})).status).toBe(401);
  expect(failures).toEqual([]);
  await page.context().close();
}, 120_000);

test('the demo account shows a request with its decision, ledger and export, and every page passes axe', async () => {
  const page = await openPage();
  const answer = await getData(system.gatewayUrl, system.apiKey, 'token.price', {});
  expect(answer.status).toBe(200);
  const traceId = String(answer.body['traceId']);
  const link = await signInLinkOf('demo@example.com');
  await page.goto(link);
  await page.waitForURL(/\/a\//);
  const account = new URL(page.url()).pathname.split('/')[2] ?? '';
  await until(
    () => callAs(page, 'GET', `/api/accounts/${account}/requests/${traceId}`),
    ({ status }) => status === 200,
    10_000,
  );
  await visit(page, account, '/requests');
  await page.getByLabel('Trace id').fill(traceId);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('Who said what, and when').waitFor();
  await page.getByText('get_data token.price').waitFor();
  const csv = await callAs(page, 'GET', `/api/accounts/${account}/ledger.csv`);
  expect(csv.text).toContain(`,${traceId},`);
  expect(csv.text.split('\r\n')[0]).toBe('at,kind,credits,call,trace_id,operation_id');

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(colorScheme === 'light' ? { width: 1280, height: 900 } : { width: 360, height: 740 });
    for (const path of [...pages, `/requests/${traceId}`]) {
      await visit(page, account, path);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect([path, colorScheme, serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)]).toEqual([
        path,
        colorScheme,
        [],
      ]);
    }
  }
  await page.context().close();
}, 180_000);

test('no endpoint answers without a session, or with the data of an account of somebody else', async () => {
  const page = await openPage();
  await page.goto(`${base}/sign-in`);
  const demo = (await readDemo()).accountId;
  const paths = [
    ['GET', '/overview'],
    ['GET', '/keys'],
    ['POST', '/keys', { name: 'mine' }],
    ['DELETE', '/keys/key_0'],
    ['GET', '/requests'],
    ['GET', `/requests/tr_${'0'.repeat(32)}`],
    ['GET', '/ledger'],
    ['GET', '/ledger.csv'],
    ['GET', '/watches'],
    ['POST', '/watches', {}],
    ['DELETE', '/watches/w_0'],
    ['GET', '/watches/w_0/deliveries'],
    ['POST', '/playground', { path: '/v1/get_data', body: {} }],
    ['GET', '/events'],
  ] as const;
  for (const [method, path, body] of paths) {
    expect([path, (await callAs(page, method, `/api/accounts/${demo}${path}`, body)).status]).toEqual([path, 401]);
  }
  for (const path of ['/api/person', '/api/catalog', '/api/independence']) {
    expect((await callAs(page, 'GET', path)).status).toBe(401);
  }
  await signUp(system, page, 'Eve', `eve-${suffix}@example.com`);
  await createAccountOnPage(page, 'Eve');
  for (const [method, path, body] of paths) {
    expect([path, (await callAs(page, method, `/api/accounts/${demo}${path}`, body)).status]).toEqual([path, 404]);
  }
  await page.context().close();
}, 60_000);

test('another site can neither change anything, frame a page nor receive a redirect, and cookies stay out of scripts', async () => {
  const page = await openPage();
  await page.goto(await signInLinkOf('demo@example.com'));
  await page.waitForURL(/\/a\//);
  const { accountId } = await readDemo();
  const foreign = { origin: 'https://attacker.example' };
  const created = await callAs(page, 'POST', `/api/accounts/${accountId}/keys`, { name: 'stolen' }, foreign);
  expect(created.status).toBe(403);
  expect((await callAs(page, 'POST', '/api/auth/sign-out', {}, foreign)).status).toBe(403);
  expect((await callAs(page, 'GET', '/api/person')).status).toBe(200);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual(cookies.map(() => [true, 'Lax']));
  const document = await page.request.get(`${base}/`);
  expect(document.headers()['content-security-policy']).toMatch(/frame-ancestors 'none'/);
  expect(document.headers()['content-security-policy']).toMatch(/script-src 'self';/);
  const redirect = await callAs(page, 'POST', '/api/auth/sign-in/magic-link', {
    email: 'demo@example.com',
    callbackURL: 'https://attacker.example/',
  });
  expect(redirect.status).toBe(403);
  await page.context().close();
}, 60_000);

test('sign-in reveals no address and ends a series of guesses', async () => {
  const page = await openPage();
  await page.goto(`${base}/sign-in`);
  const ask = (path: string, email: string): Promise<{ readonly status: number; readonly text: string }> =>
    callAs(page, 'POST', `/api/auth/${path}`, {
      email,
      password: `${password}!`,
      name: 'X',
      redirectTo: '/new-password',
    });
  const known = await ask('request-password-reset', 'demo@example.com');
  const unknown = await ask('request-password-reset', `nobody-${suffix}@example.com`);
  expect(known).toEqual(unknown);
  const guesses = [];
  for (let guess = 0; guess < 8; guess += 1) {
    guesses.push(await ask('sign-in/email', guess % 2 === 0 ? 'demo@example.com' : `nobody-${suffix}@example.com`));
  }
  const statuses = guesses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
  expect(statuses.at(-1)).toBe(429);
  expect(new Set(guesses.filter(({ status }) => status === 401).map(({ text }) => text)).size).toBe(1);
  await page.context().close();
}, 60_000);

test('an invited colleague joins the account as a member, and cannot create keys', async () => {
  const owner = await openPage();
  await owner.goto(await signInLinkOf('demo@example.com'));
  await owner.waitForURL(/\/a\//);
  const { accountId } = await readDemo();
  await visit(owner, accountId, '/settings');
  const email = `bob-${suffix}@example.com`;
  await owner.getByLabel('Invite by e-mail').fill(email);
  await owner.getByRole('button', { name: 'Invite' }).click();
  await owner.getByText('The invitation was sent.').waitFor();
  const bob = await openPage();
  await signUp(system, bob, '<img src=x onerror=alert(1)>', email);
  await bob.goto(await mailedLink(system, email, /invites you/));
  await bob.getByRole('button', { name: 'Accept' }).click();
  await bob.waitForURL(/\/a\//);
  expect((await callAs(bob, 'GET', `/api/accounts/${accountId}/overview`)).status).toBe(200);
  expect((await callAs(bob, 'POST', `/api/accounts/${accountId}/keys`, { name: 'mine' })).status).toBe(403);
  await visit(owner, accountId, '/settings');
  await owner.getByText('<img src=x onerror=alert(1)>').waitFor();
  await bob.context().close();
  await owner.context().close();
}, 90_000);

async function readDemo(): Promise<{ readonly accountId: string }> {
  const { readFile } = await import('node:fs/promises');
  return JSON.parse(await readFile(`${system.dataDir}/demo.json`, 'utf8')) as { accountId: string };
}

async function signInLinkOf(email: string): Promise<string> {
  const { accountId } = await readDemo();
  const response = await fetch(`${base}/operator/sign-in-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${system.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, accountId, accountName: 'Demo' }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { url: string }).url;
}
