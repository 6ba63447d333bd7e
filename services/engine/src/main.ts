import { loadCatalog } from '@assay/catalog/catalog';
import { remainingMs } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { subjects } from '@assay/rpc/subjects';
import { openNats, type Nats } from '@assay/service/nats';
import { openPostgres } from '@assay/service/postgres';
import { serveRpc } from '@assay/service/rpc-server';
import { runService, type ServiceTools } from '@assay/service/run';
import { createAsk } from './attempts/attempt.ts';
import { openSources, type Sources } from './attempts/source.ts';
import { createAnnouncer } from './catalog/announce.ts';
import { attemptBounds, liveCatalog } from './catalog/live-catalog.ts';
import { createProbes, type Probes } from './catalog/probes.ts';
import { engineConfig, type EngineConfig } from './config.ts';
import { encodeDecision } from './decisions/decision.ts';
import { openDecisionPath } from './decisions/path.ts';
import { findDecision } from './decisions/store.ts';
import { createHandlers } from './handlers.ts';
import { createEngineMetrics } from './metrics.ts';
import { createProviderHttp } from './providers/fetch.ts';
import { loadProviders, offersByType } from './providers/load.ts';
import { recordAttemptSpans } from './tracing/spans.ts';
import type { Clock } from './verification/consult.ts';
import { verify } from './verification/verify.ts';

const healthTickMs = 250;
const decisionTickMs = 500;
const idleProbeMs = { live: 300_000, sandbox: 2_000 } as const;

const clock: Clock = {
  now: Date.now,
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

await runService({ name: 'engine', config: engineConfig, start });

async function start(config: EngineConfig & Parameters<typeof serveRpc>[2], tools: ServiceTools) {
  const catalog = await loadCatalog();
  const providers = await loadProviders(catalog);
  warnOfUnknown(config, new Set(providers.map(({ id }) => id)), tools);
  const sources = openSources(
    offersByType(providers, catalog),
    {
      mode: config.ASSAY_MODE,
      urls: config.ASSAY_PROVIDER_URLS,
      keys: config.ASSAY_PROVIDER_KEYS,
      budgets: config.ASSAY_PROVIDER_BUDGETS,
    },
    Date.now,
  );
  const bounds = attemptBounds(sources);
  const metrics = createEngineMetrics(tools.metrics);

  const nats = holdNats(config, tools);
  const pgChecks: (() => Promise<void>)[] = [];
  const postgres = openPostgres(config, 'engine', { ...tools, check: (_name, run) => pgChecks.push(run) });
  const path = openDecisionPath(
    postgres,
    nats,
    { streamReplicas: config.ASSAY_STREAM_REPLICAS, outboxDepth: metrics.outboxDepth },
    tools,
  );
  tools.defer('decision recorder', path.stop);
  every(decisionTickMs, path.tick, tools);
  checkRecording(tools, path.streamAvailable, async () => {
    await Promise.all(pgChecks.map((run) => run()));
  });

  const http = createProviderHttp();
  tools.defer('provider connections', http.close);
  const ask = createAsk({
    fetch: http.fetch,
    now: Date.now,
    observed: (source, observation, tookMs) => {
      metrics.attempt(source, observation.outcome, tookMs);
      probes.observed(source, observation.outcome === 'stale');
    },
  });
  const probes: Probes = createProbes(sources, ask, Date.now, {
    idleAfterMs: config.ASSAY_PROBE_IDLE_MS ?? idleProbeMs[config.ASSAY_MODE],
    sparing: config.ASSAY_MODE === 'live',
  });
  const current = () => liveCatalog(catalog, sources, bounds);
  watchHealth(
    sources,
    probes,
    createAnnouncer(current, () => announce(nats())),
    metrics.breakers,
    tools,
  );

  const handlers = createHandlers({
    verify: (question, context) =>
      verify(question, context, { catalog, sources, maxAttempts: (type) => bounds.get(type) ?? 1, ask, clock }),
    record: async (decision) => path.recording.record(encodeDecision(decision), decision.traceparent ?? ''),
    listTypes: async (context) => {
      if (!probes.isMeasured()) {
        await Promise.race([
          probes.measured,
          new Promise((done) => clock.after(remainingMs(context) - 100, () => done(0))),
        ]);
      }
      return current();
    },
    findDecision: (traceId, context) => findDecision(postgres, traceId, [context.trace]),
    decided: (answered, _decision, context) => {
      metrics.decision(answered.type.id, answered.verdict.outcome);
      recordAttemptSpans(answered.consultation.attempts, Date.now(), context.trace);
    },
    now: Date.now,
  });
  const rpc = await serveRpc(services.engine, handlers, config, tools, {
    token: config.ASSAY_ADMIN_TOKEN,
    names: ['GetDecision'],
  });
  return { rpc };
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
