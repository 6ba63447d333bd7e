import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import type { Fetched } from '@assay/providers/fetch';
import { loadProviders } from '@assay/providers/load';
import { deferred, testClock } from '../../testing/test-sources.ts';
import type { TokenFlags } from '@assay/solana/risk/token-risk';
import { openOpinions } from './open-opinions.ts';

const catalog = await loadCatalog();
const providers = await loadProviders(catalog);
const mint = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const flags: TokenFlags = {
  mintable: false,
  freezable: false,
  closable: false,
  permanentDelegate: false,
  transferHook: false,
  transferFeeBps: 0,
  transferFeeChangeable: false,
  defaultFrozen: false,
  nonTransferable: false,
  pausable: false,
  metadataMutable: null,
};
const urls = { rugcheck: 'http://rugcheck.test', goplus: 'http://goplus.test' };

const rugcheckSays = (mintAuthority: string | null, atMs: number): Fetched => ({
  kind: 'answered',
  status: 200,
  body: { mint, token: { mintAuthority, freezeAuthority: null }, score_normalised: '12' },
  servedAtMs: atMs,
});
const goplusSays = (status: string, atMs: number): Fetched => ({
  kind: 'answered',
  status: 200,
  body: { code: '1', result: { [mint]: { mintable: { status } } } },
  servedAtMs: atMs,
});

function open(
  plays: { readonly [id: string]: (atMs: number) => Fetched | Promise<Fetched> },
  given: Readonly<Record<string, string>> = urls,
) {
  const clock = testClock();
  const sent: string[] = [];
  const settings = { mode: 'sandbox', urls: given, keys: {}, budgets: {} } as const;
  const peers = openOpinions(providers, catalog, settings, {
    fetch: async (baseUrl) => {
      const id = new URL(baseUrl).hostname.split('.')[0] ?? '';
      sent.push(id);
      return plays[id]?.(clock.now()) ?? { kind: 'unreachable', detail: 'connection refused' };
    },
    clock,
    onAttempt: () => undefined,
  });
  const ask = async () => {
    const peerOpinions = peers.get('chain.token_risk')?.ask({ address: mint });
    await peerOpinions?.all;
    return peerOpinions?.given() ?? [];
  };
  return { peers, ask, sent, clock };
}

test('both providers are asked, and agreement is not a contradiction', async () => {
  const { ask, peers, sent } = open({
    rugcheck: (at) => rugcheckSays(null, at),
    goplus: (at) => goplusSays('0', at),
  });
  expect(peers.get('chain.token_risk')?.maxCostMicros).toBe(200n);
  const opinions = await ask();
  expect(sent.toSorted()).toEqual(['goplus', 'rugcheck']);
  expect(opinions.map(({ contradiction }) => contradiction({ data: {}, flags }))).toEqual([undefined, undefined]);
  const attempt = opinions.find((each) => each.attempt.provider === 'sandbox.rugcheck')?.attempt;
  expect(attempt).toMatchObject({ role: 'peer', outcome: 'ok', costMicros: 100n, span: 'ask rugcheck' });
  // The reports state no time. The time of the response is not used instead, because a report can be much older.
  expect(attempt?.sourceAtMs).toBeUndefined();
  expect(JSON.parse(attempt?.dataJson ?? '')).toMatchObject({ riskScore: 12, flags: { mintable: false } });
});

test('the provider whose flag differs from the chain contradicts it', async () => {
  const { ask } = open({
    rugcheck: (at) => rugcheckSays('somebody', at),
    goplus: (at) => goplusSays('0', at),
  });
  const contradictions = (await ask()).map(({ attempt, contradiction }) => [
    attempt.provider,
    contradiction({ data: {}, flags }),
  ]);
  expect(Object.fromEntries(contradictions)).toEqual({
    'sandbox.goplus': undefined,
    'sandbox.rugcheck':
      'it says that more of the token can be created, while on chain no more of the token can be created',
  });
});

test.each([
  ['is unreachable', (): Fetched => ({ kind: 'unreachable', detail: 'connection refused' }), 'unreachable'],
  ['answers with garbage', (): Fetched => ({ kind: 'answered', status: 200, body: undefined }), 'malformed'],
  ['is broken', (): Fetched => ({ kind: 'answered', status: 500, body: {} }), 'http_error'],
  ['limits us', (): Fetched => ({ kind: 'answered', status: 429, body: {} }), 'rate_limited'],
  [
    'does not know the token',
    (): Fetched => ({ kind: 'answered', status: 404, body: { error: 'not found' } }),
    'unknown_entity',
  ],
  ['answers out of an old cache', (at: number) => rugcheckSays('somebody', at - 60_000), 'stale'],
])('a provider that %s contradicts nothing, and the attempt is recorded', async (_what, play, outcome) => {
  const { ask } = open({ rugcheck: play }, { rugcheck: urls.rugcheck });
  const [opinion] = await ask();
  expect(opinion?.attempt).toMatchObject({ outcome, costMicros: 100n });
  expect(opinion?.contradiction({ data: {}, flags })).toBeUndefined();
});

test('a provider that has not answered by the decision counts as timed out and contradicts nothing', async () => {
  const late = deferred<Fetched>();
  const { peers } = open({ rugcheck: () => late.promise }, { rugcheck: urls.rugcheck });
  const [opinion] = peers.get('chain.token_risk')?.ask({ address: mint }).given() ?? [];
  expect(opinion?.attempt).toMatchObject({ outcome: 'timeout', receivedAtMs: 0, costMicros: 100n });
  expect(opinion?.contradiction({ data: {}, flags })).toBeUndefined();
});

test('a provider that keeps failing is not asked for a while and costs nothing', async () => {
  const { ask, sent } = open({ rugcheck: () => ({ kind: 'unreachable', detail: '' }) }, { rugcheck: urls.rugcheck });
  for (let times = 0; times < 5; times += 1) {
    await ask();
  }
  const [opinion] = await ask();
  expect(sent.length).toBeLessThan(5);
  expect(opinion?.attempt).toMatchObject({ outcome: 'circuit_open', costMicros: 0n });
});

test('in the sandbox a provider without a configured URL is never asked', () => {
  expect(open({}, {}).peers.size).toBe(0);
});

test('a provider whose quota is used up costs nothing', async () => {
  const usedUp: Fetched = { kind: 'answered', status: 402, body: {} };
  const { ask } = open({ rugcheck: () => usedUp }, { rugcheck: urls.rugcheck });
  const [opinion] = await ask();
  expect(opinion?.attempt).toMatchObject({ outcome: 'exhausted', costMicros: 0n });
});
