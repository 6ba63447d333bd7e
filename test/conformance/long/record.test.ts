import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadCatalog } from '@assay/catalog/catalog';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { loadProviders } from '@assay/providers/load';
import { loadStreams } from '@assay/providers/load-streams';
import { outcomeOfLive } from '@assay/providers/recording/live-answer';
import { liveAnswersIn, liveMessagesIn } from '@assay/providers/testing/live-recordings';
import { answerOf } from '@assay/providers/testing/recorded-answer';
import { recordProvider, type RecordedLine } from '../../../packages/operator/src/record/record-provider.ts';
import { kindsOf } from '../../../packages/operator/src/record/record-stream.ts';
import { readRecordSettings } from '../../../packages/operator/src/record/settings.ts';
import { startSandbox, type SandboxServer } from '../support/sandbox-server.ts';

// Recording listens to a stream for ten seconds.
jest.setTimeout(60_000);

const providers = await loadProviders(await loadCatalog());
const streams = await loadStreams();
const out = mkdtempSync(join(tmpdir(), 'assay-record-'));
let sandbox: SandboxServer;
let base = '';

beforeAll(async () => {
  sandbox = await startSandbox('record', Date.now);
  base = `http://${sandbox.host}`;
});

afterAll(() => {
  sandbox.close();
  rmSync(out, { recursive: true, force: true });
});

const keys = { ASSAY_PROVIDER_KEYS: '{"pyth":"secret-key-1","neynar":"secret-key-2"}' };

/** Records the sandbox's mock of a provider. */
function record(id: string, environment: Readonly<Record<string, string>> = keys): Promise<readonly RecordedLine[]> {
  return recordProvider(id, readRecordSettings(environment, { baseUrl: `${base}/${id}`, out }));
}

test.each([
  ['kraken', ['spot.price', 'token.price', 'stream kraken']],
  ['pyth', ['spot.price', 'token.price', 'stream pyth']],
  ['binance', ['spot.price', 'funding.rate', 'stream binance', 'stream binance.futures']],
  ['bitstamp', ['spot.price', 'token.price', 'stream bitstamp']],
  ['neynar', ['social.value']],
  ['steam', ['game.players']],
])('the answers and the streams of %s become fixtures that its readers read', async (id, expected) => {
  const lines = await record(id);
  expect(lines.map(({ of, outcome, detail }) => [of, outcome, detail])).toEqual(expected.map((of) => [of, 'ok', '']));
  const folder = pathToFileURL(`${out}/`);
  const answers = liveAnswersIn(folder).filter(([, { provider }]) => provider === id);
  expect(answers).toHaveLength(expected.filter((of) => !of.startsWith('stream')).length);
  for (const [name, answer] of answers) {
    const provider = providers.find((each) => each.id === id);
    const readOutcome = provider && outcomeOfLive(answerOf(provider, answer.recorded.type), answer);
    expect([name, JSON.stringify(readOutcome)]).toEqual([name, JSON.stringify(answer.recorded.outcome)]);
  }
  const messages = liveMessagesIn(folder).filter(([, provider]) => provider === id);
  expect(messages.length > 0).toBe(expected.some((of) => of.startsWith('stream')));
  for (const [name, , { text, kinds }] of messages) {
    const stream = streams.find(
      (each) => each.provider === id && name.includes(`live-${each.id.replace('.', '-')}-stream`),
    );
    expect([name, stream && kindsOf(stream, text)]).toEqual([name, kinds]);
  }
});

test('no fixture holds a key, and a profile holds no text that the reader does not need', async () => {
  await record('neynar');
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.join('\n')).not.toMatch(/secret-key/);
});

test('a provider that refuses the key gives a fixture of its refusal, and one that is down gives none', async () => {
  const put = (state: string): Promise<Response> =>
    fetch(`${base}/control/providers/jupiter`, { method: 'PUT', body: JSON.stringify({ state }) });
  await put('access_denied');
  expect(await record('jupiter')).toMatchObject([
    { of: 'spot.price', outcome: 'access_denied', file: expect.stringMatching(/live-jupiter-spot-price\.json$/) },
    { of: 'token.price', outcome: 'access_denied' },
  ]);
  await put('garbage');
  expect(await record('jupiter')).toMatchObject([{ outcome: 'not_json', file: '' }, { outcome: 'not_json' }]);
  await put('down');
  expect(await record('jupiter')).toMatchObject([{ outcome: 'unreachable', file: '' }, { outcome: 'unreachable' }]);
});

test('all names the providers that it left out, with what they need, and asks the others', async () => {
  const nowhere = 'http://127.0.0.1:1';
  const urls = Object.fromEntries(
    providers.flatMap(({ id }) => [
      [id, nowhere],
      [`${id}.futures`, nowhere],
    ]),
  );
  const streamUrls = Object.fromEntries(streams.map(({ id }) => [id, nowhere]));
  const environment = { ASSAY_PROVIDER_URLS: JSON.stringify(urls), ASSAY_STREAM_URLS: JSON.stringify(streamUrls) };
  const lines = await recordProvider('all', readRecordSettings(environment, { out }));
  const leftOut = lines.filter(({ outcome }) => outcome === 'left_out');
  expect(leftOut.map(({ provider }) => provider)).toEqual(['jupiter', 'neynar', 'pyth', 'x']);
  expect(leftOut[0]?.detail).toMatch(/^jupiter answers nothing without a key\. Set it in ASSAY_PROVIDER_KEYS/);
  expect(new Set(lines.map(({ provider }) => provider))).toEqual(new Set(providers.map(({ id }) => id)));
});

test('an unknown provider, a missing key and a setting of another form are errors that say what to do', async () => {
  await expect(record('krakn')).rejects.toThrow(/krakn is no provider; it must be all or one of binance, /);
  await expect(recordProvider('pyth', readRecordSettings({}, { out }))).rejects.toThrow(
    /Set it in ASSAY_PROVIDER_KEYS, such as \{"pyth":"..."\}; https:/,
  );
  expect(() => readRecordSettings({ ASSAY_PROVIDER_KEYS: 'k' })).toThrow('ASSAY_PROVIDER_KEYS must be a JSON object');
});
