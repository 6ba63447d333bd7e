import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAccount } from '@assay/stack/testing/accounts';
import { assay } from './support/operator.ts';
import { setLamports } from './support/sandbox-control.ts';
import { completeTraceOf, spansOf } from './support/spans.ts';
import { sharedSystem, until } from './support/system.ts';
import { createWatch, freshAddress, startReceiver, type WebhookReceiver } from './support/watch.ts';

const system = sharedSystem();

let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startReceiver();
});

afterAll(() => receiver.close());

test('one trace joins the notification, its decision, its charge and its spans, and links to the detection', async () => {
  const { key, accountId } = await createAccount(system);
  const address = freshAddress();
  await createWatch(system.gatewayUrl, key, { webhookUrl: receiver.url, address });
  await setLamports(system, address, 77);
  await until(
    async () => receiver.received.length,
    (count) => count === 1,
    15_000,
  );
  const [received] = receiver.received;
  const traceId = String(received?.body['traceId']);
  const digits = traceId.slice(3);
  expect(received?.headers['traceparent']).toContain(digits);

  const expectedTrace = [
    /deliver watch/,
    /claim_trigger/,
    /Hold/,
    /Verify/,
    /notify webhook/,
    /end_delivery/,
    /Settle/,
    /sql .*settle/,
  ];
  const spans = await completeTraceOf(system, digits, {
    names: expectedTrace,
    services: ['watch', 'billing', 'engine'],
  });
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === '');
  expect(roots.map(({ name }) => name)).toEqual(['deliver watch']);
  const [cause = ''] = roots[0]?.links ?? [];
  expect(cause).toMatch(/^[0-9a-f]{32}$/);
  expect(cause).not.toBe(digits);
  const causeSpans = await spansOf(system, cause, (spansSoFar) => spansSoFar.length > 0);
  expect(causeSpans.every(({ service }) => service === 'watch')).toBe(true);

  const tree = await assay(system, 'trace', traceId);
  for (const part of [
    'chain.resolve_address',
    address,
    '"lamports":"77"',
    'watch chain.resolve_address',
    'notified  delivered (HTTP 204)',
    'confirmed',
    accountId,
  ]) {
    expect(tree).toContain(part);
  }
}, 60_000);
