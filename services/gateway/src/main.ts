import { loadCatalog } from '@assay/catalog/catalog';
import { connect } from '@assay/rpc/client';
import { services } from '@assay/rpc/load';
import { traceFields } from '@assay/service/log';
import { runService, type ServiceTools } from '@assay/service/run';
import { createAdmission } from './admission.ts';
import { createApp } from './app.ts';
import { cacheCatalog } from './catalog-cache.ts';
import { createCharging } from './metered-call.ts';
import { gatewayConfig, type GatewayConfig } from './config.ts';
import { gatherConfirmations, type Confirmations } from './confirmation-queue.ts';
import { listenToEvents } from './events.ts';
import { serveHttp } from './http-server.ts';
import { loadRoutes } from './load-routes.ts';
import { observeRequests } from './observe.ts';
import { openApiDocument } from './openapi/document.ts';
import { apiVersion } from './openapi/version.ts';
import type { Peers } from './service-clients.ts';
import { rememberRefusedKeys } from './negative-key-cache.ts';
import type { RouteTools } from './route.ts';

const callTimeoutMs = 9_500;
const refusedKeysKeptMs = 10_000;
const refusedKeysMax = 10_000;
const confirmationsMax = 100_000;
const readyWithinMs = 400;

await runService({
  name: 'gateway',
  config: gatewayConfig,
  start: async (config, tools) => {
    const peers = connectPeers(config, tools);
    const confirmations = openConfirmations(peers, tools);
    tools.defer('confirmations', () => confirmations.flush(config.ASSAY_DRAIN_MS));
    const declared = await loadCatalog();
    const catalog = cacheCatalog({
      listTypes: peers.engine.ListTypes,
      declared,
      markupBasisPoints: config.ASSAY_MARKUP,
      failed: (thrown) => tools.log.debug({ err: thrown }, 'the catalog could not be asked for'),
    });
    tools.check('catalog', async () => {
      if (!catalog.known()) {
        throw new Error('the engine has not told its catalog yet');
      }
    });
    catalog.start();
    tools.defer('catalog', catalog.stop);
    const refusedKeys = rememberRefusedKeys({
      keepForMs: refusedKeysKeptMs,
      maxKept: refusedKeysMax,
      now: () => performance.now(),
    });
    const news = { keyRevoked: refusedKeys.add, catalogChanged: () => void catalog.refresh() };
    listenToEvents(config, news, tools);
    const routes = await loadRoutes();
    const openApi = JSON.stringify(openApiDocument(routes, declared, apiVersion));
    const app = createApp({
      routes,
      tools: routeTools({ peers, confirmations, catalog, openApi, config, tools }),
      admission: createAdmission({ admit: peers.billing.Admit, refusedKeys, confirmations }),
      exchange: {
        mode: config.ASSAY_MODE,
        callTimeoutMs,
        stopping: tools.stopping,
        ended: observeRequests(tools.metrics, tools.log),
      },
    });
    const http = await serveHttp(app, config.ASSAY_PORT, config.ASSAY_BIND_HOST);
    tools.onDrain(http.drain);
    tools.defer('http server', () => http.close(config.ASSAY_DRAIN_MS));
    return { http: http.port };
  },
});

function connectPeers(config: GatewayConfig, tools: ServiceTools): Peers {
  const billing = connect(services.billing, config.ASSAY_BILLING_ADDRESS, {
    streamed: ['Admit', 'Hold', 'Settle', 'Confirm'],
    idempotent: ['Admit', 'Hold', 'Settle', 'Confirm'],
  });
  const engine = connect(services.engine, config.ASSAY_ENGINE_ADDRESS, {
    streamed: ['Verify', 'RecordUnresolved', 'RecordGate', 'ListTypes'],
    idempotent: ['Verify', 'RecordUnresolved', 'RecordGate', 'ListTypes'],
  });
  const resolver = connect(services.resolver, config.ASSAY_RESOLVER_ADDRESS, {
    streamed: ['Resolve'],
    idempotent: ['Resolve'],
  });
  const gate = connect(services.gate, config.ASSAY_GATE_ADDRESS, { streamed: ['Judge'], idempotent: ['Judge'] });
  const watch = connect(services.watch, config.ASSAY_WATCH_ADDRESS);
  for (const [name, client] of Object.entries({ billing, engine, resolver, gate, watch })) {
    tools.defer(`${name} client`, client.close);
  }
  tools.check('billing', () => billing.ready(readyWithinMs));
  tools.check('engine', () => engine.ready(readyWithinMs));
  return {
    billing: billing.methods,
    engine: engine.methods,
    resolver: resolver.methods,
    gate: gate.methods,
    watches: watch.methods,
  };
}

function openConfirmations(peers: Peers, tools: ServiceTools): Confirmations {
  const dropped = tools.metrics.counter(
    'assay_confirmations_dropped_total',
    'Answers whose delivery billing was never told of, since too many were waiting; their charges are given back.',
    [],
  );
  return gatherConfirmations({
    confirm: peers.billing.Confirm,
    maxKept: confirmationsMax,
    dropped: (count) => dropped.inc(count),
    failed: (thrown) => tools.log.warn({ err: thrown }, 'billing could not be told of deliveries; sending again'),
  });
}

function routeTools(given: {
  readonly peers: Peers;
  readonly confirmations: Confirmations;
  readonly catalog: RouteTools['catalog'];
  readonly openApi: string;
  readonly config: GatewayConfig;
  readonly tools: ServiceTools;
}): RouteTools {
  const { peers, tools } = given;
  const overHold = tools.metrics.counter(
    'assay_debits_over_hold_total',
    'Calls that cost more than the most their type was said to cost; they were charged the hold alone.',
    [],
  );
  return {
    catalog: given.catalog,
    charging: createCharging({
      billing: peers.billing,
      confirmations: given.confirmations,
      markupBasisPoints: given.config.ASSAY_MARKUP,
      overHold: ({ operation, micros }, debit) => {
        overHold.inc();
        tools.log.warn({ operation, heldMicros: String(micros), debitMicros: String(debit) }, 'a call cost too much');
      },
    }),
    verify: peers.engine.Verify,
    recordUnresolved: peers.engine.RecordUnresolved,
    resolve: peers.resolver.Resolve,
    judge: peers.gate.Judge,
    recordGate: peers.engine.RecordGate,
    watches: peers.watches,
    openApi: () => given.openApi,
    warn: (message, thrown, call) => tools.log.warn({ ...traceFields(call.context.trace), err: thrown }, message),
  };
}
