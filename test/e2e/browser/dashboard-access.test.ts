import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import {
  callAs,
  createAccountOnPage,
  dashboardUrlOf,
  forgetAttempts,
  mailedLink,
  openBrowser,
  openPage,
  password,
  readDemo,
  signInAsDemo,
  signInLink,
  signUp,
  visit,
} from '../support/dashboard.ts';
import { sharedSystem } from '../support/system.ts';

const system = sharedSystem();
const base = dashboardUrlOf(system);
const suffix = Date.now().toString(36);
const script = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
/**
 * Maximum time for which a stream of events stays open after sign-out, in milliseconds. A stream checks its session
 * every two seconds; the remainder allows for a busy machine.
 */
const maxStreamAfterSignOutMs = 8_000;
let browser: Browser;
let demo: string;
/** The page of Eve, a person with her own account. She does not belong to the demo account. */
let eve: Page;
let ownAccount: string;

beforeAll(async () => {
  browser = await openBrowser();
  await forgetAttempts(system);
  demo = (await readDemo(system)).accountId;
  eve = await openPage(browser);
  await eve.goto(`${base}/sign-in`);
}, 30_000);

afterAll(() => browser.close());

/** Every endpoint that belongs to an account. The responses are streams, files or JSON. */
const endpoints = [
  ['GET', '/overview'],
  ['GET', '/balance'],
  ['GET', '/keys'],
  ['POST', '/keys', { name: 'mine' }],
  ['POST', '/keys/key_0/rotate', { overlapSeconds: 60 }],
  ['DELETE', '/keys/key_0'],
  ['GET', '/requests'],
  ['GET', `/requests/tr_${'0'.repeat(32)}`],
  ['GET', '/ledger'],
  ['GET', '/ledger.csv'],
  ['GET', '/watches'],
  ['POST', '/watches', {}],
  ['DELETE', '/watches/w_0'],
  ['POST', '/watches/w_0/test', {}],
  ['GET', '/watches/w_0/deliveries'],
  ['POST', '/playground', { path: '/v1/get_data', body: {} }],
  ['GET', '/events'],
] as const;

test('no endpoint and no stream answers without a session', async () => {
  for (const [method, path, body] of endpoints) {
    expect([path, (await callAs(eve, method, `/api/accounts/${demo}${path}`, body)).status]).toEqual([path, 401]);
  }
  for (const path of ['/api/person', '/api/catalog', '/api/independence', '/api/independence/history']) {
    expect((await callAs(eve, 'GET', path)).status).toBe(401);
  }
});

test('no endpoint and no stream shows the account of somebody else, or whether it exists', async () => {
  await signUp(system, eve, script, `eve-${suffix}@example.com`);
  ownAccount = await createAccountOnPage(eve, script);
  for (const [method, path, body] of endpoints) {
    const foreign = await callAs(eve, method, `/api/accounts/${demo}${path}`, body);
    const unknown = await callAs(eve, method, `/api/accounts/acc_${'0'.repeat(22)}${path}`, body);
    expect([path, foreign.status]).toEqual([path, 404]);
    expect(foreign).toEqual(unknown);
  }
  const organization = '/api/auth/organization/get-full-organization?organizationSlug=';
  expect((await callAs(eve, 'GET', organization + demo)).status).toBeGreaterThanOrEqual(400);
}, 60_000);

test('a script in the name of a person, an account or a key is shown as text and never runs', async () => {
  await visit(eve, `/a/${ownAccount}/keys`);
  await eve.getByRole('button', { name: 'Create a key' }).click();
  await eve.getByLabel('Name').fill(script);
  await eve.getByRole('button', { name: 'Create', exact: true }).click();
  await eve.getByRole('button', { name: 'I have stored it' }).click();
  await eve.getByRole('cell', { name: script }).waitFor();
  await eve
    .getByRole('row', { name: /onerror/ })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await eve.getByRole('dialog').getByText(script).waitFor();
  await visit(eve, `/a/${ownAccount}/settings`);
  await eve.getByRole('cell', { name: script }).waitFor();
  await eve.getByRole('heading', { name: `Members of ${script}` }).waitFor();
  expect(await eve.evaluate("'ran' in window")).toBe(false);
}, 30_000);

test('another site can neither change anything with a form, nor frame a page, nor read an answer', async () => {
  const page = await openPage(browser);
  const account = await signInAsDemo(system, page);
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<iframe src="${base}/a/${account}/keys"></iframe>` +
        `<form method="post" enctype="text/plain" action="${base}/api/accounts/${account}/keys" target="f">` +
        `<input name='{"name":"stolen","x":"' value='"}'></form><iframe name="f"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const foreign = await page.context().newPage();
  await foreign.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const postResponse = foreign.waitForResponse((response) => response.request().method() === 'POST');
  await foreign.evaluate('document.forms[0].submit()');
  expect((await postResponse).status()).toBe(403);
  const foreignFetch = foreign.evaluate(
    (url) => fetch(url, { credentials: 'include' }).then((answer) => answer.text()),
    `${base}/api/person`,
  );
  await expect(foreignFetch).rejects.toThrow('Failed to fetch');
  expect(await foreign.frames()[1]?.locator('body').textContent()).not.toContain('Create a key');
  expect(foreign.frames()[1]?.url()).toMatch(/^chrome-error:/);
  for (const origin of ['https://attacker.example', 'null', `${base}.attacker.example`]) {
    const created = await callAs(page, 'POST', `/api/accounts/${account}/keys`, { name: 'stolen' }, { origin });
    expect([origin, created.status]).toEqual([origin, 403]);
    expect((await callAs(page, 'POST', '/api/auth/sign-out', {}, { origin })).status).toBe(403);
  }
  expect((await callAs(page, 'GET', `/api/accounts/${account}/keys`)).text).not.toContain('stolen');
  const cookies = (await page.context().cookies()).filter(({ name }) => name.startsWith('assay'));
  expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual(cookies.map(() => [true, 'Lax']));
  const document = await page.request.get(`${base}/`);
  expect(document.headers()['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  await page.context().close();
  site.close();
}, 60_000);

test('sign-in leads to no other site, by no parameter', async () => {
  const page = await openPage(browser);
  await page.goto(`${base}/sign-in`);
  const email = 'demo@example.com';
  for (const target of [
    'https://attacker.example/',
    '//attacker.example',
    '/\\attacker.example',
    'javascript:alert(1)',
  ]) {
    const { status } = await callAs(page, 'POST', '/api/auth/sign-in/magic-link', { email, callbackURL: target });
    expect([target, status === 403 || status === 400 || status === 429]).toEqual([target, true]);
  }
  const link = new URL(await signInLink(system, { email, accountId: demo, accountName: 'Demo' }));
  link.searchParams.set('callbackURL', 'https://attacker.example/');
  const followed = await page.request.get(link.href, { maxRedirects: 0 });
  expect(followed.headers()['location'] ?? '').not.toContain('attacker.example');
  await page.context().close();
}, 30_000);

test('a session that an attacker planted before sign-in is not the session afterwards', async () => {
  const victim = await openPage(browser);
  const planted = (await eve.context().cookies()).filter(({ name }) => name === 'assay.session_token');
  expect(planted).toHaveLength(1);
  await victim.context().addCookies(planted);
  await signInAsDemo(system, victim);
  const cookies = (await victim.context().cookies()).filter(({ name }) => name === 'assay.session_token');
  expect(cookies).toHaveLength(1);
  expect(cookies[0]?.value).not.toBe(planted[0]?.value);
  // The attacker's own session still belongs to the attacker.
  expect((await callAs(eve, 'GET', '/api/person')).text).toContain(`eve-${suffix}@example.com`);
  // The server ignores a session value that it did not sign.
  await victim.context().addCookies([{ name: 'assay.session_token', value: 'chosen-by-the-attacker', url: base }]);
  expect((await callAs(victim, 'GET', '/api/person')).status).toBe(401);
  await victim.context().close();
}, 30_000);

test('a session and its streams of events end when its person signs out', async () => {
  const page = await openPage(browser);
  await signInAsDemo(system, page);
  const stolen = await openPage(browser, await page.context().storageState());
  await stolen.goto(`${base}/sign-in`);
  expect((await callAs(stolen, 'GET', '/api/person')).status).toBe(200);
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const stream = await fetch(`${base}/api/accounts/${demo}/events`, { headers: { cookie } });
  expect(stream.status).toBe(200);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
  expect((await callAs(stolen, 'GET', '/api/person')).status).toBe(401);
  const signedOutAt = performance.now();
  await stream.text();
  expect(performance.now() - signedOutAt).toBeLessThan(maxStreamAfterSignOutMs);
  await stolen.context().close();
  await page.context().close();
}, 30_000);

test('a person sees the sessions with their browsers, and ends one of another browser', async () => {
  await forgetAttempts(system);
  const [here, lost] = [await openPage(browser), await openPage(browser)];
  await signInAsDemo(system, lost);
  await signInAsDemo(system, here);
  const person = async (page: Page): Promise<number> => (await callAs(page, 'GET', '/api/person')).status;
  expect([await person(here), await person(lost)]).toEqual([200, 200]);
  await visit(here, `/a/${demo}/settings`);
  const sessions = here.getByRole('region', { name: 'Your sessions' });
  await sessions.getByRole('row', { name: /Chrome on Linux.*this session/ }).waitFor();
  await sessions.getByRole('button', { name: 'End all other sessions' }).click();
  await sessions.getByRole('button').first().waitFor({ state: 'detached' });
  expect([await person(here), await person(lost)]).toEqual([200, 401]);
  await here.context().close();
  await lost.context().close();
}, 30_000);

test('an invited colleague joins the account as a member, and cannot change keys', async () => {
  const owner = await openPage(browser);
  await signInAsDemo(system, owner);
  await visit(owner, `/a/${demo}/settings`);
  const email = `bob-${suffix}@example.com`;
  await owner.getByLabel('Invite by e-mail').fill(email);
  await owner.getByRole('button', { name: 'Invite' }).click();
  await owner.getByText('The invitation was sent.').waitFor();
  const bob = await openPage(browser);
  await signUp(system, bob, 'Bob', email);
  await bob.goto(await mailedLink(system, email, /^You are invited/));
  await bob.getByRole('button', { name: 'Accept' }).click();
  await bob.waitForURL(/\/a\//);
  const members = `/api/accounts/${demo}`;
  expect((await callAs(bob, 'GET', `${members}/overview`)).status).toBe(200);
  expect((await callAs(bob, 'POST', `${members}/keys`, { name: 'mine' })).status).toBe(403);
  expect((await callAs(bob, 'POST', `${members}/keys/key_0/rotate`, { overlapSeconds: 60 })).status).toBe(403);
  expect((await callAs(bob, 'DELETE', `${members}/keys/key_0`)).status).toBe(403);
  await bob.context().close();
  await owner.context().close();
}, 60_000);

test('sign-in, sign-up and links reveal no address, and a series of guesses ends', async () => {
  await forgetAttempts(system);
  const page = await openPage(browser);
  await page.goto(`${base}/sign-in`);
  const unknown = `nobody-${suffix}@example.com`;
  const ask = (path: string, email: string) =>
    callAs(page, 'POST', `/api/auth/${path}`, {
      email,
      password: `${password}!`,
      name: 'X',
      redirectTo: '/new-password',
      callbackURL: '/',
    });
  expect(await ask('request-password-reset', 'demo@example.com')).toEqual(await ask('request-password-reset', unknown));
  const guesses = [];
  for (let guess = 0; guess < 8; guess += 1) {
    guesses.push(await ask('sign-in/email', guess % 2 === 0 ? 'demo@example.com' : unknown));
  }
  const refused = guesses.filter(({ status }) => status === 401);
  expect(refused.length).toBeLessThanOrEqual(5);
  expect(guesses.at(-1)?.status).toBe(429);
  expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
  // Returns the parts of the response that must be equal for an e-mail address that is known and for one that is new.
  const shapeOf = (answer: { readonly status: number; readonly text: string } | undefined): unknown => {
    const body = JSON.parse(answer?.text ?? '') as { readonly token?: unknown; readonly user?: object };
    return [answer?.status, body.token, Object.keys(body.user ?? {}).toSorted()];
  };
  const signUps = [await ask('sign-up/email', 'demo@example.com'), await ask('sign-up/email', unknown)];
  expect(signUps.map(({ status }) => status)).toEqual([200, 200]);
  expect(shapeOf(signUps[0])).toEqual(shapeOf(signUps[1]));
  await page.context().close();
}, 60_000);
