import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { betterAuth } from 'better-auth';
import type pg from 'pg';
import { fileURLToPath } from 'node:url';
import { addressHeader, authPath } from '../sign-in/auth.ts';
import { createCountLimit } from '../sign-in/count-limit.ts';
import type { Mail } from '../sign-in/mail.ts';
import { testBaseUrl, testSignInSettings } from '../sign-in/testing/sign-in-settings.ts';
import { accountHooks, mailsOfPerson, mailsToRecipient } from './account-hooks.ts';
import { createMemberStore } from './store.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
const password = 'correct horse battery staple';
const guessLimit = { take: async () => 0, giveBack: async () => undefined };
let database: ServiceDatabase;
let pool: pg.Pool;
let signIn: ReturnType<typeof open>;
let now = Date.UTC(2026, 0, 2);
let mails: Mail[] = [];
let lastAddress = 0;

/** A person with a session and an account of their own. */
type Owner = { readonly cookie: string; readonly organizationId: string; readonly slug: string };
let ann: Owner;
let eve: Owner;

function open() {
  const { query } = database.open();
  const clock = { now: () => now };
  const hooks = accountHooks({
    members: createMemberStore(query),
    ofPerson: createCountLimit(query, clock, 'invitation_mail', mailsOfPerson),
    toRecipient: createCountLimit(query, clock, 'invitation_mail', mailsToRecipient),
  });
  const ports = { accountHooks: hooks, sendMail: async (mail: Mail) => void mails.push(mail) };
  return betterAuth(testSignInSettings(pool, guessLimit, ports));
}

beforeAll(async () => {
  database = await startServiceDatabase('dashboard', migrations);
  pool = openTestPool(database.url, 8, 'dashboard');
  signIn = open();
  [ann, eve] = [await createOwner('ann'), await createOwner('eve')];
}, 60_000);

beforeEach(async () => {
  mails = [];
  await database.sql('DELETE FROM invitation_mail');
});

afterAll(async () => {
  await pool.end();
  await database.close();
});

async function createOwner(name: string): Promise<Owner> {
  const email = `${name}@example.com`;
  await ask('sign-up/email', { name, email, password });
  await database.sql('UPDATE person SET "emailVerified" = true');
  const answer = await ask('sign-in/email', { email, password });
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const [person] = await database.sql<{ id: string }>(`SELECT id FROM person WHERE email = '${email}'`);
  const slug = `acc_${name}`;
  const created = await signIn.api.createOrganization({ body: { name, slug, userId: person?.id ?? '' } });
  return { cookie, organizationId: created?.id ?? '', slug };
}

/** Sends a request as a browser does, each from another address, so that no limit per address applies. */
function ask(path: string, body?: object, cookie = ''): Promise<Response> {
  lastAddress += 1;
  const headers = {
    'content-type': 'application/json',
    origin: testBaseUrl,
    cookie,
    [addressHeader]: `198.51.${lastAddress >> 8}.${lastAddress % 256}`,
  };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return signIn.handler(new Request(`${testBaseUrl}${authPath}/${path}`, init));
}

const invite = (email: string, owner = ann, more: object = {}): Promise<Response> =>
  ask(
    'organization/invite-member',
    { email, role: 'member', organizationId: owner.organizationId, ...more },
    owner.cookie,
  );

test('a person causes ten invitations at once and twenty a day', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => invite(`p${index}@example.com`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get('retry-after')).toBe(String(mailsOfPerson.everyMs / 1_000));
  expect(mails).toHaveLength(10);
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(['You are invited to an account on Assay']));
  for (let hours = 0; hours < 24; hours += 1) {
    now += 3_600_000;
    await invite(`late${hours}@example.com`);
  }
  expect(mails.length).toBeLessThanOrEqual(20);
  // The limit does not affect another person.
  expect((await invite('p1@example.com', eve)).status).toBe(200);
}, 30_000);

test('an address gets three invitations at once, from whomever, and a refused one costs nothing', async () => {
  const statuses: number[] = [];
  for (const owner of [ann, eve, ann, eve, ann]) {
    statuses.push((await invite('Bob@example.com', owner)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect(mails).toHaveLength(3);
  for (let tried = 0; tried < 12; tried += 1) {
    // The first invitation has no valid address. The second one is to an account that the inviting person does not
    // belong to.
    expect((await invite('carl')).status).toBe(400);
    expect((await invite('carl@example.com', { ...ann, organizationId: eve.organizationId })).status).toBe(400);
  }
  expect((await invite('carl@example.com')).status).toBe(200);
}, 30_000);

test('an address with a tag counts as its mailbox', async () => {
  const statuses: number[] = [];
  for (const tag of ['', '+a', '+b', '+c']) {
    statuses.push((await invite(`finn${tag}@example.com`)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test.each([{ resend: true }, { role: 'admin' }, { role: ['owner', 'admin'] }, { role: 'member,admin' }])(
  'an invitation with %j is refused, and says what would be right',
  async (more) => {
    const answer = await invite('dan@example.com', ann, more);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toMatch(/^(role: must be|resend: invite)/);
    expect(mails).toEqual([]);
  },
);

test('nobody becomes an admin of an account', async () => {
  const [member] = await database.sql<{ id: string }>(
    `SELECT id FROM member WHERE "organizationId" = '${ann.organizationId}'`,
  );
  const body = { memberId: member?.id, role: 'admin', organizationId: ann.organizationId };
  expect((await ask('organization/update-member-role', body, ann.cookie)).status).toBe(400);
});

/** Requests that name an account: by its id in billing, or by the id of its membership list. */
const naming: readonly (readonly [string, (account: { id: string; slug: string }) => [string, object?]])[] = [
  ['check-slug', ({ slug }) => ['organization/check-slug', { slug }]],
  ['get by slug', ({ slug }) => [`organization/get-full-organization?organizationSlug=${slug}`]],
  ['get by id', ({ id }) => [`organization/get-full-organization?organizationId=${id}`]],
  ['set-active by slug', ({ slug }) => ['organization/set-active', { organizationSlug: slug }]],
  ['set-active by id', ({ id }) => ['organization/set-active', { organizationId: id }]],
  ['list-members', ({ id }) => [`organization/list-members?organizationId=${id}`]],
  ['list-invitations', ({ id }) => [`organization/list-invitations?organizationId=${id}`]],
  ['leave', ({ id }) => ['organization/leave', { organizationId: id }]],
  [
    'remove-member',
    ({ id }) => ['organization/remove-member', { organizationId: id, memberIdOrEmail: 'x@example.com' }],
  ],
  [
    'invite-member',
    ({ id }) => ['organization/invite-member', { organizationId: id, email: 'x@example.com', role: 'member' }],
  ],
  [
    'has-permission',
    ({ id }) => ['organization/has-permission', { organizationId: id, permissions: { member: ['create'] } }],
  ],
];

test.each(naming)('%s answers alike for an account of other people and for none', async (_name, requestOf) => {
  const askAbout = (account: { id: string; slug: string }): Promise<Response> => {
    const [path, body] = requestOf(account);
    return ask(path, body, eve.cookie);
  };
  const foreign = await askAbout({ id: ann.organizationId, slug: ann.slug });
  const unknown = await askAbout({ id: 'x'.repeat(ann.organizationId.length), slug: 'acc_no' });
  expect([foreign.status, await foreign.text()]).toEqual([unknown.status, await unknown.text()]);
  expect(foreign.status).toBeGreaterThanOrEqual(400);
});

test('the owner still sees and uses the own account', async () => {
  const own = await ask(`organization/get-full-organization?organizationSlug=${ann.slug}`, undefined, ann.cookie);
  expect(own.status).toBe(200);
  expect((await ask('organization/set-active', { organizationId: ann.organizationId }, ann.cookie)).status).toBe(200);
});
