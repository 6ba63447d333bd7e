import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  createAccountOnPage,
  dashboardUrlOf,
  forgetAttempts,
  mailedLink,
  openBrowser,
  openPage,
  password,
  visit,
} from '../support/dashboard.ts';
import { getData, send, sharedSystem } from '../support/system.ts';

/** The story of a new customer, from the first page of the gateway to the first explained answer. */
const system = sharedSystem();
const email = `mia-${Date.now().toString(36)}@example.com`;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  await forgetAttempts(system);
}, 30_000);

afterAll(() => browser.close());

async function seriousFindingsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

test('the first page says what Assay is, answers a question with its level, and shows who said what', async () => {
  const page = await openPage(browser);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(`${system.gatewayUrl}/#key=${system.apiKey}`);
  await page.getByRole('heading', { level: 1, name: 'Numbers that say how far they were checked' }).waitFor();
  // The key leaves the address as soon as the page has read it.
  expect(page.url()).not.toContain(system.apiKey);
  expect(await seriousFindingsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const answer = page.locator('#answer');
  await answer.getByText('token.price. Sandbox: the number is simulated.').waitFor();
  expect(await answer.locator('[data-value]').textContent()).toMatch(/^[\d,]+\.\d+$/);
  expect(await answer.locator('[data-level]').textContent()).toMatch(/^(anchored|consensus|single source)$/);
  await answer.getByRole('listitem').first().waitFor();
  expect(problems).toEqual([]);
  // An error shows its message in the place of the answer.
  await page.getByText('API key', { exact: true }).click();
  await page.getByLabel('Your key stays in this page.').fill('asy_wrong');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await answer.getByText('this API key is not valid').waitFor();
  expect(await answer.locator('[data-level]').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'Sign in to Assay' }).waitFor();
  await page.context().close();
}, 60_000);

test('the API explorer opens with the first question, sends it, and shows the same call with curl', async () => {
  const page = await openPage(browser);
  await page.goto(`${system.gatewayUrl}/docs/api`);
  const ask = page.getByRole('region', { name: 'Ask a question in words' });
  await ask.getByLabel('Body').waitFor();
  expect(JSON.parse(await ask.getByLabel('Body').inputValue())).toEqual({ query: 'What is SOL worth right now?' });
  const byType = page.getByRole('region', { name: 'Get a data type with parameters' });
  expect(JSON.parse(await byType.getByLabel('Body').inputValue())).toMatchObject({ type: 'token.price' });
  await byType.getByText('404 TYPE_NOT_FOUND').waitFor();
  await ask.getByRole('button', { name: 'Send' }).click();
  await ask.getByText('Enter your API key').waitFor();
  await page.getByLabel('API key').fill(system.apiKey);
  await ask.getByRole('button', { name: 'Send' }).click();
  await ask.getByText(/HTTP 200 in \d+ ms\. \d+ calls left this minute\./).waitFor();
  await ask.getByText('The same call with curl').click();
  await ask.getByText('curl -s').waitFor();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await seriousFindingsOn(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  }
  await page.context().close();
}, 60_000);

test('a new customer signs up, opens the mailbox, makes the first call with a new key, and sees it arrive', async () => {
  const page = await openPage(browser);
  await page.goto(`${dashboardUrlOf(system)}/sign-in`);
  await page.getByText('Assay answers questions with data').waitFor();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Your name').fill('Mia');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  const mailbox = page.getByRole('link', { name: 'Open the sandbox’s mailbox' });
  await mailbox.waitFor();
  expect(await mailbox.getAttribute('href')).toBe(`${system.sandboxUrl}/mailbox`);
  await page.goto(await mailedLink(system, email, /Confirm/));
  const account = await createAccountOnPage(page, 'Mia & Co');
  await page.getByRole('navigation').getByRole('link', { name: 'Documentation' }).waitFor();

  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('first');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Waiting for the first call with this key…').waitFor();
  const key = (await page.getByTestId('new-key').textContent()) ?? '';
  for (const name of ['curl', 'TypeScript', 'Python', 'MCP']) {
    await dialog.getByRole('tab', { name }).click();
    await dialog.getByRole('tabpanel', { name }).getByText(key).waitFor();
  }
  const body = { query: 'What is the price of SOL?' };
  expect((await send(`${system.gatewayUrl}/v1/ask`, { key, body })).status).toBe(200);
  await dialog.getByText('Your first call arrived.').waitFor();
  await dialog.getByRole('link', { name: 'what it was answered, and why' }).click();
  await page.waitForURL(`**/a/${account}/requests`);
  expect(await page.content()).not.toContain(key);

  await findOnPage(page, account, key);
  await usePlayground(page, account);
  await page.context().close();
}, 120_000);

/** Finds a request by the digits that the list shows. The filters stay in the URL. */
async function findOnPage(page: Page, account: string, key: string): Promise<void> {
  const { body } = await getData(system.gatewayUrl, key, 'spot.price', { symbol: 'BTC' });
  const traceId = String(body['traceId']);
  await page.getByRole('link', { name: `…${traceId.slice(-8)}` }).waitFor();
  await page.getByLabel('Type', { exact: true }).selectOption('spot.price');
  await page.waitForURL(/\?type=spot\.price$/);
  await page.reload();
  await page.getByRole('link', { name: `…${traceId.slice(-8)}` }).waitFor();
  expect(await page.getByLabel('Type', { exact: true }).inputValue()).toBe('spot.price');
  await page.getByLabel('Find an id').fill('00000000');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('No stored request of this account begins or ends with 00000000.').waitFor();
  await page.getByLabel('Find an id').fill(`…${traceId.slice(-8)}`);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(`**/a/${account}/requests/${traceId}`);
  await visit(page, `/a/${account}/requests`);
  await page.getByLabel('Find an id').fill(traceId.slice(0, 'tr_'.length + 20));
  await page.getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(`**/a/${account}/requests/${traceId}`);
}

/** Asks in words and by a gate call. At the rate limit, the button shows the seconds until the next call. */
async function usePlayground(page: Page, account: string): Promise<void> {
  await visit(page, `/a/${account}/playground`);
  await page.getByRole('button', { name: 'Run' }).click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.locator('.headline').getByText('USD').waitFor();
  await page
    .getByTestId('rate-limit')
    .getByText(/^\d of 10 calls left this minute$/)
    .waitFor();
  await page.getByText('Gate a trade').click();
  await page.getByRole('button', { name: 'Run' }).click();
  await answer
    .getByText(/^(Allow|Refuse)/)
    .first()
    .waitFor();
  await page.getByText('By type').click();
  expect(new URL(page.url()).searchParams.get('mode')).toBe('type');
  await page.route('**/playground', async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as object;
    await route.fulfill({ response, json: { ...view, rateLimit: { limit: 10, remaining: 0, resetSeconds: 40 } } });
  });
  await page.getByRole('button', { name: 'Run' }).click();
  const button = page.getByRole('button', { name: /Run again in \d+ s/ });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
}
