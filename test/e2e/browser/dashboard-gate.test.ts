import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { callAs, forgetAttempts, openBrowser, openPage, signInAs, visit } from '../support/dashboard.ts';
import { openGate, tradeIn, type GateAnswer, type GateScene } from '../support/gate.ts';
import { nodesMeasuredWithinMs } from '../support/nodes.ts';
import { assay } from '../support/operator.ts';
import { getData, send, sharedSystem, until } from '../support/system.ts';

const system = sharedSystem();
let browser: Browser;
let page: Page;
let scene: GateScene;
let account: string;
let refused: GateAnswer;
let direct: string;

type Row = { readonly traceId: string; readonly type: string; readonly outcome: string; readonly level: string };
type Usage = Omit<Row, 'traceId'> & { readonly calls: number; readonly debitedMicros: string };

const read = async <Body>(path: string): Promise<Body> =>
  JSON.parse((await callAs(page, 'GET', `/api/accounts/${account}${path}`)).text) as Body;

beforeAll(async () => {
  scene = await openGate(system);
  account = scene.account.accountId;
  browser = await openBrowser();
  page = await openPage(browser);
  await forgetAttempts(system);
  await signInAs(system, page, { email: 'gate@example.com', accountId: account, accountName: 'Gate' });
  const trade = tradeIn(scene.fixtures.pool('cpmm'));
  refused = await scene.decide(trade, { maxPriceImpactBps: 0, maxRiskScore: 0 });
  const answer = await getData(system.gatewayUrl, scene.account.key, 'chain.swap_quote', trade);
  direct = String(answer.body['traceId']);
  await until(
    () => read<{ requests: readonly Row[] }>('/requests'),
    ({ requests }) => requests.some(({ traceId }) => traceId === direct),
    30_000,
  );
}, nodesMeasuredWithinMs + 60_000);

afterAll(() => browser.close());

test('a gate that refuses the trade is one row of the list, with its verdict and its level', async () => {
  expect(refused.decision).toBe('refuse');
  const { requests } = await read<{ requests: readonly Row[] }>('/requests');
  expect(requests.filter(({ traceId }) => traceId === refused.traceId)).toMatchObject([
    { type: 'gate', outcome: 'refuse', level: 'anchored' },
  ]);
  expect(requests).toHaveLength(2);
  const { requests: quotes } = await read<{ requests: readonly Row[] }>('/requests?type=chain.swap_quote');
  expect(quotes.map(({ traceId }) => traceId)).toEqual([direct]);
});

test('the overview counts the gate as one call with the same outcome and level, and with its whole charge', async () => {
  const { usage } = await read<{ usage: readonly Usage[] }>('/overview?days=1');
  const debitedMicros = String(Math.round(refused.debitedCredits * 1_000_000));
  expect(usage.filter(({ type }) => type === 'gate')).toMatchObject([
    { outcome: 'refuse', level: 'anchored', calls: 1, debitedMicros },
  ]);
  expect(usage.reduce((sum, { calls }) => sum + calls, 0)).toBe(2);
  await visit(page, `/a/${account}`);
  await page.getByRole('row', { name: /gate.*refuse/ }).waitFor();
});

test('the page of the gate shows its verdict, its reasons, its parts and for which of them it was charged', async () => {
  await visit(page, `/a/${account}/requests`);
  await page.getByRole('link', { name: `…${refused.traceId.slice(-8)}` }).click();
  const decided = page.getByRole('region', { name: 'What was decided' });
  await decided.getByText('Refuse', { exact: true }).waitFor();
  // The page begins with the limits by which the gate judged the trade.
  const limits = decided.getByRole('table', { name: 'Limits of the policy' });
  await limits.getByRole('row', { name: /Price impact at most 0 bps .* bps ✗ beyond the limit/ }).waitFor();
  await limits.getByRole('row', { name: /Level of both parts no limit anchored – not judged/ }).waitFor();
  for (const { code, message } of refused.reasons) {
    await decided.getByText(code, { exact: true }).waitFor();
    await decided.getByText(message).waitFor();
  }
  await page.getByText('The trade is not within your policy.').waitFor();
  await page.getByText('Charged for chain.swap_quote and chain.token_risk.').waitFor();
  await page.getByRole('region', { name: 'Part chain.swap_quote' }).waitFor();
  await page.getByRole('region', { name: 'Part chain.token_risk' }).waitFor();
  expect(await page.getByText('No answer was delivered').count()).toBe(0);
});

test('the trace and the command of the operator show one decision with its parts and one charge', async () => {
  const { body } = await send(`${system.gatewayUrl}/v1/traces/${refused.traceId}`, { key: scene.account.key });
  expect(body).toMatchObject({
    type: 'gate',
    status: 'delivered',
    level: 'anchored',
    answer: { decision: 'refuse' },
    charge: { debitedCredits: refused.debitedCredits },
  });
  expect((body['parts'] as readonly Row[]).map(({ type }) => type)).toEqual(['chain.swap_quote', 'chain.token_risk']);
  const stdout = await assay(system, 'trace', refused.traceId);
  expect(stdout).toContain('gate  refuse');
  expect(stdout.match(/charged/g)).toHaveLength(1);
});

test('the playground says in words why a trade is refused, and why a question got no answer', async () => {
  await visit(page, `/a/${account}/playground?mode=gate`);
  await page.getByLabel('Risk at most, of 100').fill('0');
  await page.getByRole('button', { name: 'Run' }).click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.getByText('Refuse', { exact: true }).waitFor();
  await answer.getByRole('list', { name: 'Reasons' }).getByText('RISK_OVER_POLICY').waitFor();

  await visit(page, `/a/${account}/playground?mode=type&type=spot.price&minLevel=anchored`);
  await page.getByRole('button', { name: 'Run' }).click();
  const refusal = answer.getByRole('alert');
  await refusal.getByText('NO_QUALIFYING_DELIVERY').waitFor();
  await refusal.getByText(/^anchored was required/).waitFor();
});
