import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCatalog } from '@assay/catalog/catalog';
import { accessOf, streamPath, takesKey, type ProviderAccess } from '@assay/providers/access';
import type { Provider, QuestionParams, TypeAdapter } from '@assay/providers/define';
import { createProviderHttp } from '@assay/providers/fetch';
import { loadProviders } from '@assay/providers/load';
import { loadStreams } from '@assay/providers/load-streams';
import { systemClock } from '@assay/runtime/clock';
import { openTransport } from '@assay/streams/open-transport';
import { recordAnswer, type Recording } from './record-answer.ts';
import { recordStream } from './record-stream.ts';
import type { RecordSettings } from './settings.ts';

/** One line of the command's result. */
export type RecordedLine = Omit<Recording, 'fixture'> & {
  readonly provider: string;
  /** The path of the written file; empty when nothing was stored. */
  readonly file: string;
};

/** The folder of the providers, relative to the root of the repository. */
const providersFolder = 'packages/providers/src/providers';
const maxBytes = 1_048_576;
/** The outcome for a provider that `all` skips because its key is missing. It is not a failure. */
export const leftOutOutcome = 'left_out';

/**
 * Records a provider's live answers and streams, and writes them as fixtures. `all` records every provider in parallel; a
 * provider whose key is missing gets a line with the outcome `left_out`. Rejects for an unknown provider, for a single
 * provider whose key is missing, and when there is no folder to write to. The error says what to do.
 * @param id the provider's id, or `all`.
 */
export async function recordProvider(id: string, settings: RecordSettings): Promise<readonly RecordedLine[]> {
  const catalog = await loadCatalog();
  const providers = await loadProviders(catalog);
  const ids = new Set(providers.map((each) => each.id));
  const selectedProviders = id === 'all' ? providers : providers.filter((each) => each.id === id);
  if (selectedProviders.length === 0) {
    throw new Error(`${id} is no provider; it must be all or one of ${[...ids].join(', ')}`);
  }
  const record = async (provider: Provider): Promise<readonly RecordedLine[]> => {
    if (wantsKey(provider, settings)) {
      return [leftOutLine(provider, id)];
    }
    const folder = await folderOf(provider.id, settings);
    const recordings = await recordingsOf(provider, settings, (adapter) => paramsOf(provider, adapter, catalog, ids));
    return Promise.all(recordings.map((recording) => write(provider.id, folder, recording)));
  };
  return (await Promise.all(selectedProviders.map(record))).flat();
}

/**
 * Returns the result line of a provider whose key is missing. Throws an error when `requestedId` is this provider's id.
 */
function leftOutLine({ id, key }: Provider, requestedId: string): RecordedLine {
  const detail = `${id} answers nothing without a key. Set it in ASSAY_PROVIDER_KEYS, such as {"${id}":"..."}; ${key?.obtainedAt ?? ''} gives keys`;
  if (requestedId !== 'all') {
    throw new Error(detail);
  }
  return { provider: id, of: '', outcome: leftOutOutcome, detail, file: '' };
}

function wantsKey(provider: Provider, settings: RecordSettings): boolean {
  return settings.baseUrl === undefined && accessFor(provider, settings).isKeyMissing;
}

function accessFor(provider: Provider, { keys, plans, urls }: RecordSettings): ProviderAccess {
  const { id } = provider;
  return accessOf(provider, { key: keys[id], plan: takesKey(provider) ? plans[id] : undefined, url: urls[id] });
}

async function recordingsOf(
  provider: Provider,
  settings: RecordSettings,
  paramsFor: (adapter: TypeAdapter) => QuestionParams | undefined,
): Promise<readonly Recording[]> {
  const access = accessFor(provider, settings);
  const key = settings.keys[provider.id];
  const secrets = key === undefined ? [] : [key];
  // The parser returns the body as text, so that the fixture keeps every digit.
  const http = createProviderHttp({ parse: (text) => text, maxBytes });
  const answerRecordings = provider.adapters.flatMap((adapter) => {
    const params = paramsFor(adapter);
    return params === undefined ? [] : [{ adapter, params }];
  });
  try {
    const answers: Recording[] = [];
    for (const { adapter, params } of answerRecordings) {
      const name = adapter.base === undefined ? provider.id : `${provider.id}.${adapter.base.name}`;
      const configured = settings.baseUrl ?? settings.urls[name];
      const baseUrl = (configured ?? adapter.base?.baseUrl ?? access.baseUrl).replace(/\/$/, '');
      const ports = { fetch: http.fetch, now: systemClock.now, secrets };
      answers.push(await recordAnswer(provider, adapter, params, { baseUrl, access }, ports));
    }
    return [...answers, ...(await streamRecordings(provider, settings, answerRecordings, { access, secrets }))];
  } finally {
    await http.close();
  }
}

async function streamRecordings(
  provider: Provider,
  settings: RecordSettings,
  asked: readonly { readonly adapter: TypeAdapter; readonly params: QuestionParams }[],
  { access: given, secrets }: { readonly access: ProviderAccess; readonly secrets: readonly string[] },
): Promise<readonly Recording[]> {
  const providerStreams = (await loadStreams()).filter((stream) => stream.provider === provider.id);
  return Promise.all(
    providerStreams.map((stream) => {
      const topics = new Set(asked.flatMap(({ adapter, params }) => stream.topicOf(adapter.type, params) ?? []));
      const base = settings.baseUrl?.replace(/\/$/, '');
      const mock = stream.url.startsWith('wss:') ? base?.replace(/^http/, 'ws') : base;
      const url = mock === undefined ? stream.url : mock + streamPath(stream, provider);
      const target = { url: settings.streamUrls[stream.id] ?? url, headers: given.headers, topics: [...topics] };
      return recordStream(stream, target, { open: openTransport, clock: systemClock, secrets });
    }),
  );
}

/**
 * Returns parameters that the adapter covers: the adapter's own example, or else the type's example. A parameter of the
 * type's example that names a provider, such as a venue, gets this provider's id.
 */
function paramsOf(
  { id }: Provider,
  adapter: TypeAdapter,
  catalog: Awaited<ReturnType<typeof loadCatalog>>,
  ids: ReadonlySet<string>,
): QuestionParams | undefined {
  const type = catalog.get(adapter.type);
  const example = (type?.params.parse(type.example) ?? {}) as QuestionParams;
  const exampleOfProvider = Object.fromEntries(
    Object.entries(example).map(([name, text]) => [name, ids.has(text) ? id : text]),
  );
  return [adapter.example, exampleOfProvider].find(
    (params) => params !== undefined && adapter.request(params) !== undefined,
  );
}

async function folderOf(id: string, { out }: RecordSettings): Promise<string> {
  if (out !== undefined) {
    return join(out, id);
  }
  const folder = join(providersFolder, id);
  await access(folder).catch(() => {
    throw new Error(`there is no ${folder} here. Run the command in the repository, or name a folder by --out`);
  });
  return folder;
}

async function write(provider: string, folder: string, { fixture, ...recording }: Recording): Promise<RecordedLine> {
  if (fixture === undefined) {
    return { provider, ...recording, file: '' };
  }
  const file = join(folder, fixture.folder, fixture.name);
  await mkdir(join(folder, fixture.folder), { recursive: true });
  await writeFile(file, fixture.text);
  return { provider, ...recording, file };
}
