import { createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { callAs, forgetAttempts, openBrowser, openPage, signInAs, visit } from '../support/dashboard.ts';
import { assay } from '../support/operator.ts';
import { send, sharedSystem, until, type HttpAnswer } from '../support/system.ts';

const system = sharedSystem();
const query = 'What is SOL worth right now?';
/**
 * Maximum wait, in milliseconds. A trace appears two seconds after its answer at the latest, and each replica applies a
 * changed setting within two more. A busy machine may need longer.
 */
const shownWithinMs = 30_000;
let browser: Browser;
let page: Page;
let account: TestAccount;

beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  account = await createAccount(system);
  await forgetAttempts(system);
  await signInAs(system, page, { email: 'words@example.com', accountId: account.accountId, accountName: 'Words' });
}, 60_000);

afterAll(() => browser.close());

/** Asks the question, and returns its trace once it is stored. */
async function traceOfQuestion(): Promise<HttpAnswer['body']> {
  const { key } = account;
  const { body } = await send(`${system.gatewayUrl}/v1/ask`, { key, body: { query } });
  const trace = await until(
    () => send(`${system.gatewayUrl}/v1/traces/${String(body['traceId'])}`, { key }),
    ({ status }) => status === 200,
    shownWithinMs,
  );
  return trace.body;
}

test('the page of a failed call leads with the error and what to do, and shows what was sent', async () => {
  const { body } = await send(`${system.gatewayUrl}/v1/get_data`, { key: account.key, body: { type: 'spot.price' } });
  const path = `/api/accounts/${account.accountId}/requests/${String(body['traceId'])}`;
  await until(
    () => callAs(page, 'GET', path),
    ({ status }) => status === 200,
    shownWithinMs,
  );
  await visit(page, `/a/${account.accountId}/requests`);
  await page.getByText('MISSING_PARAM').waitFor();
  await visit(page, `/a/${account.accountId}/requests/${String(body['traceId'])}`);
  const wrong = page.getByRole('region', { name: 'What went wrong' });
  await wrong.getByText(String(body['error'])).waitFor();
  await wrong.getByText('What to do:').waitFor();
  await page.getByRole('region', { name: 'What was sent' }).getByText('/v1/get_data').waitFor();
}, 60_000);

test('a decision shows the words of its question, until the owner turns them off; then it says so', async () => {
  const shown = await traceOfQuestion();
  expect(shown['query']).toBe(query);
  await visit(page, `/a/${account.accountId}/requests/${String(shown['traceId'])}`);
  await page.getByText(`“${query}”`).waitFor();

  await visit(page, `/a/${account.accountId}/settings`);
  await page.getByRole('switch', { name: 'Store the words of questions' }).click();
  await until(
    async () => (await callAs(page, 'GET', `/api/accounts/${account.accountId}/words`)).text,
    (text) => text === '{"keepsWords":false}',
    shownWithinMs,
  );
  const withheld = await until(traceOfQuestion, (trace) => trace['query'] === null, shownWithinMs);
  await visit(page, `/a/${account.accountId}/requests/${String(withheld['traceId'])}`);
  await page.getByText('This account does not store the words of questions.').waitFor();
  expect(await assay(system, 'trace', String(withheld['traceId']))).not.toContain(query);
  const earlier = await send(`${system.gatewayUrl}/v1/traces/${String(shown['traceId'])}`, { key: account.key });
  expect(earlier.body['query']).toBeNull();

  const failed = await send(`${system.gatewayUrl}/v1/ask`, {
    key: account.key,
    body: { query, minLevle: 'anchored' },
  });
  const failure = await until(
    () => send(`${system.gatewayUrl}/v1/traces/${String(failed.body['traceId'])}`, { key: account.key }),
    ({ status }) => status === 200,
    shownWithinMs,
  );
  expect(failure.body['failure']).toMatchObject({ body: { query: '[not stored]', minLevle: 'anchored' } });
  expect(failure.text).not.toContain(query);
}, 120_000);
