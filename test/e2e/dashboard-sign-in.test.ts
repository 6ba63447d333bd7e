import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAccount } from '@assay/stack/testing/accounts';
import type { Browser } from 'playwright-core';
import { callAs, dashboardUrlOf, mailedLink, openBrowser, openPage, signInAs, visit } from './support/dashboard.ts';
import { sharedSystem } from './support/system.ts';

const system = sharedSystem();
const base = dashboardUrlOf(system);
const suffix = Date.now().toString(36);
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
}, 30_000);

afterAll(() => browser.close());

test('a person adds a passkey, signs in with it, and can no longer after its removal', async () => {
  const page = await openPage(browser);
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const { accountId } = await createAccount(system);
  await signInAs(system, page, { email: `pat-${suffix}@example.com`, accountId, accountName: 'Pat' });
  await visit(page, `/a/${accountId}/settings`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Remove' }).waitFor();
  const signInAgain = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/sign-in/);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
  };
  await signInAgain();
  await page.waitForURL(new RegExp(`/a/${accountId}`));
  expect((await callAs(page, 'GET', '/api/person')).text).toContain(`pat-${suffix}@example.com`);

  await visit(page, `/a/${accountId}/settings`);
  await passkeys.getByRole('button', { name: 'Remove' }).click();
  await passkeys.getByText('You have no passkey yet.').waitFor();
  await signInAgain();
  await page.getByRole('alert').waitFor();
  expect((await callAs(page, 'GET', '/api/person')).status).toBe(401);
  await page.context().close();
}, 60_000);

test('a person signs in with an OpenID Connect provider, and again as the same person', async () => {
  const page = await openPage(browser);
  const email = `olga-${suffix}@example.com`;
  const signIn = async (): Promise<void> => {
    await page.goto(`${base}/sign-in`);
    await page.getByRole('button', { name: 'Continue with Test provider' }).click();
    await page.getByPlaceholder('Enter any login').fill(email);
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(new RegExp(`^${base}/(new-account|a/)`));
  };
  await signIn();
  const first = (await callAs(page, 'GET', '/api/person')).text;
  expect(first).toContain(email);
  await page.context().clearCookies();
  await signIn();
  expect((await callAs(page, 'GET', '/api/person')).text).toBe(first);
  await page.context().close();
}, 60_000);

test('an answer of the provider without the state of this browser signs nobody in', async () => {
  const page = await openPage(browser);
  await page.goto(`${base}/sign-in`);
  const forged = await callAs(page, 'GET', '/api/auth/callback/test?code=stolen&state=chosen');
  expect(forged.status).not.toBe(200);
  expect((await callAs(page, 'GET', '/api/person')).status).toBe(401);
  await page.context().close();
}, 30_000);

test('a mailed link signs in once', async () => {
  const page = await openPage(browser);
  const { accountId } = await createAccount(system);
  const email = `lin-${suffix}@example.com`;
  await signInAs(system, page, { email, accountId, accountName: 'Lin' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a sign-in link' }).click();
  const link = await mailedLink(system, email, /sign-in link/);
  await page.goto(link);
  await page.waitForURL(new RegExp(`/a/${accountId}`));
  const again = await openPage(browser);
  await again.goto(link);
  expect((await callAs(again, 'GET', '/api/person')).status).toBe(401);
  await again.context().close();
  await page.context().close();
}, 60_000);
