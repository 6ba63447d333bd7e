import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { dashboardUrlOf, openBrowser, openPage } from '../support/dashboard.ts';
import { setProvider } from '../support/sandbox-control.ts';
import { sharedSystem, until } from '../support/system.ts';

const system = sharedSystem();
const opsUrl = Object.entries(system.opsUrls).find(([name]) => name.startsWith('dashboard'))?.[1] ?? '';
const pageUrl = `${opsUrl}/doctor`;
/** Maximum time of a check in the tests, in milliseconds. A check takes some seconds, and longer on a busy machine. */
const timeoutMs = 120_000;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  await setProvider(system, 'gemini', { state: 'up' });
}, timeoutMs);
afterAll(async () => {
  await setProvider(system, 'gemini', { state: 'up' });
  await browser.close();
});

/** Submits the form in the browser, and returns the text of the resulting page. */
async function check(page: Page, token: string): Promise<string> {
  await page.goto(pageUrl);
  await page.getByLabel('Operator token').fill(token);
  // Both pages have the same address and heading, so wait for the load event of the second one.
  const resultLoaded = page.waitForEvent('domcontentloaded', { timeout: timeoutMs });
  await page.getByRole('button', { name: 'Check everything' }).click({ timeout: timeoutMs });
  await resultLoaded;
  return page.locator('body').innerText();
}

async function refusals(): Promise<number> {
  const text = await (await fetch(`${opsUrl}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('assay_operator_refusals_total{'));
  const line = lines.find((each) => each.includes('"GetDiagnosis"') && each.includes('reason="token"'));
  return Number(line?.split(' ').at(1) ?? 0);
}

test(
  'an operator sees every part of the system in a browser, and the provider that fails with what to do',
  async () => {
    await setProvider(system, 'gemini', { state: 'garbage' });
    const page = await openPage(browser);
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'gemini', exact: true }) });
    const pageText = async (): Promise<string> => {
      const text = await check(page, system.adminToken);
      return text.includes('Checked at') ? row.first().innerText() : text;
    };
    await until(pageText, (text) => text.includes('failure: unreadable'), timeoutMs);
    const text = await page.locator('body').innerText();
    for (const name of ['engine: PostgreSQL', 'billing: NATS', 'watch: nodes', 'dashboard: SMTP']) {
      expect(text).toContain(name);
    }
    expect(text).not.toMatch(/127\.0\.0\.1|:\/\//);
    expect(await page.content()).not.toContain(system.adminToken);
    expect(await page.getByLabel('Operator token').inputValue()).toBe('');
    // The page's Content-Security-Policy allows its own style.
    const shownStyle = await page.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse");
    expect(shownStyle).toBe('collapse');
  },
  2 * timeoutMs,
);

test(
  'a wrong token is refused and counted',
  async () => {
    const before = await refusals();
    const page = await openPage(browser);
    expect(await check(page, 'aop_nobody')).toContain('This is not the token of an operator');
    expect(await refusals()).toBeGreaterThan(before);
  },
  timeoutMs,
);

test(
  'a form of another site is refused, also with the right token',
  async () => {
    const site: Server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<form method="post" action="${pageUrl}"><input name="token" value="${system.adminToken}"><button>Win</button></form>`,
      );
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    try {
      const page = await openPage(browser);
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      const pageResponse = page.waitForResponse((response) => response.url() === pageUrl);
      await page.getByRole('button').click();
      const answer = await pageResponse;
      expect(answer.status()).toBe(403);
      expect(await answer.text()).toContain('Another site sent this form');
    } finally {
      site.close();
      site.closeAllConnections();
    }
  },
  timeoutMs,
);

test('the port that browsers of customers reach has no such page', async () => {
  const url = `${dashboardUrlOf(system)}/doctor`;
  const body = new URLSearchParams({ token: system.adminToken });
  const answers = [await fetch(url), await fetch(url, { method: 'POST', body })];
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(texts.join('')).not.toMatch(/Operator token|Checked at/);
  expect(answers[1]?.status).toBeGreaterThanOrEqual(400);
});
