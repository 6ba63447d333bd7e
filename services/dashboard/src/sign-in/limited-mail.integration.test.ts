import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { betterAuth } from 'better-auth';
import type pg from 'pg';
import { fileURLToPath } from 'node:url';
import { addressHeader, authPath } from './auth.ts';
import { createCountLimit } from './count-limit.ts';
import { limitedMail, mailboxOf, signInMails } from './limited-mail.ts';
import { testBaseUrl, testSignInSettings } from './testing/sign-in-settings.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
let database: ServiceDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await startServiceDatabase('dashboard', migrations);
  pool = openTestPool(database.url, 8, 'dashboard');
}, 60_000);

afterAll(async () => {
  await pool.end();
  await database.close();
});

test('strangers of many networks cause at most 20 mails to a mailbox at once, and six an hour', async () => {
  let now = Date.UTC(2026, 0, 2);
  let dropped = 0;
  let network = 0;
  const mailed: string[] = [];
  const limit = createCountLimit(database.open().query, { now: () => now }, 'invitation_mail', signInMails);
  const guesses = { take: async () => 0, giveBack: async () => undefined };
  const sendMail = limitedMail(
    async ({ to }) => void mailed.push(to),
    limit,
    () => (dropped += 1),
  );
  const signIn = betterAuth(testSignInSettings(pool, guesses, { sendMail }));
  const ask = (path: string, body: object): Promise<Response> => {
    network += 1;
    const headers = {
      'content-type': 'application/json',
      origin: testBaseUrl,
      [addressHeader]: `198.51.100.${network}`,
    };
    const url = `${testBaseUrl}${authPath}/${path}`;
    return signIn.handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  };
  const person = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery staple' };
  /** Waits until this many mails were sent or dropped in all. */
  const untilEnded = async (mails: number): Promise<void> => {
    const deadline = Date.now() + 20_000;
    while (mailed.length + dropped < mails && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(mailed.length + dropped).toBe(mails);
  };
  /** Requests 15 links, 15 passwords and 15 sign-ups for the mailbox. Resolves when each mail was sent or dropped. */
  const flood = async (): Promise<void> => {
    const before = mailed.length + dropped;
    for (let each = 0; each < 15; each += 1) {
      const answers = [
        await ask('sign-in/magic-link', { email: person.email }),
        await ask('request-password-reset', { email: person.email, redirectTo: '/new-password' }),
        await ask('sign-up/email', { ...person, email: `Ann+${network}@example.com` }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    await untilEnded(before + 45);
  };
  await ask('sign-up/email', person);
  // The answer does not wait for this first mail.
  await untilEnded(1);
  await database.sql('UPDATE person SET "emailVerified" = true');
  await flood();
  expect(mailed).toHaveLength(signInMails.burst);
  now += 3_600_000;
  await flood();
  expect(mailed).toHaveLength(signInMails.burst + 6);
}, 60_000);

test.each([
  ['Ann@Example.com ', 'ann@example.com'],
  ['ann+a+b@example.com', 'ann@example.com'],
  ['+ann@example.com', '+ann@example.com'],
  ['ann@ex+ample.com', 'ann@ex+ample.com'],
])('the mailbox of %j is %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
