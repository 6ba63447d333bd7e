import { createAccount } from '@assay/stack/testing/accounts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { entryOf } from '../support/catalog.ts';
import { forgetAttempts, openBrowser, openPage, signInAs, visit } from '../support/dashboard.ts';
import { nodesMeasuredWithinMs } from '../support/nodes.ts';
import { openProviderFaults, setLamports } from '../support/sandbox-control.ts';
import { sharedSystem, until } from '../support/system.ts';
import { freshAddress, startReceiver, type WebhookReceiver } from '../support/watch.ts';

const system = sharedSystem();
const faults = openProviderFaults(system);
const shownWithinMs = 60_000;

let browser: Browser;
let page: Page;
let receiver: WebhookReceiver;
let key: string;
let account: string;

beforeAll(async () => {
  receiver = await startReceiver();
  ({ key, accountId: account } = await createAccount(system, { rateLimitPerMinute: 100_000 }));
  await untilAnchored();
  browser = await openBrowser();
  page = await openPage(browser);
  await forgetAttempts(system);
  await signInAs(system, page, { email: 'levels@example.com', accountId: account, accountName: 'Levels' });
}, nodesMeasuredWithinMs + 60_000);

afterAll(async () => {
  await faults.clear();
  await browser.close();
  await receiver.close();
});

/** Waits until all nodes are up and measured to be independent. */
async function untilAnchored(): Promise<void> {
  await until(
    () => entryOf(system, key, 'chain.resolve_address'),
    (entry) => entry?.maxLevel === 'anchored' && entry.providers === 3,
    nodesMeasuredWithinMs,
  );
}

test(
  'the form sets the minimum level, and the page of the watch says why nothing was sent until a decision reaches it',
  async () => {
    const address = freshAddress();
    await visit(page, `/a/${account}/watches`);
    await page.getByRole('button', { name: 'Create a watch' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Data type').selectOption('chain.resolve_address');
    await dialog.getByRole('textbox', { name: 'address', exact: true }).fill(address);
    await dialog.getByLabel('At least', { exact: true }).selectOption('anchored');
    await dialog.getByLabel('Webhook URL').fill(receiver.url);
    await dialog.getByLabel('At most one notification every').fill('0');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('link', { name: address }).click();
    await page.getByText('anchored: a weaker value sends no notification').waitFor();

    await faults.inject(['node-b', 'node-c'], { state: 'down' });
    await setLamports(system, address, 1);
    const heldBack = page.getByText('Nothing was sent for the last change');
    await heldBack.waitFor({ timeout: shownWithinMs });
    await page
      .getByText(/anchored was required and only single_source was reached/)
      .first()
      .waitFor();
    expect(await page.getByText('There was no delivery yet').count()).toBe(0);
    expect(receiver.received).toEqual([]);

    await faults.clear();
    await untilAnchored();
    await setLamports(system, address, 2);
    await heldBack.waitFor({ state: 'detached', timeout: shownWithinMs });
    const notification = await until(
      async () => receiver.received.find(({ value }) => value['lamports'] === '2'),
      (found) => found !== undefined,
      shownWithinMs,
    );
    await visit(page, `/a/${account}/requests/${String(notification?.body['traceId'])}`);
    const part = page.getByRole('region', { name: 'The notification' });
    await part.getByText('The webhook received the notification and answered 204.').waitFor({ timeout: shownWithinMs });
    await part.getByRole('link', { name: 'The watch that caused this verification' }).click();
    await page.getByRole('heading', { level: 1, name: 'Watch of chain.resolve_address' }).waitFor();
  },
  2 * nodesMeasuredWithinMs,
);
