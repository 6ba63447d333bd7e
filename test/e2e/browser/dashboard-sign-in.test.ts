import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAccount } from '@assay/stack/testing/accounts';
import type { Browser } from 'playwright-core';
import {
  callAs,
  dashboardUrlOf,
  forgetAttempts,
  mailedLink,
  openBrowser,
  openPage,
  password,
  signInAs,
  visit,
} from '../support/dashboard.ts';
import { sharedSystem, until } from '../support/system.ts';

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
  await again.getByRole('alert').getByText('a link works once').waitFor();
  expect((await callAs(again, 'GET', '/api/person')).status).toBe(401);
  await again.context().close();
  await page.context().close();
}, 60_000);

test('a link to confirm an address that is no longer valid leads to sign-in, which explains it', async () => {
  const page = await openPage(browser);
  await page.goto(`${base}/api/auth/verify-email?token=ended&callbackURL=%2Finvitations%2Fx`);
  await page.waitForURL(`${base}/sign-in?next=%2Finvitations%2Fx&error=link`);
  await page.getByRole('alert').getByText('a link works once').waitFor();
  await visit(page, '/sign-in');
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.context().close();
}, 30_000);

/** Waits until at least `count` mails to an address have arrived. Returns their subjects. */
async function subjectsTo(email: string, count: number): Promise<string[]> {
  const read = async (): Promise<string[]> => {
    const response = await fetch(`${system.sandboxUrl}/mailbox/mails`);
    const { mails } = (await response.json()) as { mails: { to: string; subject: string }[] };
    return mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
  };
  return until(read, ({ length }) => length >= count, 10_000);
}

test('a person without a confirmed address gets a new link by signing in, and a mail by signing up again', async () => {
  await forgetAttempts(system);
  const email = `una-${suffix}@example.com`;
  const page = await openPage(browser);
  const signUp = async (): Promise<string> => {
    await page.goto(`${base}/sign-up`);
    await page.getByLabel('Your name').fill('Una');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: 'Confirm your e-mail address' }).waitFor();
    return page.getByRole('main').innerText();
  };
  const signIn = async (secret: string): Promise<void> => {
    await visit(page, '/sign-in');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(secret);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const pageText = await signUp();
  expect(await subjectsTo(email, 1)).toEqual([expect.stringMatching(/^Confirm/)]);
  // The page shows everybody the same text. Only the mail tells the owner that the address has an account.
  expect(await signUp()).toBe(pageText);
  const [newest] = await subjectsTo(email, 2);
  expect(newest).toBe('You signed up for Assay before');
  expect(await mailedLink(system, email, /signed up for Assay before/)).toBe(`${base}/sign-in`);

  // With a wrong password, signing in sends no mail and does not reveal that the address is unconfirmed.
  await signIn('a wrong password');
  await page.getByRole('alert').getByText('Invalid email or password').waitFor();
  await signIn(password);
  await page.getByRole('alert').getByText('A new link is on its way to you.').waitFor();
  const mails = await subjectsTo(email, 3);
  expect(mails.filter((subject) => subject.startsWith('Confirm'))).toHaveLength(2);
  expect(mails).toHaveLength(3);
  await page.goto(await mailedLink(system, email, /^Confirm/));
  await page.waitForURL(`${base}/new-account`);
  await page.context().close();
}, 60_000);
