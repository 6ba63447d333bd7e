import { loadCatalog } from '@assay/catalog/catalog';
import { loadFolder } from '@assay/catalog/load-folder';
import { games } from '@assay/catalog/tables/games';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type {
  TypeAdapter,
  QuestionParams,
  Provider,
  ProviderReading,
  ProviderRequest,
  ProviderResponse,
} from '@assay/providers/define';
import { coingeckoIds } from '@assay/providers/providers/coingecko/assets';
import { coinpaprikaIds } from '@assay/providers/providers/coinpaprika/assets';
import { jupiterMints } from '@assay/providers/providers/jupiter/assets';
import { pythFeeds } from '@assay/providers/providers/pyth/assets';
import { tokenOpinion } from '@assay/providers/token-opinion';
import { answered } from '@assay/providers/testing/recorded-answer';
import { slotMs } from '../../services/sandbox/src/market/oracle.ts';
import { startSandbox, type SandboxServer } from './support/sandbox-server.ts';

const catalog = await loadCatalog();
const folder = new URL('../../packages/providers/src/providers/', import.meta.url);
const providers = await loadFolder<Provider>(folder, 'provider', import.meta.url);
const offers = providers.flatMap((provider) => provider.adapters.map((answer) => ({ provider, answer })));

// Each test requests hundreds of answers, which takes long on a busy machine.
jest.setTimeout(60_000);

let nowMs = Date.parse('2026-11-21T10:20:30.400Z');
let sandbox: SandboxServer;
let base = '';

beforeAll(async () => {
  sandbox = await startSandbox('wire', () => nowMs);
  base = `http://${sandbox.host}`;
});

afterAll(() => {
  sandbox.close();
});

beforeEach(() => {
  nowMs += 61_000;
});

/** Sends an adapter's requests to the sandbox. Returns what the adapter reads from the responses. */
async function ask(
  provider: Provider,
  answer: TypeAdapter,
  params: QuestionParams,
): Promise<ProviderReading | 'not asked'> {
  const request = answer.request(params);
  if (request === undefined) {
    return 'not asked';
  }
  const response = await send(provider, request);
  const second = request.second === undefined ? {} : { second: await send(provider, request.second) };
  return answer.read({ ...response, ...second, slotTime: await slotTimes() }, params);
}

async function send(provider: Provider, request: ProviderRequest): Promise<ProviderResponse> {
  const { method = 'GET', path, headers = {}, body } = request;
  // As in the engine, a host that the caller's parameters name becomes the first path segment below a configured base
  // URL.
  const host = request.host === undefined ? '' : `/${request.host}`;
  const response = await fetch(`${base}/${provider.id}${host}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { ...answered(response.status, await response.text(), nowMs), servedAtMs: nowMs };
}

/**
 * Returns a function that gives the time of a slot. Like the engine, the function counts back from a node's newest slot
 * by the interval between slots.
 */
async function slotTimes(): Promise<(slot: number) => number> {
  const response = await fetch(`${base}/rpc/node-a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] }),
  });
  const { result } = (await response.json()) as { readonly result: number };
  return (slot) => nowMs - (result - slot) * slotMs;
}

async function put(path: string, body: unknown): Promise<number> {
  return (await fetch(`${base}/control/${path}`, { method: 'PUT', body: JSON.stringify(body) })).status;
}

/**
 * Returns parameters that an adapter can answer. They are the adapter's own example, or else the type's example with
 * the provider as the venue.
 */
function covered(provider: Provider, answer: TypeAdapter): QuestionParams {
  const type = catalog.get(answer.type);
  const example = (answer.example ?? type?.params.parse(type.example)) as QuestionParams;
  return answer.type === 'funding.rate' ? { ...example, venue: provider.id } : example;
}

const unknownParams: Readonly<Record<string, QuestionParams>> = {
  'spot.price': { symbol: 'GLORPCAT' },
  'token.price': { token: 'GLORPCAT' },
  'funding.rate': { symbol: 'GLORPCAT' },
  'social.value bluesky': { handle: 'no.such.account', user_id: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa' },
  'social.value mastodon': { handle: 'nobody@mastodon.social', user_id: '999999999' },
  'social.value neynar': { handle: 'nobody.eth', user_id: '999999999' },
  'social.value x': { handle: 'nobody', user_id: '999999999' },
  'game.players roblox': { game: 'roblox:999999999' },
  'game.players steam': { game: '999999999' },
  'chain.token_risk': { address: '11111111111111111111111111111112' },
};

const namedOffers = offers.map(({ provider, answer }) => [provider.id, answer.type, provider, answer] as const);

test('the adapters of all providers are covered, for every type', () => {
  expect(namedOffers).toHaveLength(11 + 8 + 5 + 6 + 2);
});

test.each(namedOffers)(
  '%s: the response of the sandbox for %s is read as a fresh datum of the type',
  async (_id, _type, provider, answer) => {
    const reading = await ask(provider, answer, covered(provider, answer));
    if (reading === 'not asked' || reading.kind !== 'datum') {
      throw new Error(`expected a datum, got ${JSON.stringify(reading)}`);
    }
    const type = catalog.get(answer.type);
    const shape = answer.peer === true ? tokenOpinion : type?.data;
    expect(shape?.strict().safeParse({ ...reading.data, asOf: new Date(nowMs).toISOString() }).error).toBeUndefined();
    const ageMs = nowMs - (reading.sourceAtMs ?? nowMs);
    expect(ageMs).toBeGreaterThanOrEqual(0);
    expect(ageMs).toBeLessThan((type?.maxAgeMs ?? 0) / 2);
  },
);

test.each(namedOffers)(
  '%s: an entity that the sandbox does not know for %s is read as unknown',
  async (id, type, provider, answer) => {
    const unknown = unknownParams[type] ?? unknownParams[`${type} ${id}`];
    const params = { ...unknown, ...(type === 'funding.rate' ? { venue: id } : {}) };
    const reading = await ask(provider, answer, params);
    // An adapter with its own table of entities sends no request about other entities.
    expect(['not asked', 'unknown_entity']).toContain(reading === 'not asked' ? reading : reading.kind);
  },
);

test.each(namedOffers)(
  '%s: each state of the sandbox for %s is read as its outcome',
  async (id, _type, provider, answer) => {
    const params = covered(provider, answer);
    const readIn = async (state: string): Promise<string> => {
      expect(await put(`providers/${id}`, { state })).toBe(200);
      const reading = await ask(provider, answer, params).catch(() => 'connection lost' as const);
      return typeof reading === 'string' ? reading : reading.kind;
    };
    expect(await readIn('error')).toBe('http_error');
    expect(await readIn('rate_limited')).toBe('rate_limited');
    expect(await readIn('access_denied')).toBe('access_denied');
    expect(await readIn('garbage')).toBe('malformed');
    expect(await readIn('down')).toBe('connection lost');
    expect(await readIn('up')).toBe('datum');
    expect(await put(`providers/${id}`, { state: 'slow', delayMs: 30 })).toBe(200);
    const before = performance.now();
    const slow = await ask(provider, answer, params);
    expect(slow === 'not asked' ? slow : slow.kind).toBe('datum');
    expect(performance.now() - before).toBeGreaterThanOrEqual(29);
    expect(await put(`providers/${id}`, { state: 'up' })).toBe(200);
  },
);

test('the sandbox prices every asset, feed, mint and identifier that the adapters know', async () => {
  const tables = { coingecko: coingeckoIds, coinpaprika: coinpaprikaIds, jupiter: jupiterMints, pyth: pythFeeds };
  const wrong: string[] = [];
  for (const [id, table] of Object.entries(tables)) {
    const provider = providers.find((each) => each.id === id);
    const answer = provider?.adapters.find(({ type }) => type === 'token.price');
    for (const token of Object.keys(table)) {
      const reading = provider && answer && (await ask(provider, answer, { token }));
      if (typeof reading !== 'object' || reading.kind !== 'datum') {
        wrong.push(`${id} ${token}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('contracts in units of a thousand coins have the name that each venue gives them', async () => {
  for (const { provider, answer } of offers.filter((each) => each.answer.type === 'funding.rate')) {
    for (const symbol of ['BONK', 'PEPE', 'SHIB', 'WIF', 'HYPE', 'DOGE']) {
      const reading = await ask(provider, answer, { symbol, venue: provider.id });
      expect(reading === 'not asked' ? reading : reading.kind).toBe('datum');
    }
  }
});

test('every provider returns a price that was set, within its own noise of 30 basis points', async () => {
  expect(await put('prices/SOL', { usd: '250.5' })).toBe(200);
  for (const { provider, answer } of offers.filter((each) => each.answer.type === 'token.price')) {
    const reading = await ask(provider, answer, { token: 'SOL' });
    const price = reading !== 'not asked' && reading.kind === 'datum' ? Number(reading.data['price']) : Number.NaN;
    expect(Math.abs(price / 250.5 - 1)).toBeLessThan(3e-3);
  }
  const released = await fetch(`${base}/control/prices/SOL`, { method: 'DELETE' });
  expect(released.status).toBe(204);
});

test('a pair has the requested currency, and dollars are not dollar coins', async () => {
  for (const { provider, answer } of offers.filter((each) => each.answer.type === 'spot.price')) {
    for (const symbol of ['ETH-USD', 'ETH-USDT', 'ETH-EUR', 'ETH-BTC', 'ETH']) {
      const reading = await ask(provider, answer, { symbol });
      if (reading !== 'not asked' && reading.kind === 'datum') {
        const { symbol: shown, currency } = reading.data as { symbol: string; currency: string };
        expect(shown).toBe(symbol === 'ETH' ? `ETH-${currency}` : symbol);
        expect(shown.split('-')[1]).toBe(currency);
      }
    }
  }
});

test('the sandbox has players for every game that the catalog knows by name', async () => {
  const steam = offers.find(({ provider }) => provider.id === 'steam');
  const missing: string[] = [];
  for (const { name } of games) {
    const reading = steam && (await ask(steam.provider, steam.answer, { game: name }));
    if (typeof reading !== 'object' || reading.kind !== 'datum') {
      missing.push(name);
    }
  }
  expect(missing).toEqual([]);
});
