import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { createProviderHttp } from '@assay/providers/fetch';
import { loadProviders, offersByType } from '@assay/providers/load';
import { loadStreams } from '@assay/providers/load-streams';
import { systemClock } from '@assay/runtime/clock';
import type { Finding } from '@assay/diagnosis/finding';
import { openTransport } from '@assay/streams/open-transport';
import { checkNodes } from '../../../services/engine/src/doctor/check-nodes.ts';
import { checkProviders } from '../../../services/engine/src/doctor/check-providers.ts';
import { checkSignedPrices } from '../../../services/engine/src/doctor/check-signed-prices.ts';
import { checkStreams } from '../../../services/engine/src/doctor/check-streams.ts';
import { outcomes } from '../../../services/engine/src/doctor/outcomes.ts';
import { reachHost } from '../../../services/engine/src/doctor/reach.ts';
import { parseChainJson } from '../../../services/engine/src/onchain/nodes/chain-json.ts';
import { openChainNodes } from '../../../services/engine/src/onchain/nodes/node.ts';
import { sandboxSigners } from '../../../services/engine/src/references/believed-signers.ts';
import { priceAccounts } from '../../../services/engine/src/references/pyth-accounts.ts';
import { openSources, type Source } from '../../../services/engine/src/sources/source.ts';
import { stateNames, type ProviderState } from '../../../services/sandbox/src/control/provider-states.ts';
import { signerSetNames } from '../../../services/sandbox/src/control/signers.ts';
import { startSandbox, type SandboxServer } from '../support/sandbox-server.ts';
import { streamFaults, type StreamState } from '../../../services/sandbox/src/streams/faults.ts';

// The check listens to a stream for six seconds, and longer on a busy machine.
jest.setTimeout(60_000);

const catalog = await loadCatalog();
const providers = await loadProviders(catalog);
const streams = await loadStreams();
const http = createProviderHttp();
const nodeHttp = createProviderHttp({ parse: parseChainJson, maxBytes: 6 * 1_048_576 });
const nodeNames = ['node-a', 'node-b', 'node-c'];
/** Three venues whose spot prices can be compared, so that one of them can differ from the other two. */
const venues = ['kraken', 'coinbase', 'bitstamp'];
const ports = { clock: systemClock, reach: reachHost };

let sandbox: SandboxServer;
let base = '';

beforeAll(async () => {
  sandbox = await startSandbox('doctor', Date.now);
  base = `http://${sandbox.host}`;
});

afterEach(async () => {
  const changed = [...venues, ...nodeNames, 'pyth'];
  await Promise.all(changed.map((id) => control('PUT', `providers/${id}`, { state: 'up' })));
  await control('DELETE', 'signers/pyth');
  await Promise.all(venues.map((id) => control('DELETE', `streams/${id}`)));
});

afterAll(async () => {
  await Promise.all([http.close(), nodeHttp.close()]);
  sandbox.close();
});

async function control(method: string, path: string, body?: unknown): Promise<void> {
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`${base}/control/${path}`, init);
  expect(`${response.status} ${await response.text()}`).toMatch(/^20/);
}

function sourcesOf(ids: readonly string[]): readonly Source[] {
  const urls = Object.fromEntries(ids.map((id) => [id, `${base}/${id}`]));
  const settings = { mode: 'sandbox', urls, keys: {}, budgets: {} } as const;
  return [...openSources(offersByType(providers, catalog), settings, systemClock.monotonic).values()].flat();
}

function providersFound(related: readonly string[] = []) {
  const selectedProviders = providers.filter(({ id }) => venues.includes(id));
  return checkProviders(
    { allAssets: false, billed: false },
    {
      ...ports,
      providers: selectedProviders,
      sources: sourcesOf(venues),
      mode: 'sandbox',
      fetch: http.fetch,
      relatedTo: (id) => (id === 'kraken' ? related.map((each) => ({ id: each, detail: 'by its trades' })) : []),
    },
  );
}

async function streamFound(id: string): Promise<Finding> {
  const targets = streams
    .filter((stream) => stream.id === id)
    .map((stream) => {
      const { pathname, search } = new URL(stream.url);
      const url = `${base.replace('http', 'ws')}/${stream.provider}${pathname}${search}`;
      return { stream, url, headers: {} };
    });
  const answers = providersFound().then((checked) => checked.answers);
  const checkedFindings = await checkStreams(answers, {
    ...ports,
    targets,
    sources: sourcesOf(venues),
    open: openTransport,
    freshForMs: 2_000,
  });
  return theOne(checkedFindings, id);
}

async function nodeFound(id: string): Promise<Finding> {
  const urls = Object.fromEntries(nodeNames.map((name) => [name, `${base}/rpc/${name}`]));
  const checkedFindings = await checkNodes({
    ...ports,
    nodes: openChainNodes({ mode: 'sandbox', urls, budgets: {} }, systemClock.monotonic),
    priceAccount: priceAccounts(false)('SOL')[0]?.address ?? '',
    fetch: nodeHttp.fetch,
    clockRule: { maxAgeMs: 30_000, allowsFixedClock: true },
    relation: () => 'unknown',
  });
  return theOne(checkedFindings, id);
}

/**
 * Checks the signed price. The check has no request budget, because the many checks of this file would use the budget
 * up.
 */
async function signedPriceFound(): Promise<Finding> {
  const pyth = sourcesOf(['pyth']).find(({ type }) => type.id === 'token.price');
  const checkedFindings = await checkSignedPrices({ ...ports, pyth, believed: sandboxSigners, fetch: http.fetch });
  return theOne(checkedFindings, 'pyth: signed price');
}

function theOne(checkedFindings: readonly Finding[], name: string): Finding {
  const finding = checkedFindings.find((each) => each.name === name);
  if (finding === undefined) {
    throw new Error(`the check says nothing about ${name}`);
  }
  return finding;
}

const maxTries = 4;

/**
 * Repeats a check until it has the expected outcome, because a busy machine can be late. If the outcome never comes,
 * the test fails at its time limit.
 */
async function eventually(outcome: string, check: () => Promise<Finding>): Promise<Finding> {
  let checkedFinding = await check();
  for (let tries = 1; tries < maxTries && checkedFinding.outcome !== outcome; tries += 1) {
    checkedFinding = await check();
  }
  expect(checkedFinding).toMatchObject({ outcome });
  return checkedFinding;
}

/** For each state of the control interface, the outcome that the check must report. A new state needs an entry here. */
const outcomeOfState: Readonly<Record<(typeof stateNames)[number], string>> = {
  up: 'ok',
  down: 'unreachable',
  error: 'server_error',
  slow: 'slow',
  garbage: 'unreadable',
  rate_limited: 'rate_limited',
  access_denied: 'key_refused',
};
const outcomeOfFault: Readonly<Record<(typeof streamFaults)[number], string>> = {
  none: 'ok',
  down: 'unreachable',
  silent: 'no_message',
  frozen: 'no_trade',
  gap: 'missed_trades',
  reorder: 'out_of_order',
  duplicate: 'repeated_trades',
  late: 'late',
  garbage: 'unreadable',
};

/**
 * Every field of the control interface that can simulate a fault, with the test that covers it. A new field needs an entry,
 * so that the check reports every fault that the sandbox can simulate.
 */
const coveredFields: Readonly<Record<keyof ProviderState | keyof StreamState | 'set', string>> = {
  state: 'a provider, a node, a stream and a signed price in each state',
  delayMs: 'a provider with a delay',
  skewBps: 'a provider, a node and a stream with a shift',
  lagSlots: 'a node behind the others',
  relayOf: 'test/faults/doctor-relay.test.ts: a running engine measures it',
  relayDelayMs: 'as relayOf',
  alterSizes: 'as relayOf',
  fault: 'a stream with each fault',
  clockMs: 'a stream with a clock that is ahead or behind',
  set: 'a signed price of each set',
};
/** Sections of the control interface that change data for all sources equally. They do not simulate faults. */
const sectionsWithoutFaults = ['prices', 'funding', 'accounts', 'chain', 'fixtures'];

const outcomeOfSigners: Readonly<Record<(typeof signerSetNames)[number], string>> = {
  routers: 'ok',
  guardians: 'not_believed',
  next_routers: 'not_believed',
  too_few_routers: 'not_believed',
};

test('every fault that the control interface has is covered by a test', async () => {
  const page = (await (await fetch(`${base}/control`)).json()) as Readonly<Record<string, object>>;
  const sections = Object.keys(page).filter((name) => !sectionsWithoutFaults.includes(name));
  expect(sections.toSorted()).toEqual(['providers', 'signers', 'streams']);
  const fields = sections.flatMap((name) =>
    Object.values(page[name] ?? {}).flatMap((entry: object) => Object.keys(entry)),
  );
  expect([...new Set(fields)].toSorted()).toEqual(Object.keys(coveredFields).toSorted());
});

const providerFound = async (id: string): Promise<Finding> => theOne((await providersFound()).findings, id);

test.each(stateNames)('a provider in the state %s has the outcome of it, and the others work', async (state) => {
  await control('PUT', 'providers/kraken', { state });
  const checkedFinding = await eventually(outcomeOfState[state], () => providerFound('kraken'));
  expect(checkedFinding.subject).toBe('provider');
  await eventually('ok', () => providerFound('coinbase'));
});

test.each([
  [{ delayMs: 4_000 }, 'slow'],
  [{ skewBps: 300 }, 'disagrees'],
])('a provider with %j has the outcome %s, and the others work', async (state, outcome) => {
  await control('PUT', 'providers/coinbase', { state: 'up', ...state });
  await eventually(outcome, () => providerFound('coinbase'));
  await eventually('ok', () => providerFound('bitstamp'));
});

test('a venue that is measured to repeat another one is named with it', async () => {
  const { findings } = await providersFound(['okx']);
  const finding = theOne(findings, 'kraken');
  expect(finding).toMatchObject({ status: 'warning', outcome: 'repeats' });
  expect(finding.message).toContain('okx (by its trades)');
});

test('a provider shows what was measured of it', async () => {
  const { facts } = await eventually('ok', () => providerFound('kraken'));
  expect(facts).toMatchObject({
    reachable: 'yes',
    format: 'read',
    'budget left': 'no limit',
    types: 'spot.price, token.price',
    assets: '3 of 3 asked: BTC, ETH, SOL',
    latency: expect.stringMatching(/s$/),
    'age of datum': expect.stringMatching(/s$/),
    'clock offset': expect.stringMatching(/s$/),
  });
});

test.each(stateNames)('a node in the state %s has the outcome of it, and the others work', async (state) => {
  await control('PUT', 'providers/node-b', { state });
  const checkedFinding = await eventually(outcomeOfState[state], () => nodeFound('node-b'));
  expect(checkedFinding.subject).toBe('node');
  await eventually('ok', () => nodeFound('node-a'));
});

test.each([
  [{ lagSlots: 40 }, 'behind'],
  [{ skewBps: 300 }, 'disagrees'],
])('a node with %j has the outcome %s', async (state, outcome) => {
  await control('PUT', 'providers/node-c', { state: 'up', ...state });
  await eventually(outcome, () => nodeFound('node-c'));
});

test.each(streamFaults)('a stream with the fault %s has the outcome of it', async (fault) => {
  await control('PUT', 'streams/coinbase', { fault });
  const checkedFinding = await eventually(outcomeOfFault[fault], () => streamFound('coinbase'));
  expect(checkedFinding.subject).toBe('stream');
});

test.each(signerSetNames)('a price that the set %s signs has the outcome of it', async (set) => {
  await control('PUT', 'signers/pyth', { set });
  const { message, remedy } = await eventually(outcomeOfSigners[set], signedPriceFound);
  expect([message, remedy].join(' ')).toMatch(set === 'routers' ? /works/ : /signatures.*runbook/);
});

test.each(stateNames)('the signed price of Pyth in the state %s has the outcome of it', async (state) => {
  await control('PUT', 'providers/pyth', { state });
  await eventually(outcomeOfState[state], signedPriceFound);
});

test('a node that refuses its key names the setting that holds the key', async () => {
  await control('PUT', 'providers/node-b', { state: 'access_denied' });
  const { remedy } = await eventually('key_refused', () => nodeFound('node-b'));
  expect(remedy).toContain('ASSAY_RPC_URLS');
});

test('the stream of a provider that refuses our key says so', async () => {
  await control('PUT', 'providers/coinbase', { state: 'access_denied' });
  await eventually('key_refused', () => streamFound('coinbase'));
});

test.each([
  [{ skewBps: 300 }, 'disagrees'],
  [{ clockMs: 5_000 }, 'clock_ahead'],
  [{ clockMs: -5_000 }, 'late'],
])('a stream with %j has the outcome %s', async (state, outcome) => {
  await control('PUT', 'streams/coinbase', { fault: 'none', ...state });
  await eventually(outcome, () => streamFound('coinbase'));
});

test('every outcome that is not right says what to do', () => {
  for (const [code, { status, meaning, remedy }] of Object.entries(outcomes)) {
    expect([code, meaning.length > 0, remedy.length > 0]).toEqual([code, true, status !== 'ok']);
  }
});
