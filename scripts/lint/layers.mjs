/**
 * The layers of this repository. `scripts/generate-lint.mjs` makes the linter hold them.
 * docs/architecture.md describes the parts that this table names.
 */

const base = ['faults', 'catalog', 'rpc', 'service'];

/** Each package, with the packages that it may import. Every import names a package: `@assay/<package>/<file>`. */
export const packages = {
  faults: [],
  client: [],
  solana: ['faults'],
  independence: ['faults'],
  concurrency: ['faults'],
  catalog: ['faults'],
  rpc: ['faults'],
  service: ['faults', 'rpc'],
  egress: ['faults', 'concurrency'],
  operator: ['faults', 'rpc', 'service', 'independence'],
  stack: [...base, 'operator'],
};

/** Each service, with the packages that it may import. Nobody imports a service: services speak gRPC and NATS. */
export const services = {
  billing: base,
  engine: [...base, 'solana', 'independence', 'concurrency'],
  gate: base,
  gateway: base,
  resolver: base,
  sandbox: ['faults', 'catalog', 'service'],
  watch: [...base, 'concurrency', 'egress', 'client'],
};

/** The packages that an example may import: the published ones. */
export const examples = ['client'];

/** Each folder of a service's `src`, with the folders beside it that it may import. Files of `src` itself compose them. */
export const folders = {
  engine: inOrder(
    'providers',
    'sources',
    'verification',
    'onchain',
    'references',
    'monitoring',
    'decisions',
    'catalog',
    'compose',
  ),
  watch: { registry: [], detection: [], delivery: ['registry'] },
};

/** The files of a service that speak to a server, with the libraries that each may import for it. */
export const edges = {
  'services/engine/src/decisions/decision-stream.ts': ['@nats-io/jetstream'],
  'services/engine/src/providers/fetch.ts': ['undici'],
  'services/gateway/src/app.ts': ['express'],
  'services/resolver/src/main.ts': ['undici'],
  'services/resolver/src/openai/endpoint-model.ts': ['undici'],
  'services/watch/src/delivery/queue/trigger-queue.ts': ['@nats-io/jetstream'],
  'services/watch/src/detection/node-connections.ts': ['undici'],
};

/** Libraries that only the files of `edges` import. */
export const transports = ['@grpc/grpc-js', '@nats-io/jetstream', '@nats-io/transport-node', 'express', 'pg', 'undici'];

/** Returns folders each of which may import all that come before it. */
function inOrder(...names) {
  return Object.fromEntries(names.map((name, index) => [name, names.slice(0, index)]));
}
