import { loadCatalog, type Catalog } from '@assay/catalog/catalog';
import { remainingMs, type CallContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { subjects } from '@assay/rpc/subjects';
import type { BaseConfig } from '@assay/service/config';
import { openNats, type Nats } from '@assay/service/nats';
import { openPostgres, type Postgres } from '@assay/service/postgres';
import { serveRpc } from '@assay/service/rpc-server';
import { runService, type ServiceTools } from '@assay/service/run';
import { createAsk } from './attempts/attempt.ts';
import { openSources, type Sources } from './attempts/source.ts';
import { createAnnouncer } from './catalog/announce.ts';
import { attemptBounds, liveCatalog } from './catalog/live-catalog.ts';
import { createProbes, type Probes } from './catalog/probes.ts';
import { engineConfig, type EngineConfig } from './config.ts';
import { encodeDecision } from './decisions/decision.ts';
import { openDecisionPath, type DecisionPath } from './decisions/path.ts';
import { findDecision } from './decisions/store.ts';
import { createHandlers } from './handlers.ts';
import { openMeasurement } from './measurement/open.ts';
import { showIndependence } from './measurement/show.ts';
import { createEngineMetrics, type EngineMetrics } from './metrics.ts';
import { createProviderHttp, type FetchProvider } from './providers/fetch.ts';
import { loadProviders, offersByType } from './providers/load.ts';
import { createReferenceHealth } from './references/health.ts';
import { priceAccountReference } from './references/price-account.ts';
import type { References } from './references/reference.ts';
import { openChainNodes } from './references/solana-rpc.ts';
import { recordAttemptSpans, recordReferenceSpan } from './tracing/spans.ts';
import type { Clock } from './verification/consult.ts';
import type { Consulted } from './verification/decide.ts';
import { verify, type AnswerPorts } from './verification/verify.ts';

const healthTickMs = 250;
const decisionTickMs = 500;
const measureTickMs = 50;
const idleProbeMs = { live: 300_000, sandbox: 600 } as const;
const referenceEveryMs = { live: 10_000, sandbox: 700 } as const;

const clock: Clock = {
  now: Date.now,
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

await runService({ name: 'engine', config: engineConfig, start });

async function start(config: EngineConfig & BaseConfig, tools: ServiceTools) {
  const catalog = await loadCatalog();
  const sources = await openConfiguredSources(catalog, config, tools);
  const bounds = attemptBounds(sources);
  const metrics = createEngineMetrics(tools.metrics);
  const nats = holdNats(config, tools);
  const { postgres, path } = openStorage(config, nats, metrics, tools);

  const http = createProviderHttp();
  tools.defer('provider connections', http.close);
  const ask = createAsk({
    fetch: http.fetch,
    now: clock.now,
    observed: (source, observation, tookMs, params) => {
      metrics.attempt(source, observation.outcome, tookMs);
      probes.observed(source, observation.outcome === 'stale');
      measurement.observed(source, params, observation, tookMs);
    },
  });
  const probes: Probes = createProbes(sources, ask, clock.now, {
    idleAfterMs: config.ASSAY_PROBE_IDLE_MS ?? idleProbeMs[config.ASSAY_MODE],
    sparing: config.ASSAY_MODE === 'live',
  });
  const references = openReferences(config, http.fetch);
  const referenceHealth = createReferenceHealth(references, catalog, clock.now, referenceEveryMs[config.ASSAY_MODE]);
  const world = { postgres, catalog, sources, references, ask, now: clock.now, mode: config.ASSAY_MODE };
  const measurement = openMeasurement({ ...world, dropped: metrics.observationDropped }, tools);
  await measurement.begin();
  const knowledge = { measurement, references, referenceHealth };
  const current = () => liveCatalog(catalog, sources, bounds, knowledge);
  const announceChanges = createAnnouncer(current, () => announce(nats()));
  watchHealth(sources, probes, announceChanges, metrics.breakers, tools);
  every(measureTickMs, referenceHealth.tick, tools);
  every(measureTickMs, measurement.tick, tools);

  const ports: AnswerPorts = {
    catalog,
    sources,
    maxAttempts: (type) => bounds.get(type) ?? 1,
    ask,
    references,
    measured: measurement.pair,
    strayed: ({ type, provider }) => measurement.strays.strayed(type.id, provider.id),
    clock,
  };
  const handlers = createHandlers({
    verify: (question, context) => verify(question, context, ports),
    record: async (decision) => path.recording.record(encodeDecision(decision), decision.traceparent ?? ''),
    listTypes: async (context) => {
      await untilMeasured(probes, remainingMs(context) - 100);
      return current();
    },
    independence: (type) => showIndependence(measurement, type),
    findDecision: (traceId, context) => findDecision(postgres, traceId, [context.trace]),
    decided: (answered, context) => {
      metrics.decision(answered.type.id, answered.verdict.outcome);
      recordSpans(answered.consulted, context.trace);
    },
    now: clock.now,
  });
  const admin = { token: config.ASSAY_ADMIN_TOKEN, names: ['GetDecision', 'GetIndependence'] };
  return { rpc: await serveRpc(services.engine, handlers, config, tools, admin) };
}

async function openConfiguredSources(catalog: Catalog, config: EngineConfig, tools: ServiceTools): Promise<Sources> {
  const providers = await loadProviders(catalog);
  warnOfUnknown(config, new Set(providers.map(({ id }) => id)), tools);
  return openSources(
    offersByType(providers, catalog),
    {
      mode: config.ASSAY_MODE,
      urls: config.ASSAY_PROVIDER_URLS,
      keys: config.ASSAY_PROVIDER_KEYS,
      budgets: config.ASSAY_PROVIDER_BUDGETS,
    },
    clock.now,
  );
}

/** Shows what was consulted for a call in the caller's own trace. */
function recordSpans({ consultation, reference }: Consulted, trace: CallContext['trace']): void {
  recordAttemptSpans(consultation.attempts, clock.now(), trace);
  if (reference !== undefined) {
    recordReferenceSpan(reference.reading, clock.now(), trace);
  }
}

/** The references that can be had: without a node of the chain there is none. */
function openReferences(config: EngineConfig, fetch: FetchProvider): References {
  const nodes = openChainNodes(config.ASSAY_RPC_URLS, clock.now);
  const namePrefix = config.ASSAY_MODE === 'sandbox' ? 'sandbox.' : '';
  return nodes.length === 0
    ? new Map()
    : new Map([['token.price', priceAccountReference({ nodes, fetch, clock, namePrefix })]]);
}

/** The database and the way of decisions over it. */
function openStorage(
  config: EngineConfig,
  nats: () => Nats | undefined,
  metrics: EngineMetrics,
  tools: ServiceTools,
): { readonly postgres: Postgres; readonly path: DecisionPath } {
  const checks: (() => Promise<void>)[] = [];
  const postgres = openPostgres(config, 'engine', { ...tools, check: (_name, run) => void checks.push(run) });
  const options = { streamReplicas: config.ASSAY_STREAM_REPLICAS, outboxDepth: metrics.outboxDepth };
  const path = openDecisionPath(postgres, nats, options, tools);
  tools.defer('decision recorder', path.stop);
  every(decisionTickMs, path.tick, tools);
  checkRecording(tools, path.streamAvailable, async () => {
    await Promise.all(checks.map((run) => run()));
  });
  return { postgres, path };
}

/** A catalog that nobody has measured yet is waited for, since an empty one would be taken for the truth. */
async function untilMeasured(probes: Probes, atMostMs: number): Promise<void> {
  if (!probes.isMeasured()) {
    await new Promise<void>((resolve) => {
      clock.after(Math.max(0, atMostMs), resolve);
      void probes.measured.then(resolve);
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
  sources: Sources,
  probes: Probes,
  announceChanges: () => void,
  recordBreakers: (sources: Sources) => void,
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
      recordBreakers(sources);
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
