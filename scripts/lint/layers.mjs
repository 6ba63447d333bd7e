/**
 * The layers of this repository. `layer-overrides.mjs` turns them into overrides for the linter.
 * docs/contribute/architecture.md describes the parts that this table names.
 */

/** Packages that every process needs: errors, data types, calls, the life of a process, and telemetry. */
const base = ['faults', 'catalog', 'rpc', 'runtime', 'telemetry'];

/**
 * Each package with the packages that it may import. An import always names the package and the file:
 * `@assay/<package>/<file>`.
 */
export const packages = {
  faults: [],
  client: [],
  mcp: [],
  solana: ['faults'],
  independence: ['faults', 'catalog'],
  concurrency: ['faults'],
  catalog: ['faults'],
  providers: ['faults', 'catalog'],
  rpc: ['faults', 'catalog'],
  design: [],
  identifiers: [],
  telemetry: ['faults', 'rpc', 'identifiers'],
  runtime: ['faults', 'rpc', 'telemetry'],
  storage: ['faults', 'rpc', 'telemetry', 'runtime', 'concurrency'],
  messaging: ['faults', 'rpc', 'telemetry', 'runtime'],
  diagnosis: ['rpc', 'telemetry', 'runtime', 'storage', 'messaging'],
  metering: [...base, 'identifiers'],
  streams: ['faults', 'catalog', 'providers', 'rpc', 'runtime'],
  egress: ['faults', 'concurrency'],
  operator: [...base, 'diagnosis', 'identifiers', 'independence', 'providers', 'streams'],
  stack: [...base, 'storage', 'messaging', 'operator', 'providers'],
};

/**
 * Each service with the packages that it may import. No code imports a service, because services call each other over
 * gRPC and NATS.
 */
export const services = {
  billing: [...base, 'storage', 'messaging', 'diagnosis', 'identifiers', 'concurrency', 'metering'],
  dashboard: [...base, 'storage', 'diagnosis', 'identifiers', 'concurrency'],
  engine: [
    ...base,
    'storage',
    'messaging',
    'diagnosis',
    'identifiers',
    'providers',
    'streams',
    'solana',
    'independence',
    'concurrency',
    'egress',
  ],
  gate: base,
  gateway: [...base, 'storage', 'messaging', 'identifiers', 'metering', 'concurrency', 'mcp'],
  resolver: base,
  sandbox: ['faults', 'catalog', 'runtime'],
  watch: [
    ...base,
    'storage',
    'messaging',
    'diagnosis',
    'identifiers',
    'metering',
    'concurrency',
    'egress',
    'client',
    'solana',
  ],
};

/**
 * Each folder of research with the packages that it may import, and with the service that it serves. No product code imports
 * research, and the image does not contain it.
 */
export const research = {
  resolver: ['catalog', 'runtime', 'resolver'],
};

/** The published packages, which examples may import. */
export const examples = ['client'];

/**
 * The folders inside a service's `src`, each with the folders that it may import. The files directly in `src` compose
 * the folders, so they may import all of them.
 */
export const folders = {
  engine: inOrder(
    'replicas',
    'sources',
    'streams',
    'verification',
    'onchain',
    'references',
    'monitoring',
    'decisions',
    'catalog',
    'doctor',
    'compose',
  ),
  gateway: {
    ...inOrder('signatures', 'admission', 'answers', 'idempotency', 'http', 'docs'),
    mcp: ['admission', 'answers', 'http'],
    routes: ['signatures', 'admission', 'answers', 'http', 'docs', 'mcp'],
  },
  watch: { registry: [], detection: [], delivery: ['registry'] },
};

/** Files of a service that connect to a server, each with the libraries that it may import for that. */
export const edges = {
  'services/engine/src/decisions/decision-stream.ts': ['@nats-io/jetstream'],
  'packages/providers/src/fetch.ts': ['undici'],
  'services/dashboard/src/app.ts': ['express'],
  'services/dashboard/src/pages.ts': ['express'],
  'services/dashboard/src/sign-in/auth.ts': ['pg'],
  'services/dashboard/src/api/route.ts': ['express'],
  'services/dashboard/src/security-headers.ts': ['express'],
  'packages/streams/src/websocket.ts': ['ws'],
  'services/gateway/src/http/app.ts': ['express'],
  'services/resolver/src/main.ts': ['undici'],
  'services/resolver/src/openai/endpoint-model.ts': ['undici'],
  'services/watch/src/delivery/queue/trigger-queue.ts': ['@nats-io/jetstream'],
  'services/watch/src/detection/node-connections.ts': ['undici'],
};

/** Libraries that only the files of `edges` import. */
export const transports = ['@grpc/grpc-js', '@nats-io/jetstream', '@nats-io/transport-node', 'express', 'pg', 'undici'];

/** Returns a table in which each folder may import all folders listed before it. */
function inOrder(...names) {
  return Object.fromEntries(names.map((name, index) => [name, names.slice(0, index)]));
}
