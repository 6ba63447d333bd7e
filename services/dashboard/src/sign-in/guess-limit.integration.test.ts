import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { betterAuth } from 'better-auth';
import type pg from 'pg';
import { fileURLToPath } from 'node:url';
import { addressHeader, authPath } from './auth.ts';
import { createGuessLimit, guessBurst, guessEveryMs, type GuessLimit } from './guess-limit.ts';
import { testBaseUrl, testSignInSettings } from './testing/sign-in-settings.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
const email = 'owner@example.com';
const password = 'correct horse battery staple';
let database: ServiceDatabase;
let pool: pg.Pool;
let signIn: Pick<ReturnType<typeof betterAuth>, 'handler'>;
let limit: GuessLimit;
let now: number;
let lastAddress = 0;

beforeAll(async () => {
  database = await startServiceDatabase('dashboard', migrations);
  pool = openTestPool(database.url, 8, 'dashboard');
  limit = createGuessLimit(database.open().query, { now: () => now });
  signIn = betterAuth(testSignInSettings(pool, limit));
  await ask('sign-up/email', { name: 'Owner', email, password });
  await database.sql('UPDATE person SET "emailVerified" = true');
}, 60_000);

beforeEach(async () => {
  now = Date.UTC(2026, 0, 2);
  await database.sql('DELETE FROM password_guess');
});

afterAll(async () => {
  await pool.end();
  await database.close();
});

/** Sends each request from another address, as an attacker with many machines would. */
function ask(path: string, body: object, cookie = ''): Promise<Response> {
  lastAddress += 1;
  const headers = {
    'content-type': 'application/json',
    origin: testBaseUrl,
    cookie,
    [addressHeader]: `198.51.${lastAddress >> 8}.${lastAddress % 256}`,
  };
  return signIn.handler(
    new Request(`${testBaseUrl}${authPath}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  );
}

const guess = (
  credentials: { readonly email?: string; readonly password?: string },
  cookie?: string,
): Promise<Response> => ask('sign-in/email', { email, password: 'a wrong password', ...credentials }, cookie);

/** Sends more guesses than allowed, all in parallel, and returns the statuses. */
async function statusesOf(given: { readonly email?: string }, cookie?: string): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: guessBurst + 1 }, () => guess(given, cookie)));
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

/** Uses up all guesses for an e-mail address, without the slow comparison of passwords. */
async function useUp(subject: string): Promise<void> {
  for (let taken = 0; taken < guessBurst; taken += 1) {
    expect(await limit.take(`email ${subject}`)).toBe(0);
  }
}

/** Returns the cookie of a browser in which the owner signed in. */
async function signedInBrowser(): Promise<string> {
  const cookies = (await guess({ password })).headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return cookies.find((cookie) => cookie.startsWith('assay.known_browser=')) ?? '';
}

test('guesses at once from many addresses are bounded for an e-mail, and alike for one that nobody has', async () => {
  const expected = [...Array.from({ length: guessBurst }, () => 401), 429];
  expect(await statusesOf({})).toEqual(expected);
  expect(await statusesOf({ email: 'nobody@example.com' })).toEqual(expected);
  const [refused, unknown] = [await guess({ password }), await guess({ email: 'Nobody@example.com' })];
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await refused.text()).toBe(await unknown.text());
}, 30_000);

test('a guess comes back each minute, so the owner is kept out for no longer', async () => {
  await useUp(email);
  now += guessEveryMs;
  expect((await guess({ password })).status).toBe(200);
  // The right password uses up no guess.
  expect((await guess({})).status).toBe(401);
  expect((await guess({ password })).status).toBe(429);
}, 30_000);

test('a browser that signed in before keeps its way while others guess, and has no endless guesses either', async () => {
  const known = await signedInBrowser();
  await useUp(email);
  expect((await guess({ password })).status).toBe(429);
  expect((await guess({ password }, known)).status).toBe(200);
  expect((await statusesOf({}, known)).slice(-2)).toEqual([401, 429]);
}, 30_000);

/** Opens a new session of the owner in a known browser, and returns the cookies. */
async function openSession(): Promise<string> {
  const answer = await guess({ password });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The endpoints that compare a password in an open session. */
const inSession = [
  ['verify-password', (tried: string) => ({ password: tried })],
  ['change-password', (tried: string) => ({ currentPassword: tried, newPassword: 'a new password of hers' })],
] as const;

test('one count per person bounds guesses with open sessions, over all sessions and endpoints', async () => {
  const sessions = [await openSession(), await openSession()];
  const statuses: number[] = [];
  for (let tried = 0; tried < 2 * guessBurst; tried += 1) {
    const [path, bodyOf] = inSession[tried % inSession.length] ?? inSession[0];
    statuses.push((await ask(path, bodyOf(`wrong password ${tried}`), sessions[tried % 2])).status);
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(guessBurst);
  expect(statuses.slice(guessBurst)).toEqual(Array.from({ length: guessBurst }, () => 429));
  // With no guess left, even the right password is refused, in a known browser and elsewhere.
  expect((await guess({ password })).status).toBe(429);
  expect((await guess({ password }, sessions[0])).status).toBe(429);
  expect((await ask('verify-password', { password }, sessions[1])).status).toBe(429);
  now += guessEveryMs;
  expect((await ask('verify-password', { password }, sessions[1])).status).toBe(200);
}, 60_000);

test('a right password in an open session uses up nothing', async () => {
  const session = await openSession();
  for (let tried = 0; tried < guessBurst + 2; tried += 1) {
    expect((await ask('verify-password', { password }, session)).status).toBe(200);
  }
}, 60_000);

test('wrong guesses in a known browser count for the person everywhere', async () => {
  const known = await signedInBrowser();
  await statusesOf({}, known);
  expect((await guess({ password })).status).toBe(429);
}, 60_000);

test('the cookie of a browser helps for its own e-mail alone, and a forged one not at all', async () => {
  const known = await signedInBrowser();
  await useUp('other@example.com');
  expect((await guess({ email: 'other@example.com' }, known)).status).toBe(429);
  await useUp(email);
  expect((await guess({ password }, known.replace('=', '=0'))).status).toBe(429);
}, 30_000);

test('subjects that have all their guesses back are removed', async () => {
  await limit.take('email first@example.com');
  now += guessEveryMs + 1;
  await limit.take('email second@example.com');
  expect(await database.sql('SELECT count(*)::integer AS n FROM password_guess')).toEqual([{ n: 1 }]);
});
