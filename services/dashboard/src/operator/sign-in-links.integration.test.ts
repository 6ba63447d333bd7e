import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { betterAuth } from 'better-auth';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { createMemberStore } from '../members/store.ts';
import type { SignIn } from '../sign-in/auth.ts';
import { testSignInSettings } from '../sign-in/testing/sign-in-settings.ts';
import { createLinkHandover, operatorHandlers } from './sign-in-links.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
const guessLimit = { take: async () => 0, giveBack: async () => undefined };
let database: ServiceDatabase;
let pool: pg.Pool;
let linkFor: (email: string, accountId: string, accountName: string) => Promise<string>;

beforeAll(async () => {
  database = await startServiceDatabase('dashboard', migrations);
  pool = openTestPool(database.url, 8, 'dashboard');
  const handover = createLinkHandover();
  const settings = testSignInSettings(pool, guessLimit, { takeSignInLink: handover.take });
  const signIn = betterAuth(settings) as unknown as SignIn;
  const members = createMemberStore(database.open().query);
  const { CreateSignInLink } = operatorHandlers({ signIn, members, handover, check: async () => [] });
  linkFor = async (email, accountId, accountName) => {
    const request = { email, account_id: accountId, account_name: accountName };
    return (await CreateSignInLink(request, undefined as never)).url ?? '';
  };
}, 60_000);

afterAll(async () => {
  await pool.end();
  await database.close();
});

/** Returns the people of an account, with their roles and the account's name on the dashboard. */
const peopleOf = (accountId: string) =>
  database.sql<{ email: string; role: string; name: string }>(
    `SELECT p.email, m.role, a.name FROM account_membership a
       JOIN member m ON m."organizationId" = a.id JOIN person p ON p.id = m."userId"
      WHERE a.slug = $1 ORDER BY p.email`,
    [accountId],
  );

test('each person for whom an operator asks gets a link, and becomes an owner of the one account', async () => {
  const link = /^http:\/\/127\.0\.0\.1:8090\/.*token=/;
  expect(await linkFor('ann@example.com', 'acc_1', 'First')).toMatch(link);
  expect(await linkFor('Bob@example.com', 'acc_1', 'Second')).toMatch(link);
  expect(await linkFor('ann@example.com', 'acc_1', 'Third')).toMatch(link);
  expect(await peopleOf('acc_1')).toEqual([
    { email: 'ann@example.com', role: 'owner', name: 'First' },
    { email: 'bob@example.com', role: 'owner', name: 'First' },
  ]);
});

test('a person owns several accounts', async () => {
  await linkFor('carl@example.com', 'acc_2', 'Two');
  await linkFor('carl@example.com', 'acc_3', 'Three');
  expect([...(await peopleOf('acc_2')), ...(await peopleOf('acc_3'))].map(({ name }) => name)).toEqual([
    'Two',
    'Three',
  ]);
});
