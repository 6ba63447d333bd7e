import { loadCatalog } from '@assay/catalog/catalog';
import { createEgress } from '@assay/egress/egress';
import { createNameResolver } from '@assay/egress/name-resolver';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { toProtoParams } from '@assay/rpc/params';
import { readVerifiedAnswer } from '@assay/rpc/verified-answer';
import type { BaseConfig } from '@assay/runtime/config';
import { findingsResponse } from '@assay/diagnosis/finding';
import { prepareSchema } from '@assay/storage/migrate';
import { connectInBackground } from '@assay/messaging/nats';
import { openPostgres } from '@assay/storage/postgres';
import { serveRpc } from '@assay/runtime/rpc-server';
import { runService, type ServiceTools } from '@assay/runtime/run';
import { fileURLToPath } from 'node:url';
import { checkWatch } from './check-watch.ts';
import { watchConfig, type WatchConfig } from './config.ts';
import { composeOperators } from './operators.ts';
import { openDelivery } from './delivery/open-delivery.ts';
import { deliveryLimits } from './delivery/admission/delivery-permits.ts';
import { openDetection } from './detection/open-detection.ts';
import { createHandlers } from './registry/handlers.ts';
import { repeatReEncryption } from './registry/repeat-re-encryption.ts';
import { createWatchStore } from './registry/store.ts';
import { createSealer } from '@assay/storage/sealing';

/**
 * Time limit of the verification when a watch is created, in milliseconds. It is short, because the caller waits for
 * it.
 */
const creationVerifyMs = 3_000;
/**
 * Lock timeout, in milliseconds, of the statements with which a delivery changes its rows. A normal delivery locks a
 * row for less time than this. After a timeout, the account's claims are refused for a much longer time.
 */
const laneLockTimeoutMs = 500;
const schema = 'watch';
const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

await runService({ name: 'watch', config: watchConfig, start });

async function start(config: WatchConfig & BaseConfig, tools: ServiceTools) {
  await prepareSchema(config, schema, migrations, tools.log);
  const catalog = await loadCatalog();
  const postgres = openPostgres(config, schema, tools);
  // The pool keeps its connections open, because a notification must not wait for a new connection.
  const laneLimits = { purpose: 'deliveries', lockTimeoutMs: laneLockTimeoutMs, minConnections: 2 };
  const lanePostgres = openPostgres(config, schema, tools, laneLimits);
  // Watches can be registered without NATS, so the start does not wait for it.
  const nats = connectInBackground(config, 'watch', 'changes stay pending', tools);
  const { engine, billing } = connectClients(config, tools);
  const secretKeys = createSealer(config.ASSAY_WATCH_SECRET_KEYS, 'ASSAY_WATCH_SECRET_KEYS');
  const egress = createEgress({
    allow: config.ASSAY_EGRESS_ALLOW,
    ownAddresses: config.ASSAY_OWN_ADDRESSES,
    resolve: createNameResolver(),
    limits: {
      totalMs: config.ASSAY_WEBHOOK_TIMEOUT_MS,
      calls: deliveryLimits.total,
      callsPerHost: deliveryLimits.perHost,
    },
  });

  const delivery = openDelivery(
    { catalog, postgres, lanePostgres, nats, engine, billing, egress, secretKeys },
    config,
    tools,
  );
  const detection = openDetection({ postgres, nats }, config, tools);
  repeatReEncryption(postgres, secretKeys, tools);
  const nodeCount = Object.keys(config.ASSAY_RPC_URLS).length;
  const handlers = createHandlers({
    catalog,
    store: createWatchStore(postgres),
    registerUrl: egress.register,
    nodeCount,
    secretKeys,
    readBaseline: detection.readBaseline,
    maxWatches: config.ASSAY_MAX_WATCHES_PER_ACCOUNT,
    verify: async ({ type, params, accountId }) => {
      const response = await engine.Verify(
        {
          type: type.id,
          ...toProtoParams(params),
          min_level: 'LEVEL_SINGLE_SOURCE',
          account_id: accountId,
          reads_decision: true,
        },
        rootContext(creationVerifyMs, performance.now()),
      );
      return readVerifiedAnswer(response, type);
    },
  });
  const checked = { postgres, schema, nats, config, egress, nodeCount };
  const GetDiagnosis = async () => findingsResponse(await checkWatch(checked, tools));
  const served = { ...handlers, ...delivery, GetDiagnosis };
  return { rpc: await serveRpc(services.watch, served, config, tools, composeOperators(config, tools)) };
}

function connectClients(config: WatchConfig, tools: ServiceTools) {
  const engine = connect(services.engine, config.ASSAY_ENGINE_ADDRESS, {
    identity: tools.identity,
    streamed: ['Verify', 'ListTypes'],
    idempotent: ['Verify', 'ListTypes'],
  });
  const billing = connect(services.billing, config.ASSAY_BILLING_ADDRESS, {
    identity: tools.identity,
    streamed: ['Hold', 'Settle'],
    idempotent: ['Hold', 'Settle'],
  });
  for (const [name, client] of Object.entries({ billing, engine })) {
    tools.defer(`${name} client`, client.close);
  }
  return { engine: engine.methods, billing: billing.methods };
}
