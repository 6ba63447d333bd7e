import { verifyNotification } from '@assay/client/webhooks';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { balanceOf, createAccount } from '@assay/stack/testing/accounts';
import { nodesMeasuredWithinMs } from './support/nodes.ts';
import { entryOf } from './support/catalog.ts';
import { openProviderFaults, setLamports } from './support/sandbox-control.ts';
import { send, sharedSystem, until, type HttpAnswer } from './support/system.ts';
import { openWatchScene } from './support/watch-scene.ts';
import { createWatch, freshAddress, recordOf, type ReceivedNotification } from './support/watch.ts';

const system = sharedSystem();
const { gatewayUrl } = system;
const type = 'chain.resolve_address';
const initialCredits = 100_000_000n;
const noticedWithinMs = 60_000;

const scene = openWatchScene(system);
const faults = openProviderFaults(system);

beforeAll(() => untilAnchored(), nodesMeasuredWithinMs + 10_000);
afterEach(async () => {
  if (await faults.clear()) {
    await untilAnchored();
  }
}, nodesMeasuredWithinMs + 10_000);
afterAll(() => scene.close());

/** Waits until all nodes are up and measured to be independent, so that an answer about an address is anchored. */
async function untilAnchored(): Promise<void> {
  const { key } = await createAccount(system, { rateLimitPerMinute: 100_000 });
  await until(
    () => entryOf(system, key, type),
    (entry) => entry?.maxLevel === 'anchored' && entry.providers === 3,
    nodesMeasuredWithinMs,
  );
}

/** Waits for a number of notifications of a receiver, and returns them. */
function notificationsOf(
  receiver: { readonly received: readonly ReceivedNotification[] },
  count: number,
): Promise<readonly ReceivedNotification[]> {
  return until(
    async () => receiver.received,
    ({ length }) => length >= count,
    noticedWithinMs,
  );
}

test('a watch with the minimum level anchored does not fire on a value that only one node states, and says why', async () => {
  const { key, accountId } = await createAccount(system, { rateLimitPerMinute: 100_000 });
  const [sure, any] = [await scene.openReceiver(), await scene.openReceiver()];
  const address = freshAddress();
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: sure.url, address, minLevel: 'anchored' });
  const other = await createAccount(system);
  await createWatch(gatewayUrl, other.key, { webhookUrl: any.url, address });
  await faults.inject(['node-b', 'node-c'], { state: 'down' });
  await setLamports(system, address, 1);

  const [unconfirmed] = await notificationsOf(any, 1);
  expect(unconfirmed?.body['verification']).toMatchObject({ level: 'single_source' });
  const record = await until(
    () => recordOf(gatewayUrl, key, id),
    ({ notEvaluated }) => notEvaluated !== undefined,
    noticedWithinMs,
  );
  const { reason } = record['notEvaluated'] as { reason: string };
  expect(reason).toContain('anchored was required and only single_source was reached');
  expect(record).toMatchObject({ minLevel: 'anchored', lastDeliveredAt: null, lastAttempt: null });
  expect(sure.received).toEqual([]);
  expect((await balanceOf(system, accountId)).balanceMicros).toBe(initialCredits);

  await faults.clear();
  await untilAnchored();
  await setLamports(system, address, 2);
  const received = await until(
    async () => sure.received,
    (all) => all.some(({ value }) => value['lamports'] === '2'),
    noticedWithinMs,
  );
  for (const { body } of received) {
    expect(body['verification']).toMatchObject({ level: 'anchored' });
  }
  const after = await until(
    () => recordOf(gatewayUrl, key, id),
    ({ notEvaluated }) => notEvaluated === undefined,
    noticedWithinMs,
  );
  expect(after).toMatchObject({ lastAttempt: { outcome: 'delivered' } });
}, 240_000);

test('the verification block of a notification is that of its decision, and the signature covers every byte of it', async () => {
  const { key } = await createAccount(system, { rateLimitPerMinute: 100_000 });
  const receiver = await scene.openReceiver();
  const address = freshAddress();
  const { secret } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address, minLevel: 'consensus' });
  await setLamports(system, address, 7);
  const [received] = await notificationsOf(receiver, 1);
  const { raw = '', body = {} } = received ?? {};

  const { verification, traceId } = body as { verification: Record<string, string>; traceId: string };
  expect(verification).toEqual({
    level: 'anchored',
    origin: 'derived',
    source: expect.stringMatching(/^sandbox\.node-[abc]$/),
    cost: expect.stringMatching(/^\d+(\.\d+)?$/),
    traceId,
  });
  const trace = await traceOf(key, traceId);
  expect(trace.body).toMatchObject({ type, required: 'consensus', status: 'delivered', level: verification['level'] });
  expect(trace.body['answer']).toEqual(body['value']);

  expect(verifyNotification(raw, secret)).toEqual(body);
  const block = /"verification":\{[^}]*\}/.exec(raw)?.[0] ?? '';
  expect(block).not.toBe('');
  for (let index = 0; index < block.length; index += 1) {
    const other = block[index] === '0' ? '1' : '0';
    const changed = raw.replace(block, block.slice(0, index) + other + block.slice(index + 1));
    expect([index, verifyNotification(changed, secret)]).toEqual([index, undefined]);
  }
  expect(verifyNotification(raw.replace(`,${block}`, ''), secret)).toBeUndefined();
}, 120_000);

test('the id of a notification opens its decision for its account, and does not exist for another account', async () => {
  const { key } = await createAccount(system, { rateLimitPerMinute: 100_000 });
  const stranger = await createAccount(system);
  const receiver = await scene.openReceiver();
  const address = freshAddress();
  await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
  await setLamports(system, address, 5);
  const [received] = await notificationsOf(receiver, 1);
  const traceId = String(received?.body['traceId']);
  const trace = await traceOf(key, traceId);
  expect(trace.body).toMatchObject({ traceId, params: { address }, answer: received?.value });
  const foreign = await send(`${gatewayUrl}/v1/traces/${traceId}`, { key: stranger.key });
  expect([foreign.status, foreign.body['code']]).toEqual([404, 'NOT_FOUND']);
  expect(foreign.text).not.toContain(address);
}, 120_000);

test('a watch states its minimum level wherever it is shown, and a level that does not exist is refused', async () => {
  const { key } = await createAccount(system);
  const base = { type, params: { address: freshAddress() }, webhookUrl: 'https://8.8.8.8/assay' };
  const create = (body: object): Promise<HttpAnswer> => send(`${gatewayUrl}/v1/watch`, { key, body });
  for (const [sent, stored] of [
    [undefined, 'single_source'],
    [null, 'single_source'],
    ['anchored', 'anchored'],
  ]) {
    const created = await create({ ...base, minLevel: sent });
    expect([created.status, created.body['minLevel']]).toEqual([201, stored]);
    expect(await recordOf(gatewayUrl, key, String(created.body['id']))).toMatchObject({ minLevel: stored });
  }
  const refused = await create({ ...base, minLevel: 'certain' });
  expect([refused.status, refused.body['code']]).toEqual([400, 'WATCH_REJECTED']);
  expect(refused.body['error']).toContain('"minLevel" must be "single_source", "consensus" or "anchored"');
});

/** Returns a decision by its id. A decision is readable at most two seconds after its answer. */
function traceOf(key: string, traceId: string): Promise<HttpAnswer> {
  return until(
    () => send(`${gatewayUrl}/v1/traces/${traceId}`, { key }),
    ({ status }) => status === 200,
    noticedWithinMs,
  );
}
