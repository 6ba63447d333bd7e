import { beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { dashboardUrlOf, forgetAttempts, mailedLink, password } from './support/dashboard.ts';
import { sharedSystem } from './support/system.ts';

const system = sharedSystem();
const base = dashboardUrlOf(system);
const trialMicros = 100_000_000;
const maxOwnAccounts = 10;

beforeAll(() => forgetAttempts(system));

/** Signs a new person up and confirms the e-mail address. Returns the cookies of the session. */
async function signUp(email: string): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: base };
  const body = JSON.stringify({ name: 'Ann', email, password, callbackURL: '/' });
  const response = await fetch(`${base}/api/auth/sign-up/email`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  const confirmed = await fetch(await mailedLink(system, email, /Confirm/), { redirect: 'manual' });
  return confirmed.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');
}

async function openAccount(cookie: string): Promise<{ readonly status: number; readonly id: string | undefined }> {
  const headers = { 'content-type': 'application/json', origin: base, cookie };
  const body = JSON.stringify({ name: 'Ann', operationId: randomUUID() });
  const response = await fetch(`${base}/api/accounts`, { method: 'POST', headers, body });
  return { status: response.status, id: ((await response.json()) as { id?: string }).id };
}

async function rowsOf<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: system.postgresUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Returns the sum of the credits that these accounts got, in micro-credits. */
async function creditsOf(ids: readonly (string | undefined)[]): Promise<number> {
  const [row] = await rowsOf<{ micros: string }>(
    `SELECT coalesce(sum(amount_micros), 0) AS micros FROM billing.ledger WHERE account_id = ANY ($1) AND kind = 'credit'`,
    [ids],
  );
  return Number(row?.micros);
}

test('30 openings at once give one trial and the ten accounts of a person; a person who left them gets no second trial', async () => {
  const email = `trial-${randomUUID()}@example.com`;
  const cookie = await signUp(email);
  const answers = await Promise.all(Array.from({ length: 30 }, () => openAccount(cookie)));
  const opened = answers.filter(({ status }) => status === 200);
  expect(opened.length).toBeGreaterThanOrEqual(1);
  expect(opened.length).toBeLessThanOrEqual(maxOwnAccounts);
  expect(await creditsOf(opened.map(({ id }) => id))).toBe(trialMicros);

  await rowsOf(`DELETE FROM dashboard.member WHERE "userId" = (SELECT id FROM dashboard.person WHERE email = $1)`, [
    email,
  ]);
  const again = await openAccount(cookie);
  expect(again.status).toBe(200);
  expect(await creditsOf([again.id])).toBe(0);
}, 60_000);
