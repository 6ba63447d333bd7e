import { loadCatalog, type Catalog } from '@assay/catalog/catalog';
import { remainingMs } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { subjects } from '@assay/rpc/subjects';
import { systemClock } from '@assay/service/clock';
import type { BaseConfig } from '@assay/service/config';
import { openNats, type Nats } from '@assay/service/nats';
import { openPostgres, type Postgres } from '@assay/service/postgres';
import { serveRpc } from '@assay/service/rpc-server';
import { runService, type ServiceTools } from '@assay/service/run';
import { createAsk } from './sources/attempt.ts';
import { openSources, type ProviderSettings } from './sources/source.ts';
import { createAnnouncer } from './catalog/announce.ts';
import { chainEntries } from './catalog/chain-entries.ts';
import { attemptBounds, liveCatalog, type LiveEntry } from './catalog/live-catalog.ts';
import { createProbes, type Probes } from './catalog/probes.ts';
import { parseChainJson } from './onchain/nodes/chain-json.ts';
import { openOpinions } from './onchain/opinions/open-opinions.ts';
import { openOnchain, type Onchain, type OnchainPorts } from './onchain/open.ts';
import { engineConfig, type EngineConfig } from './config.ts';
import { encodeDecision } from './decisions/decision.ts';
import { openDecisionPipeline, type DecisionPipeline } from './decisions/pipeline.ts';
import { findDecisions } from './decisions/store.ts';
import { createHandlers, type HandlerPorts } from './handlers.ts';
import { chainNodesType } from './monitoring/node-measurement.ts';
import type { Measurement } from './monitoring/measurement.ts';
import { openMeasurement } from './monitoring/open.ts';
import { independenceResponse } from './monitoring/independence-response.ts';
import { createEngineMetrics, type EngineMetrics } from './compose/metrics.ts';
import { createProviderHttp } from './providers/fetch.ts';
import { loadProviders, offersByType } from './providers/load.ts';
import { createReferenceHealth } from './references/health.ts';
import { priceAccountReference } from './references/price-account.ts';
import type { References } from './verification/reference.ts';
import { recordAttemptSpans } from './decisions/attempt-spans.ts';
import { reportOf } from './verification/report.ts';
import { verify, type VerifyPorts } from './verification/verify.ts';

const healthTickMs = 250;
const decisionTickMs = 500;
const measureTickMs = 50;
/** A hundred accounts of the longest that is read of one, in base64. */
const mostNodeBytes = 6 * 1_048_576;
const idleProbeMs = { live: 300_000, sandbox: 600 } as const;
const referenceEveryMs = { live: 10_000, sandbox: 700 } as const;

const clock = systemClock;

await runService({ name: 'engine', config: engineConfig, start });

async function start(config: EngineConfig & BaseConfig, tools: ServiceTools) {
  const catalog = await loadCatalog();
  const { providers, settings, sources } = await openProviders(catalog, config, tools);
  const bounds = attemptBounds(sources);
  const metrics = createEngineMetrics(tools.metrics);
  const nats = holdNats(config, tools);
  const { postgres, path } = openStorage(config, nats, metrics, tools);

  const http = createProviderHttp();
  tools.defer('provider connections', http.close);
  const ask = createAsk({
    fetch: http.fetch,
    now: clock.now,
    onObservation: (source, observation, tookMs, params) => {
      metrics.attempt(source, observation.outcome, tookMs);
      probes.onObservation(source, observation.outcome === 'stale');
      measurement.onObservation(source, params, observation, tookMs);
    },
  });
  const probes: Probes = createProbes(sources, ask, clock.now, {
    idleAfterMs: config.ASSAY_PROBE_IDLE_MS ?? idleProbeMs[config.ASSAY_MODE],
    leaveHeadroom: config.ASSAY_MODE === 'live',
  });
  const chain = await openConfiguredChain(config, tools, {
    catalog,
    measured: (a, b) => measurement.pair(chainNodesType, a, b),
    opinions: openOpinions(providers, catalog, settings, { fetch: http.fetch, clock, onAttempt: metrics.attempt }),
    onObservation: metrics.nodeRead,
  });
  const references = openReferences(chain);
  const referenceHealth = createReferenceHealth(references, catalog, clock.now, referenceEveryMs[config.ASSAY_MODE]);
  const asking = { ask, fetch: http.fetch, nodes: chain.nodes, clock };
  const world = { postgres, nats, catalog, sources, references, ...asking, mode: config.ASSAY_MODE };
  const measurement = openMeasurement({ ...world, onDropped: metrics.observationDropped }, tools);
  await measurement.load();
  const knowledge = { measurement, references, referenceHealth };
  const current = () => withChain(liveCatalog(catalog, sources, bounds, knowledge), catalog, chain, measurement);
  const announceChanges = createAnnouncer(current, () => announce(nats()));
  watchHealth(probes, announceChanges, () => metrics.breakers(sources, chain.nodes), tools);
  chain.poller.tick();
  [referenceHealth, measurement, chain.poller].forEach(({ tick }) => every(measureTickMs, tick, tools));

  const ports: VerifyPorts = {
    catalog,
    sources,
    maxAttempts: (type) => bounds.get(type) ?? 1,
    ask,
    references,
    pair: measurement.pair,
    isOutlier: ({ type, provider }) => measurement.outliers.isOutlier(type.id, provider.id),
    clock,
  };
  const handlers = createHandlers({
    verify: async (question, context) =>
      chain.answers(question.type) ? chain.verify(question, context) : reportOf(await verify(question, context, ports)),
    verifySwap: chain.verifySwap,
    record: recordOn(path),
    listTypes: async (context) => {
      await untilMeasured([probes, chain.poller], remainingMs(context) - 100);
      return current();
    },
    independence: (type) => independenceResponse(measurement, type),
    findDecisions: (traceId, context) => findDecisions(postgres, traceId, [context.trace]),
    onDecision: (report, context) => {
      metrics.decision(report.type.id, report.outcome);
      recordAttemptSpans(report.attempts, clock.now(), context.trace);
    },
    now: clock.now,
  });
  const admin = { token: config.ASSAY_ADMIN_TOKEN, names: ['GetDecision', 'GetIndependence'] };
  return { rpc: await serveRpc(services.engine, handlers, config, tools, admin) };
}

function recordOn({ writer: recording }: DecisionPipeline): HandlerPorts['record'] {
  return async (decision, restsOn) => recording.write(encodeDecision(decision, restsOn), decision.traceparent ?? '');
}

/** The providers as the operator has set them up, and those of them that deliver something. */
async function openProviders(catalog: Catalog, config: EngineConfig, tools: ServiceTools) {
  const providers = await loadProviders(catalog);
  warnOfUnknown(config, new Set([...providers.map(({ id }) => id), ...Object.keys(config.ASSAY_RPC_URLS)]), tools);
  const settings: ProviderSettings = {
    mode: config.ASSAY_MODE,
    urls: config.ASSAY_PROVIDER_URLS,
    keys: config.ASSAY_PROVIDER_KEYS,
    budgets: config.ASSAY_PROVIDER_BUDGETS,
  };
  return { providers, settings, sources: openSources(offersByType(providers, catalog), settings, clock.now) };
}

/** The nodes of the chain, over connections of their own: their answers are larger, and their whole numbers do not fit floats. */
async function openConfiguredChain(
  config: EngineConfig,
  tools: ServiceTools,
  world: Omit<OnchainPorts, 'fetch' | 'clock'>,
): Promise<Onchain> {
  const http = createProviderHttp({ parse: parseChainJson, maxBytes: mostNodeBytes });
  tools.defer('connections to nodes', http.close);
  const settings = {
    mode: config.ASSAY_MODE,
    urls: config.ASSAY_RPC_URLS,
    budgets: config.ASSAY_PROVIDER_BUDGETS,
  } as const;
  return openOnchain(settings, { ...world, fetch: http.fetch, clock });
}

/** The catalog with the chain's part of it, in the order of names. */
function withChain(
  entries: readonly LiveEntry[],
  catalog: Catalog,
  chain: Onchain,
  { pair }: Measurement,
): readonly LiveEntry[] {
  const measured = (a: string, b: string) => pair(chainNodesType, a, b);
  const ofChain = chainEntries(catalog, { ...chain, measured });
  return [...entries.filter(({ type }) => !chain.answers(type)), ...ofChain].toSorted((a, b) =>
    a.type < b.type ? -1 : 1,
  );
}

/** The references that can be had: without a node of the chain there is none. */
function openReferences({ nodes, reader }: Onchain): References {
  return nodes.length === 0 ? new Map() : new Map([['token.price', priceAccountReference({ nodes, reader, clock })]]);
}

/** The database and the way of decisions over it. */
function openStorage(
  config: EngineConfig,
  nats: () => Nats | undefined,
  metrics: EngineMetrics,
  tools: ServiceTools,
): { readonly postgres: Postgres; readonly path: DecisionPipeline } {
  const checks: (() => Promise<void>)[] = [];
  const postgres = openPostgres(config, 'engine', { ...tools, check: (_name, run) => void checks.push(run) });
  const options = { streamReplicas: config.ASSAY_STREAM_REPLICAS, outboxDepth: metrics.outboxDepth };
  const path = openDecisionPipeline(postgres, nats, options, tools);
  tools.defer('decision recorder', path.stop);
  every(decisionTickMs, path.tick, tools);
  checkRecording(tools, path.streamAvailable, async () => {
    await Promise.all(checks.map((run) => run()));
  });
  return { postgres, path };
}

/** A catalog that nobody has measured yet is waited for, since an empty one would be taken for the truth. */
async function untilMeasured(
  watched: readonly { readonly measured: Promise<void>; readonly isMeasured: () => boolean }[],
  atMostMs: number,
): Promise<void> {
  const waiting = watched.filter(({ isMeasured }) => !isMeasured());
  if (waiting.length > 0) {
    await new Promise<void>((resolve) => {
      clock.after(Math.max(0, atMostMs), resolve);
      void Promise.all(waiting.map(({ measured }) => measured)).then(() => resolve());
    });
  }
}

/** The connection to NATS once there is one. A server that is not there yet is waited for beside the start, not in it. */
function holdNats(config: EngineConfig, tools: ServiceTools): () => Nats | undefined {
  let nats: Nats | undefined;
  let close: (() => unknown) | undefined;
  // Registered now and not when the server answers, so that it is closed after everything that uses it.
  tools.defer('nats', () => close?.());
  const held = { log: tools.log, defer: (_name: string, closeNats: () => unknown) => void (close = closeNats) };
  openNats(config, 'engine', held).then(
    (opened) => {
      nats = opened;
      tools.log.info('NATS is reached');
    },
    (error: unknown) => tools.log.error({ err: error }, 'NATS cannot be connected to; decisions go to the outbox'),
  );
  return () => nats;
}

/**
 * Ready when a decision can be made durable. The stream and the database must both have been there once, so that a
 * wrong address shows at the start; later one of them is enough, since taking every replica out of service would turn
 * an outage that costs nothing into one that costs everything.
 */
function checkRecording(tools: ServiceTools, streamAvailable: () => boolean, askPostgres: () => Promise<void>): void {
  let streamSeen = false;
  let postgresSeen = false;
  tools.check('recording', async () => {
    streamSeen ||= streamAvailable();
    if (streamSeen && postgresSeen && streamAvailable()) {
      return;
    }
    await askPostgres();
    postgresSeen = true;
    if (!streamSeen) {
      throw new Error('the decision stream was never reached');
    }
  });
}

function watchHealth(
  probes: Probes,
  announceChanges: () => void,
  recordBreakers: () => void,
  tools: ServiceTools,
): void {
  tools.check('sources', async () => {
    if (!probes.isMeasured()) {
      throw new Error('not every source has been asked yet');
    }
  });
  probes.tick();
  every(
    healthTickMs,
    () => {
      probes.tick();
      if (probes.isMeasured()) {
        announceChanges();
      }
      recordBreakers();
    },
    tools,
  );
}

/** Gateways ask for the catalog again by themselves too, so a message that cannot be sent is no loss. */
function announce(nats: Nats | undefined): void {
  if (nats?.connected() === true) {
    const { subject, encode } = subjects.catalogChanged;
    nats.connection.publish(subject, encode({ changed_at_ms: Date.now() }));
  }
}

/** A misspelt provider would silently be asked at its own address, or not at all. */
function warnOfUnknown(config: EngineConfig, known: ReadonlySet<string>, tools: ServiceTools): void {
  for (const name of ['ASSAY_PROVIDER_URLS', 'ASSAY_PROVIDER_KEYS', 'ASSAY_PROVIDER_BUDGETS'] as const) {
    const unknown = Object.keys(config[name]).filter((id) => !known.has(id));
    if (unknown.length > 0) {
      tools.log.warn({ variable: name, providers: unknown }, 'settings for providers that this build does not have');
    }
  }
}

function every(milliseconds: number, call: () => void, tools: ServiceTools): void {
  const timer = setInterval(call, milliseconds);
  tools.defer('timer', () => clearInterval(timer));
}
