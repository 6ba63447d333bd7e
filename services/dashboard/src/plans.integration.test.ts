import { fileURLToPath } from 'node:url';
import { rootContext } from '@assay/rpc/context';
import { systemClock } from '@assay/runtime/clock';
import { createSealer } from '@assay/storage/sealing';
import { recordPlans, type PlanRecorder } from '@assay/stack/testing/query-plans';
import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMemberStore } from './members/store.ts';
import { createPlaygroundKeys } from './playground/keys.ts';
import { createGuessLimit, guessBurst } from './sign-in/guess-limit.ts';

const agedRows = 20_000;
let database: ServiceDatabase;
let plans: PlanRecorder;

beforeAll(async () => {
  database = await startServiceDatabase('dashboard', fileURLToPath(new URL('../migrations', import.meta.url)));
  const { sql } = database;
  const series = `generate_series(1, ${agedRows}) AS n`;
  await sql(`INSERT INTO person (id, name, email, "emailVerified", "updatedAt")
    SELECT 'p' || n, 'n', 'p' || n || '@example.com', true, now() FROM ${series}`);
  await sql(
    `INSERT INTO account_membership (id, name, slug, "createdAt") SELECT 'o' || n, 'n', 'acc_' || n, now() FROM ${series}`,
  );
  await sql(`INSERT INTO member (id, "organizationId", "userId", role, "createdAt")
    SELECT 'm' || n, 'o' || n, 'p' || n, 'owner', now() FROM ${series}`);
  await sql(
    `INSERT INTO session (id, "expiresAt", token, "updatedAt", "userId") SELECT 's' || n, now(), 't' || n, now(), 'p' || n FROM ${series}`,
  );
  await sql(
    `INSERT INTO credential (id, "accountId", "providerId", "userId", "updatedAt") SELECT 'c' || n, 'p' || n, 'credential', 'p' || n, now() FROM ${series}`,
  );
  await sql(
    `INSERT INTO verification (id, identifier, value, "expiresAt") SELECT 'v' || n, 'i' || n, 'x', now() FROM ${series}`,
  );
  await sql(`INSERT INTO invitation (id, "organizationId", email, status, "expiresAt", "inviterId")
    SELECT 'i' || n, 'o' || n, 'p' || n || '@example.com', 'pending', now() + interval '1 day', 'p' || n FROM ${series}`);
  await sql(`INSERT INTO passkey (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
    SELECT 'k' || n, 'x', 'p' || n, 'c' || n, 0, 'x', false FROM ${series}`);
  await sql(`INSERT INTO sign_in_rate (id, key, count, "lastRequest") SELECT 'r' || n, 'k' || n, 1, 1 FROM ${series}`);
  await sql(
    `INSERT INTO playground_key (account_id, key_id, sealing_key_id, sealed) SELECT 'acc_' || n, '', 'k1', '' FROM ${series}`,
  );
  await sql(
    `INSERT INTO password_guess (subject, free_at) SELECT sha256(n::text::bytea), now() - interval '1 day' + n * interval '1 minute' FROM ${series}`,
  );
  plans = await recordPlans(database.url, 'dashboard');
}, 120_000);

afterAll(async () => {
  await plans.close();
  await database.close();
});

test('memberships, invitations and playground keys are found by their indexes', async () => {
  const members = createMemberStore(plans.query);
  const sealer = createSealer([{ id: 'k1', key: Buffer.alloc(32) }], 'ASSAY_DASHBOARD_SECRET_KEYS');
  const keys = createPlaygroundKeys(plans.query, sealer, async () => ({ key: 'asy_new', record: null }), systemClock);
  const accesses = await plans.accessesOf(async () => {
    expect(await members.ofPerson('p7')).toHaveLength(1);
    expect(await members.find('p7', 'acc_7')).toBeDefined();
    expect(await members.find('p7', 'acc_8')).toBeUndefined();
    expect(await members.isInvited('P7@example.com')).toBe(true);
    await keys.replace('acc_7', { id: 'key_7', key: '' }, rootContext(1_000));
    expect(await keys.keyOf('acc_7', rootContext(1_000))).toMatchObject({ key: 'asy_new' });
  });
  expect(accesses.filter(({ index }) => index === undefined)).toEqual([]);
  expect(accesses.filter(({ removedRows }) => removedRows > 1)).toEqual([]);
});

test('guesses of a password are counted, and the subjects of earlier ones removed, by indexes', async () => {
  const limit = createGuessLimit(plans.query, systemClock);
  const accesses = await plans.accessesOf(async () => {
    for (let guess = 0; guess <= guessBurst; guess += 1) {
      await limit.take('email ann@example.com');
    }
    await limit.giveBack('email ann@example.com');
  });
  expect(accesses.length).toBeGreaterThan(0);
  expect(accesses.filter(({ index }) => index === undefined)).toEqual([]);
  expect(accesses.filter(({ removedRows }) => removedRows > 1)).toEqual([]);
});

/** The columns by which the sign-in library finds rows. */
test.each([
  ['person', 'id'],
  ['person', 'email'],
  ['session', 'token'],
  ['session', 'userId'],
  ['credential', 'userId'],
  ['verification', 'identifier'],
  ['account_membership', 'id'],
  ['account_membership', 'slug'],
  ['member', 'userId'],
  ['member', 'organizationId'],
  ['invitation', 'id'],
  ['invitation', 'organizationId'],
  ['invitation', 'email'],
  ['passkey', 'userId'],
  ['passkey', 'credentialID'],
  ['sign_in_rate', 'key'],
])('sign-in finds a row of %s by %s in an index', async (table, column) => {
  const text = `SELECT * FROM "${table}" WHERE "${column}" = $1`;
  const accesses = await plans.accessesOf(() => plans.query({ name: `${table}_${column}`, text, values: ['x'] }));
  expect(accesses.length).toBeGreaterThan(0);
  expect(accesses.filter(({ index }) => index === undefined)).toEqual([]);
});
