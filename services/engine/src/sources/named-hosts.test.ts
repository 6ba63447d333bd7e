import { catalogOf, priceAnswer, priceType, providerOf } from '@assay/providers/testing/test-providers';
import type { ProviderRequest, TypeAdapter } from '@assay/providers/define';
import type { Fetched } from '@assay/providers/fetch';
import { offersByType } from '@assay/providers/load';
import { expect, test } from '@jest/globals';
import { startMs, testClock } from '../testing/test-sources.ts';
import { createAsk } from './attempt.ts';
import { isServing, openSources, type Source } from './source.ts';
import type { ProviderSettings } from './provider-settings.ts';

const byHost: Partial<TypeAdapter> = {
  request: ({ symbol = '' }) => ({ host: `${symbol.toLowerCase()}.test`, path: '/price' }),
};

/**
 * Opens one source whose questions name hosts. Returns the source, and a function that asks it and records the
 * destination of each request.
 */
function open(
  answer: Fetched,
  settings: Partial<ProviderSettings> = {},
  adapter: Partial<TypeAdapter> = byHost,
  more = {},
) {
  const clock = testClock();
  const providers = [{ ...providerOf('a', [priceAnswer(adapter)]), baseUrl: 'https://own.test', ...more }];
  const live: ProviderSettings = { mode: 'live', urls: {}, keys: {}, budgets: {}, allowsHost: () => true };
  const opened = openSources(offersByType(providers, catalogOf(priceType)), { ...live, ...settings }, clock.monotonic);
  const sent: string[] = [];
  const ask = createAsk({
    ...clock,
    fetch: async (baseUrl, { path }: ProviderRequest) => {
      sent.push(baseUrl + path);
      return answer;
    },
    fetchHost: async (host, path) => {
      sent.push(`guarded ${host}${path}`);
      return answer;
    },
    onObservation: () => undefined,
  });
  const source = opened.get(priceType.id)?.[0] as Source;
  const askAbout = async (symbol: string): Promise<string> => {
    const askResult = ask(source, { symbol }, symbol);
    return askResult.kind === 'sent' ? (await askResult.observation).outcome : askResult.kind;
  };
  return { source, sent, askAbout, sources: opened.get(priceType.id) ?? [] };
}

const down: Fetched = { kind: 'unreachable', detail: 'connection refused' };
const fine: Fetched = { kind: 'answered', status: 200, body: { price: '1', at: startMs } };

test('a request to a host that the caller named goes through the guarded egress', async () => {
  const { sent, askAbout } = open(fine);
  await askAbout('OTHER');
  expect(sent).toEqual(['guarded other.test/price']);
});

test('a configured base URL carries requests to named hosts, with the host first in the path', async () => {
  const { sent, askAbout } = open(fine, { urls: { a: 'http://proxy.test/a' } });
  await askAbout('OTHER');
  expect(sent).toEqual(['http://proxy.test/a/other.test/price']);
});

test('a host that the operator does not allow is not asked', async () => {
  const { sent, askAbout } = open(fine, { allowsHost: (host) => host === 'own.test' });
  expect([await askAbout('OTHER'), sent]).toEqual(['unanswerable', []]);
});

test("failures of named hosts leave the circuit closed, and those of the provider's own host open it", async () => {
  const { source, askAbout } = open(down);
  source.breaker.record('success');
  for (let each = 0; each < 8; each += 1) {
    await askAbout('OTHER');
  }
  expect(source.breaker.state()).toBe('closed');
  for (let each = 0; each < 8; each += 1) {
    await askAbout('OWN');
  }
  expect(source.breaker.state()).toBe('open');
});

test('a source that needs a key is not opened without one, and the sandbox needs none', () => {
  const statedAt = { url: 'https://a.test/keys', readOn: '2026-11-27' };
  const headers = (key: string) => ({ 'x-key': key });
  const key = { required: true, headers, statedAt, obtainedAt: 'https://a.test' };
  expect(open(fine, {}, {}, { key }).sources).toHaveLength(0);
  expect(open(fine, { keys: { a: 'secret' } }, {}, { key }).source.access.headers).toEqual({ 'x-key': 'secret' });
  const sandbox = { mode: 'sandbox', urls: { a: 'http://sandbox.test/a' } } as const;
  expect(open(fine, sandbox, {}, { key }).source.access.headers).toEqual({ 'x-key': 'sandbox' });
});

test('a source that is billed for each request is not probed, and serves until a request fails', () => {
  const { source } = open(fine, {}, { unprobed: true });
  expect([source.probeParams, isServing(source)]).toEqual([undefined, true]);
});
