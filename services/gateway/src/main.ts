import { loadCatalog, type Catalog } from '@assay/catalog/catalog';
import { connect } from '@assay/rpc/client';
import { services } from '@assay/rpc/load';
import { traceFields } from '@assay/telemetry/log';
import { runService, type ServiceTools } from '@assay/runtime/run';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';
import { createUnexpectedReport } from '@assay/telemetry/unexpected-errors';
import type { RequestListener } from 'node:http';
import { createAdmissionControl, type AdmissionOptions } from './admission/admission.ts';
import { createApp } from './http/app.ts';
import { createFailedCallLog, type FailedCallLog } from './failed-calls/log.ts';
import { createFailedCallSampling } from './failed-calls/sampling.ts';
import { createIdempotentCalls } from './idempotency/calls.ts';
import { createCatalogCache, type CatalogCache } from './catalog-cache.ts';
import { createClosedWindows } from './admission/closed-windows.ts';
import { createMeteredCalls } from '@assay/metering/metered-call';
import { gatewayConfig, type GatewayConfig } from './config.ts';
import { createConfirmationQueue, type ConfirmationQueue } from '@assay/metering/confirmation-queue';
import { openDocsSite, type DocsSite } from './docs/docs-site.ts';
import { subscribeToEvents } from './events.ts';
import { lingerMsOf, serveHttp } from '@assay/runtime/http-server';
import { loadRoutes } from './load-routes.ts';
import { createMcpEndpoint, type McpEndpoint } from './mcp/endpoint.ts';
import { createMessageLimit, type MessageLimit } from './mcp/message-limit.ts';
import { observeRequests } from './http/observe.ts';
import { openApiDocument } from './docs/openapi/document.ts';
import { apiVersion } from './docs/openapi/version.ts';
import { createRetryAfter } from './http/retry-after.ts';
import type { TokenBucketOptions } from '@assay/concurrency/token-buckets';
import { createUnknownKeyLimit } from './admission/unknown-key-limit.ts';
import { createSigningKeys, type SigningKeys } from './signatures/signing-keys.ts';
import { prepareAsset, type StaticAsset } from './http/static-assets.ts';
import type { BillingClient, EngineClient, ServiceClients } from './service-clients.ts';
import { createNegativeKeyCache } from './admission/negative-key-cache.ts';
import type { Route, RouteTools } from './route.ts';

const callTimeoutMs = 9_500;
const negativeKeyTtlMs = 10_000;
const maxNegativeKeys = 10_000;
const maxRememberedKeys = 100_000;
const jsonMediaType = 'application/json; charset=utf-8';
const monotonic = (): number => performance.now();
const maxConfirmations = 100_000;
const readyTimeoutMs = 400;
const maxQueuedFailures = 1_000;
const failuresFlushEveryMs = 500;
const maxSampledAccounts = 10_000;

const billingMethods = [
  'Admit',
  'Hold',
  'Settle',
  'Confirm',
  'BeginIdempotentCall',
  'FinishIdempotentCall',
  'GetAccountCharges',
] as const satisfies readonly (keyof BillingClient)[];
const engineMethods = [
  'Verify',
  'RecordUnresolved',
  'RecordFailedCalls',
  'RecordGate',
  'ListTypes',
  'GetAccountDecisions',
] as const satisfies readonly (keyof EngineClient)[];

await runService({
  name: 'gateway',
  config: gatewayConfig,
  start: async (config, tools) => {
    const clients = connectServices(config, tools);
    const confirmations = openConfirmationQueue(clients, tools);
    tools.defer('confirmations', () => confirmations.flush(config.ASSAY_DRAIN_MS));
    const declared = await loadCatalog();
    const catalog = openCatalog(clients, declared, config, tools);
    const keys = createKeyMemory(config);
    subscribeToEvents(
      config,
      {
        onKeyRevoked: (keySha256) => {
          keys.negativeKeyCache.add(keySha256);
          keys.unknownKeyLimit.forget(keySha256);
        },
        onLimitChanged: keys.closedWindows.forgetAccount,
        onCatalogChanged: () => void catalog.refresh(),
      },
      tools,
    );
    const retryAfter = createRetryAfter(monotonic);
    const failedCalls = openFailedCallLog(clients, tools);
    const observe = observeRequests(tools.metrics, tools.log);
    const routes = await loadRoutes();
    const openApi = await openApiAsset(routes, declared);
    const docsSite = openDocs(tools);
    const signing = createSigningKeys(config.ASSAY_SIGNING_KEYS);
    const corsOrigins = new Set(config.ASSAY_CORS_ORIGINS.split(',').filter((origin) => origin !== ''));
    const mcp = createMcpEndpoint((request, response) => app(request, response), messageLimitOf(config, keys));
    const gatewayTools = routeTools({
      mcp,
      corsOrigins,
      clients,
      confirmations,
      catalog,
      openApi,
      docsSite,
      signing,
      config,
      tools,
    });
    const app: RequestListener = createApp({
      types: declared,
      routes,
      tools: gatewayTools,
      idempotentCalls: createIdempotentCalls({ billing: clients.billing, meteredCalls: gatewayTools.meteredCalls }),
      admission: createAdmissionControl({ admit: clients.billing.Admit, ...keys, confirmations, now: monotonic }),
      exchange: {
        mode: config.ASSAY_MODE,
        callTimeoutMs,
        stopping: tools.stopping,
        retryAfterSeconds: retryAfter.seconds,
        signer: signing.signer,
        corsOrigins,
        onEnd: (end) => {
          retryAfter.onStatus(end.status);
          observe(end);
        },
        onFailed: failedCalls.add,
      },
    });
    const reportUnexpected = createUnexpectedReport(tools);
    const http = await serveHttp(app, config.ASSAY_PORT, config.ASSAY_BIND_HOST, {
      maxConnectionsPerAddress: config.ASSAY_MAX_CONNECTIONS_PER_ADDRESS,
      lingerMs: lingerMsOf(config),
      onUnexpected: (error) => reportUnexpected('a request', error),
    });
    tools.onDrain(http.drain);
    tools.defer('http server', () => http.close(config.ASSAY_DRAIN_MS));
    return { http: http.port };
  },
});

/** Opens the built pages of the docs. While they are not built, the gateway serves those that need no rendering. */
function openDocs(tools: ServiceTools): DocsSite {
  return openDocsSite(new URL('../dist-docs/', import.meta.url), () =>
    tools.log.warn('the docs site is not built; /docs answers 503 until "npm run build" has rendered its pages'),
  );
}

/** Returns the OpenAPI document of this build. */
function openApiAsset(routes: readonly Route[], types: Catalog): Promise<StaticAsset> {
  return prepareAsset(Buffer.from(JSON.stringify(openApiDocument(routes, types, apiVersion))), jsonMediaType);
}

/** Opens the live catalog. The gateway becomes ready only when it knows the catalog. */
function openCatalog(
  clients: ServiceClients,
  declared: Catalog,
  config: GatewayConfig,
  tools: ServiceTools,
): CatalogCache {
  const catalog = createCatalogCache({
    listTypes: clients.engine.ListTypes,
    declared,
    markupBasisPoints: config.ASSAY_MARKUP,
    onFailure: (thrown) => tools.log.debug({ err: thrown }, 'could not list the types of the engine'),
  });
  tools.check('catalog', async () => {
    if (!catalog.known()) {
      throw new Error('the engine has not sent its catalog yet');
    }
  });
  tools.defer('catalog', catalog.start());
  return catalog;
}

/** Creates the caches of refused and limited keys, so that refusals need no call to billing. */
function createKeyMemory(
  config: GatewayConfig,
): Pick<AdmissionOptions, 'negativeKeyCache' | 'closedWindows' | 'unknownKeyLimit'> {
  return {
    negativeKeyCache: createNegativeKeyCache({ ttlMs: negativeKeyTtlMs, maxKeys: maxNegativeKeys, now: monotonic }),
    closedWindows: createClosedWindows({ maxKeys: maxRememberedKeys, now: monotonic }),
    unknownKeyLimit: createUnknownKeyLimit(unknownKeyBuckets(config)),
  };
}

function unknownKeyBuckets(config: GatewayConfig): TokenBucketOptions {
  const { ASSAY_UNKNOWN_KEYS_PER_SECOND: perSecond, ASSAY_UNKNOWN_KEYS_BURST: burst } = config;
  return { perSecond, burst, maxEntries: maxRememberedKeys, now: monotonic };
}

function messageLimitOf(config: GatewayConfig, keys: ReturnType<typeof createKeyMemory>): MessageLimit {
  const { ASSAY_MCP_MESSAGES_PER_SECOND: perSecond, ASSAY_MCP_MESSAGES_BURST: burst } = config;
  const known = { perSecond, burst, maxEntries: maxRememberedKeys, now: monotonic };
  return createMessageLimit({ ...keys, known, unknown: unknownKeyBuckets(config) });
}

function connectServices(config: GatewayConfig, tools: ServiceTools): ServiceClients {
  const billing = connect(services.billing, config.ASSAY_BILLING_ADDRESS, {
    identity: tools.identity,
    streamed: billingMethods,
    idempotent: billingMethods,
  });
  const engine = connect(services.engine, config.ASSAY_ENGINE_ADDRESS, {
    identity: tools.identity,
    streamed: engineMethods,
    idempotent: engineMethods,
  });
  const resolver = connect(services.resolver, config.ASSAY_RESOLVER_ADDRESS, {
    identity: tools.identity,
    streamed: ['Resolve'],
    idempotent: ['Resolve'],
  });
  const gate = connect(services.gate, config.ASSAY_GATE_ADDRESS, {
    identity: tools.identity,
    streamed: ['Judge'],
    idempotent: ['Judge'],
  });
  const watch = connect(services.watch, config.ASSAY_WATCH_ADDRESS, { identity: tools.identity });
  for (const [name, client] of Object.entries({ billing, engine, resolver, gate, watch })) {
    tools.defer(`${name} client`, client.close);
  }
  // The gateway stays ready when it loses billing or the engine, so that callers get 503 with a body. If no gateway
  // were ready, Kubernetes would send callers no response at all.
  tools.check('billing', () => billing.ready(readyTimeoutMs), { need: 'start' });
  tools.check('engine', () => engine.ready(readyTimeoutMs), { need: 'start' });
  return {
    billing: billing.methods,
    engine: engine.methods,
    resolver: resolver.methods,
    gate: gate.methods,
    watches: watch.methods,
  };
}

/** Opens the log of failed calls. It sends its last batch before the connections close. */
function openFailedCallLog({ engine }: ServiceClients, tools: ServiceTools): FailedCallLog {
  const leftOut = tools.metrics.counter(
    'assay_failed_calls_left_out_total',
    'Failed calls that are not in the log of failed calls: sampled (many in a minute), queue_full or not_stored.',
    ['reason'],
  );
  const warn = createThrottledWarning(tools.log);
  const log = createFailedCallLog({
    record: engine.RecordFailedCalls,
    sampling: createFailedCallSampling({ maxAccounts: maxSampledAccounts, now: Date.now }),
    maxQueued: maxQueuedFailures,
    flushEveryMs: failuresFlushEveryMs,
    onLeftOut: (count, reason) => leftOut.inc({ reason }, count),
    onFailure: (thrown) => warn('could not store failed calls; callers cannot look up their trace ids', thrown),
    now: Date.now,
  });
  tools.defer('failed calls', log.close);
  return log;
}

function openConfirmationQueue(clients: ServiceClients, tools: ServiceTools): ConfirmationQueue {
  const dropped = tools.metrics.counter(
    'assay_confirmations_dropped_total',
    'Confirmations dropped because too many were queued. Billing reverses their charges.',
    [],
  );
  return createConfirmationQueue({
    confirm: clients.billing.Confirm,
    maxQueued: maxConfirmations,
    onDrop: (count) => dropped.inc(count),
    onFailure: (thrown) =>
      tools.log.warn({ err: thrown }, 'could not send confirmations to billing; sending them again'),
  });
}

function routeTools(given: {
  readonly clients: ServiceClients;
  readonly confirmations: ConfirmationQueue;
  readonly catalog: RouteTools['catalog'];
  readonly openApi: StaticAsset;
  readonly docsSite: DocsSite;
  readonly signing: SigningKeys;
  readonly mcp: McpEndpoint;
  readonly corsOrigins: ReadonlySet<string>;
  readonly config: GatewayConfig;
  readonly tools: ServiceTools;
}): RouteTools {
  const { clients, tools } = given;
  const holdsExceeded = tools.metrics.counter(
    'assay_debits_over_hold_total',
    'Calls that cost more than their hold. They were charged the hold.',
    [],
  );
  return {
    catalog: given.catalog,
    meteredCalls: createMeteredCalls({
      billing: clients.billing,
      confirmations: given.confirmations,
      markupBasisPoints: given.config.ASSAY_MARKUP,
      onHoldExceeded: ({ operation, micros }, debit) => {
        holdsExceeded.inc();
        tools.log.warn(
          { operation, heldMicros: String(micros), debitMicros: String(debit) },
          'a call cost more than its hold',
        );
      },
    }),
    verify: clients.engine.Verify,
    recordUnresolved: clients.engine.RecordUnresolved,
    resolve: clients.resolver.Resolve,
    judge: clients.gate.Judge,
    recordGate: clients.engine.RecordGate,
    watches: clients.watches,
    decisions: clients.engine.GetAccountDecisions,
    charges: clients.billing.GetAccountCharges,
    publicKeys: given.signing.publicKeys,
    openApi: given.openApi,
    docsSite: given.docsSite,
    dashboardUrl: given.config.ASSAY_DASHBOARD_URL ?? null,
    mcp: given.mcp,
    corsOrigins: given.corsOrigins,
    now: Date.now,
    onWarning: (message, thrown, call) => tools.log.warn({ ...traceFields(call.context.trace), err: thrown }, message),
  };
}
