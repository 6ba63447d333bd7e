import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { betterAuth } from 'better-auth';
import type pg from 'pg';
import { fileURLToPath } from 'node:url';
import { addressHeader, authPath, signInSettings } from './auth.ts';
import { noHooks } from './testing/sign-in-settings.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
const baseUrl = 'http://127.0.0.1:8090';
const known = 'owner@example.com';
const unknown = 'nobody@example.com';
const password = 'correct horse battery staple';
let database: ServiceDatabase;
let pool: pg.Pool;
let mailedTo: string[] = [];

beforeAll(async () => {
  database = await startServiceDatabase('dashboard', migrations);
  pool = openTestPool(database.url, 4, 'dashboard');
  await ask(true, 'sign-up/email', known);
}, 60_000);

afterAll(async () => {
  await pool.end();
  await database.close();
});

/** Sends a request to a dashboard whose mail server accepts the connection and then never responds. */
async function ask(isSignUpOpen: boolean, path: string, email: string): Promise<number> {
  const settings = signInSettings({
    pool,
    baseUrl,
    secret: 'a secret of at least thirty-two characters',
    isSignUpOpen,
    oidcProviders: [],
    sendMail: async ({ to }) => {
      mailedTo.push(to);
      return new Promise(() => undefined);
    },
    isInvited: async () => false,
    takeSignInLink: () => false,
    guessLimit: { take: async () => 0, giveBack: async () => undefined },
    accountHooks: noHooks,
  });
  const request = new Request(`${baseUrl}${authPath}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl, [addressHeader]: '192.0.2.1' },
    body: JSON.stringify({ email, password, name: 'Owner', redirectTo: '/new-password' }),
  });
  return (await betterAuth({ ...settings, logger: { disabled: true } }).handler(request)).status;
}

test.each([
  ['sign-up/email', false],
  ['sign-up/email', true],
  ['request-password-reset', true],
] as const)(
  '%s (open: %s) answers alike for a known and an unknown address, and waits for no mail',
  async (path, isOpen) => {
    mailedTo = [];
    expect(await ask(isOpen, path, known)).toBe(200);
    expect(mailedTo).toEqual([known]);
    expect(await ask(isOpen, path, unknown)).toBe(200);
  },
);
