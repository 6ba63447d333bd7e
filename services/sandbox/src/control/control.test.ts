import { expect, test } from '@jest/globals';
import { createFunding } from '../market/funding.ts';
import { createHeldFunding } from '../market/held-funding.ts';
import { createLatentPrices } from '../market/latent-prices.ts';
import { createControl } from './control.ts';
import { fundingSection } from './funding.ts';
import { pricesSection } from './prices.ts';
import { createProviderStates, type ProviderState } from './provider-states.ts';

const nowMs = Date.parse('2026-11-21T10:00:00Z');

function setUp() {
  const latent = createLatentPrices('control');
  const changes: [string, ProviderState][] = [];
  const states = createProviderStates(['kraken', 'okx', 'gemini', 'pyth'], ['kraken', 'okx', 'gemini'], (name, state) =>
    changes.push([name, state]),
  );
  const control = createControl([pricesSection(latent, () => nowMs), states.section], () => ({
    fixtures: { handles: { a: 'b' } },
  }));
  const send = (method: string, path: string, body?: unknown): { status: number; body: unknown } => {
    const answer = control({ method, path, body: body === undefined ? '' : JSON.stringify(body) });
    return { status: answer.status, body: answer.body === '' ? '' : JSON.parse(answer.body) };
  };
  return { latent, states, changes, send, control };
}

test('the control page shows prices, providers and fixtures', () => {
  const { send } = setUp();
  const { status, body } = send('GET', '');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    prices: { BTC: { set: false }, EUR: { set: false } },
    providers: { kraken: { state: 'up', delayMs: 0, skewBps: 0, lagSlots: 0 } },
    fixtures: { handles: { a: 'b' } },
  });
});

test('a price that was set does not change until DELETE', () => {
  const { send, latent } = setUp();
  expect(send('PUT', '/prices/btc', { usd: '101.25' })).toEqual({
    status: 200,
    body: { symbol: 'BTC', usd: '101.25', set: true },
  });
  expect([0, 86_400_000].map((later) => Math.exp(latent.log('BTC', nowMs + later)).toFixed(6))).toEqual([
    '101.250000',
    '101.250000',
  ]);
  expect(send('DELETE', '/prices/BTC').status).toBe(204);
  expect(Math.exp(latent.log('BTC', nowMs))).toBeGreaterThan(10_000);
  expect(send('DELETE', '/prices/BTC').status).toBe(204);
});

test('a price that is not a positive decimal string is refused with the required form', () => {
  const { send, latent } = setUp();
  for (const body of [
    { usd: 5 },
    { usd: '0' },
    { usd: '0.00' },
    { usd: '-1' },
    { usd: '1e5' },
    { usd: '' },
    {},
    [],
    null,
  ]) {
    const refused = send('PUT', '/prices/BTC', body);
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ error: expect.stringContaining('"usd": "<price>"') });
  }
  expect(send('PUT', '/prices/BTC', { usd: '5', eur: '4' }).status).toBe(400);
  expect(latent.isSet('BTC')).toBe(false);
});

test('putting a state replaces all fields and calls onChange', () => {
  const { send, states, changes } = setUp();
  send('PUT', '/providers/kraken', { state: 'up', delayMs: 40, skewBps: -25, lagSlots: 3 });
  const ownTrades = { relayOf: null, relayDelayMs: 0, alterSizes: false };
  expect(states.of('kraken')).toEqual({ state: 'up', delayMs: 40, skewBps: -25, lagSlots: 3, ...ownTrades });
  expect(send('PUT', '/providers/kraken', { state: 'error' })).toEqual({
    status: 200,
    body: { id: 'kraken', state: 'error', delayMs: 0, skewBps: 0, lagSlots: 0, ...ownTrades },
  });
  expect(changes.map(([name, { skewBps }]) => [name, skewBps])).toEqual([
    ['kraken', -25],
    ['kraken', 0],
  ]);
  expect(states.of('pyth').state).toBe('up');
});

test('the state slow delays responses by five seconds unless delayMs says otherwise', () => {
  const { send, states } = setUp();
  send('PUT', '/providers/kraken', { state: 'slow' });
  expect(states.of('kraken').delayMs).toBe(5_000);
  send('PUT', '/providers/kraken', { state: 'slow', delayMs: 1 });
  expect(states.of('kraken').delayMs).toBe(1);
});

test.each([
  [{}, 'state must be one of up, down, error, slow, garbage, rate_limited, access_denied'],
  [{ state: 'sideways' }, 'state must be one of'],
  [{ state: 'up', delayMs: -1 }, 'delayMs must be from 0'],
  [{ state: 'up', delayMs: 1.5 }, 'delayMs must be a whole number'],
  [{ state: 'up', skewBps: '5' }, 'skewBps must be a number'],
  [{ state: 'up', skewBps: -10_000 }, 'skewBps must be above -10000'],
  [{ state: 'up', lagSlots: -1 }, 'lagSlots must be 0 or more'],
  [{ state: 'up', delay: 5 }, 'delay is not a field'],
  [{ state: 'up', relayOf: 'pyth' }, 'relayOf must be null or one of kraken, okx, gemini'],
  [{ state: 'up', relayOf: 'kraken' }, 'relayOf must not lead back to kraken'],
  [{ state: 'up', relayOf: 'okx', relayDelayMs: 60_001 }, 'relayDelayMs must be from 0 to 60000'],
  [{ state: 'up', relayOf: 'okx', alterSizes: 'yes' }, 'alterSizes must be true or false'],
  [{ state: 'up', alterSizes: true }, 'relayDelayMs and alterSizes need relayOf'],
  ['up', 'the body must be an object'],
])('the state %j is refused: %s', (body, message) => {
  const { send, states } = setUp();
  expect(send('PUT', '/providers/kraken', body)).toEqual({
    status: 400,
    body: { error: expect.stringContaining(message) },
  });
  expect(states.of('kraken').state).toBe('up');
});

test('a venue relays another one after a second unless relayDelayMs says otherwise, and not in a circle', () => {
  const { send, states } = setUp();
  expect(send('PUT', '/providers/kraken', { state: 'up', relayOf: 'okx' }).status).toBe(200);
  expect(states.of('kraken')).toMatchObject({ relayOf: 'okx', relayDelayMs: 1_000, alterSizes: false });
  expect(
    send('PUT', '/providers/gemini', { state: 'up', relayOf: 'kraken', relayDelayMs: 0, alterSizes: true }),
  ).toEqual({
    status: 200,
    body: expect.objectContaining({ relayOf: 'kraken', relayDelayMs: 0, alterSizes: true }),
  });
  expect(send('PUT', '/providers/okx', { state: 'up', relayOf: 'gemini' }).body).toEqual({
    error: 'relayOf must not lead back to okx',
  });
  expect(send('PUT', '/providers/pyth', { state: 'up', relayOf: 'okx' }).body).toEqual({
    error: 'only a venue with trades can relay: kraken, okx, gemini',
  });
  send('PUT', '/providers/kraken', { state: 'up' });
  expect(send('PUT', '/providers/okx', { state: 'up', relayOf: 'gemini' }).status).toBe(200);
});

test('an unknown name is 404, a wrong method 405, and a body that is not JSON 400', () => {
  const { send, control } = setUp();
  expect(send('PUT', '/prices/GLORPCAT', { usd: '1' }).status).toBe(404);
  expect(send('DELETE', '/prices/GLORPCAT').status).toBe(404);
  expect(send('PUT', '/providers/nobody', { state: 'up' }).status).toBe(404);
  expect(send('PUT', '/nothing/x', {}).status).toBe(404);
  expect(send('PUT', '/prices/BTC/more', { usd: '1' }).status).toBe(404);
  expect(send('POST', '').status).toBe(405);
  expect(send('GET', '/prices/BTC').status).toBe(405);
  expect(send('DELETE', '/providers/kraken').status).toBe(405);
  expect(control({ method: 'PUT', path: '/prices/BTC', body: '{' }).status).toBe(400);
  expect(control({ method: 'PUT', path: '/prices/%E0%A4%A', body: '{}' }).status).toBe(400);
});

test('a funding rate that was set holds on every venue by its interval, and a former time has the former rate', () => {
  const market = createFunding('control');
  const held = createHeldFunding(market);
  const control = createControl([fundingSection(held, () => nowMs)], () => ({}));
  const send = (method: string, id: string, body?: unknown): number =>
    control({ method, path: `/funding/${id}`, body: body === undefined ? '' : JSON.stringify(body) }).status;
  expect(send('PUT', 'btc', { perEightHours: '0.0004' })).toBe(200);
  expect(held.of('binance', 'BTC', nowMs)).toMatchObject({ rate: 0.0004, intervalHours: 8 });
  expect(held.of('dydx', 'BTC', nowMs + 60_000)).toMatchObject({ rate: 0.00005, intervalHours: 1 });
  expect(held.of('binance', 'BTC', nowMs - 1)).toEqual(market('binance', 'BTC', nowMs - 1));
  expect([send('PUT', 'BTC', { perEightHours: '2' }), send('PUT', 'NONE', {}), send('DELETE', 'NONE')]).toEqual([
    400, 404, 404,
  ]);
  expect(send('DELETE', 'BTC')).toBe(204);
  expect(held.of('binance', 'BTC', nowMs)).toEqual(market('binance', 'BTC', nowMs));
});
