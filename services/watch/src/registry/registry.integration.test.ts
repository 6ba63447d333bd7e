import { loadCatalog } from '@assay/catalog/catalog';
import { rootContext } from '@assay/rpc/context';
import type { Watch } from '@assay/rpc/gen/assay/watch/v1/Watch';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { createSealer } from '@assay/storage/sealing';
import { startTestServers, type WatchTestServers } from '../testing/servers.ts';
import { createHandlers } from './handlers.ts';
import { createWatchStore } from './store.ts';

const timeoutMs = 60_000;
const maxWatches = 12;
const address = 'So11111111111111111111111111111111111111112';
const otherAddress = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const body = { type: 'chain.resolve_address', params: { address }, webhookUrl: 'https://hooks.example.com/' };
const secretKeys = createSealer([{ id: 'k1', key: randomBytes(32) }], 'ASSAY_WATCH_SECRET_KEYS');
const context = rootContext(60_000);
const baselines: string[] = [];

let servers: WatchTestServers;
let handlers: ReturnType<typeof createHandlers>;

beforeAll(async () => {
  servers = await startTestServers();
  handlers = createHandlers({
    catalog: await loadCatalog(),
    store: createWatchStore(servers.postgres),
    registerUrl: async (href) => ({ ok: true, url: { href } as never }),
    nodeCount: 2,
    secretKeys,
    readBaseline: async (where) => void baselines.push(where),
    maxWatches,
    verify: () => Promise.reject(new Error('nothing is verified here')),
  });
}, timeoutMs);
afterAll(() => servers.close(), timeoutMs);

const create = (accountId: string, watchBody: object = body, creationId = '') =>
  handlers.CreateWatch(
    { account_id: accountId, body_json: JSON.stringify(watchBody), creation_id: creationId },
    context,
  );
const list = async (accountId: string): Promise<readonly Watch[]> =>
  (await handlers.ListWatches({ account_id: accountId, page_size: 0, cursor: '' }, context)).watches ?? [];
const remove = async (accountId: string, id: string | undefined): Promise<boolean | undefined> =>
  (await handlers.DeleteWatch({ account_id: accountId, watch_id: id ?? '' }, context)).deleted;
const isAddressStored = async (where: string): Promise<boolean> =>
  (await servers.sql('SELECT FROM addresses WHERE address = $1', [where])).length === 1;

test('a watch is stored in normal form, its baseline is read before the answer, and it is listed without its secret', async () => {
  const account = randomUUID();
  const condition = { field: 'lamports', crosses: 5, direction: 'below' };
  const levelBody = { ...body, condition, minLevel: 'anchored', minIntervalSeconds: 0 };
  const { watch, webhook_secret: secret } = await create(account, levelBody);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
  expect(watch).toMatchObject({
    id: expect.stringMatching(/^w_[0-9A-Za-z]{22}$/),
    type: 'chain.resolve_address',
    params: { address },
    params_json: JSON.stringify({ address }),
    condition,
    condition_json: JSON.stringify(condition),
    min_level: 'anchored',
    webhook_url: body.webhookUrl,
    min_interval_seconds: 0,
    watched_address: address,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    last_triggered_at: '',
    last_delivered_at: '',
    last_attempt: null,
  });
  expect(baselines.at(-1)).toBe(address);
  expect(await list(account)).toEqual([watch]);
});

test('a watch that names no minimum level, as those of the previous release, has the lowest one', async () => {
  const account = randomUUID();
  const { watch } = await create(account);
  expect(watch?.min_level).toBe('single_source');
  const columns = 'type, params, webhook_url, min_interval_seconds, watched_address, secret_encrypted, secret_key_id';
  await servers.sql(
    `INSERT INTO watches (id, account_id, ${columns}) SELECT 'w_of_the_previous_release', account_id, ${columns} FROM watches
     WHERE id = $1`,
    [watch?.id],
  );
  expect((await list(account)).map(({ min_level: level }) => level)).toEqual(['single_source', 'single_source']);
});

test('a secret is stored encrypted for its watch and opens to the text that was returned', async () => {
  const { watch, webhook_secret: secret = '' } = await create(randomUUID());
  const [row] = await servers.sql<{ secret_encrypted: Buffer; secret_key_id: string }>(
    'SELECT secret_encrypted, secret_key_id FROM watches WHERE id = $1',
    [watch?.id],
  );
  const sealed = { keyId: row?.secret_key_id ?? '', sealed: row?.secret_encrypted ?? Buffer.alloc(0) };
  expect(secretKeys.open(sealed, watch?.id ?? '')).toBe(secret);
  const everything = await servers.sql<{ text: string }>('SELECT w::text AS text FROM watches w');
  expect(everything.map(({ text }) => text).join()).not.toContain(secret.slice('whsec_'.length));
});

test('only the account of a watch lists and deletes it', async () => {
  const [mine, theirs] = [randomUUID(), randomUUID()];
  const { watch } = await create(mine);
  expect(await list(theirs)).toEqual([]);
  expect(await remove(theirs, watch?.id)).toBe(false);
  expect(await list(mine)).toHaveLength(1);
  expect(await remove(mine, watch?.id)).toBe(true);
  expect(await remove(mine, watch?.id)).toBe(false);
  expect(await list(mine)).toEqual([]);
});

test.each(['', 'w_', "w_' OR true --", 'w_\0', 'w_\ud800', `w_${'0'.repeat(22)}`])(
  '%j is no id of a watch',
  async (id) => {
    expect(await remove(randomUUID(), id)).toBe(false);
  },
);

test('watches are listed oldest first', async () => {
  const account = randomUUID();
  const ids: unknown[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.push((await create(account)).watch?.id);
  }
  expect((await list(account)).map(({ id }) => id)).toEqual(ids);
});

test('concurrent requests create exactly the maximum number of watches, and one more after a deletion', async () => {
  const account = randomUUID();
  const outcomes = await Promise.allSettled(Array.from({ length: maxWatches + 8 }, () => create(account)));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(outcomes.length - refusals.length).toBe(maxWatches);
  for (const refusal of refusals) {
    const message: unknown = expect.stringContaining('12 watches');
    // A request that repeats the idempotency key runs again, because the account may have deleted a watch in between.
    expect(refusal).toMatchObject({ code: 'WATCH_REJECTED', message, isMendable: true });
  }
  const [first] = await list(account);
  await remove(account, first?.id);
  expect((await create(account)).watch?.id).toMatch(/^w_/);
  await expect(create(account)).rejects.toMatchObject({ code: 'WATCH_REJECTED' });
});

test('an address is stored exactly while a watch needs it, also under concurrent creation and deletion', async () => {
  const account = randomUUID();
  const otherBody = { ...body, params: { address: otherAddress } };
  const createOne = async (): Promise<string | undefined> => (await create(account, otherBody)).watch?.id;
  for (let round = 0; round < 15; round += 1) {
    const last = await createOne();
    const [next] = await Promise.all([createOne(), remove(account, last)]);
    expect(await isAddressStored(otherAddress)).toBe(true);
    await remove(account, next);
    expect(await isAddressStored(otherAddress)).toBe(false);
  }
});

test('a creation that is repeated, also 24 times at once, is one watch with one secret', async () => {
  const account = randomUUID();
  const created = await Promise.all(Array.from({ length: 24 }, () => create(account, body, 'call_1')));
  const again = await create(account, body, 'call_1');
  expect(new Set([...created, again].map(({ watch }) => watch?.id)).size).toBe(1);
  expect(new Set([...created, again].map(({ webhook_secret: secret }) => secret)).size).toBe(1);
  expect(await list(account)).toEqual([again.watch]);
  expect((await create(randomUUID(), body, 'call_1')).watch?.id).not.toBe(again.watch?.id);
  expect((await create(account, body, 'call_2')).watch?.id).not.toBe(again.watch?.id);
});

test('a creation that is repeated finds its watch at the limit of watches, and after its webhook host disappeared', async () => {
  const account = randomUUID();
  const first = await create(account, body, 'call_1');
  await Promise.all(Array.from({ length: maxWatches - 1 }, () => create(account)));
  expect(await create(account, { ...body, webhookUrl: 'not a URL' }, 'call_1')).toEqual(first);
});

test('a call without an account is refused', async () => {
  await expect(list('')).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(create('')).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(remove('', 'w_1')).rejects.toMatchObject({ code: 'INTERNAL' });
});

test('operators get the watches of an account in pages, oldest first, without secrets', async () => {
  const account = randomUUID();
  const ids: (string | undefined)[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.push((await create(account)).watch?.id);
  }
  const page = (cursor: string) => handlers.BrowseWatches({ account_id: account, page_size: 2, cursor }, context);
  const first = await page('');
  const second = await page(first.next_cursor ?? '');
  expect([first, second].map(({ watches = [] }) => watches.map(({ id }) => id))).toEqual([
    ids.slice(0, 2),
    ids.slice(2),
  ]);
  expect(second.next_cursor).toBe('');
  expect(JSON.stringify([first, second])).not.toContain('whsec_');
  await expect(page('x')).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  await expect(handlers.BrowseWatches({ account_id: '', page_size: 0, cursor: '' }, context)).rejects.toMatchObject({
    code: 'INVALID_PARAM',
  });
});

test('a caller lists all watches at once, or page by page while watches come and go', async () => {
  const account = randomUUID();
  const ids: (string | undefined)[] = [];
  for (let count = 0; count < 4; count += 1) {
    ids.push((await create(account)).watch?.id);
  }
  const page = (cursor: string) => handlers.ListWatches({ account_id: account, page_size: 2, cursor }, context);
  const idsOf = ({ watches = [] }: { readonly watches?: readonly Watch[] }) => watches.map(({ id }) => id);
  const all = await handlers.ListWatches({ account_id: account, page_size: 0, cursor: '' }, context);
  expect([idsOf(all), all.next_cursor]).toEqual([ids, '']);
  const first = await page('');
  expect(idsOf(first)).toEqual(ids.slice(0, 2));
  // The last watch of the page may be deleted, and a new one may be created, before the next page.
  await remove(account, ids[1]);
  const added = (await create(account)).watch?.id;
  const second = await page(first.next_cursor ?? '');
  expect(idsOf(second)).toEqual(ids.slice(2, 4));
  const last = await page(second.next_cursor ?? '');
  expect([idsOf(last), last.next_cursor]).toEqual([[added], '']);
  const rest = await handlers.ListWatches(
    { account_id: account, page_size: 0, cursor: first.next_cursor ?? '' },
    context,
  );
  expect(idsOf(rest)).toEqual([ids[2], ids[3], added]);
  await expect(page('x')).rejects.toMatchObject({ code: 'INVALID_PARAM' });
});
