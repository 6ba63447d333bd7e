import { loadCatalog } from '@assay/catalog/catalog';
import { startTelemetry } from '@assay/service/telemetry';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { createAdmission } from '../admission.ts';
import { createApp } from '../app.ts';
import { cacheCatalog, type CatalogCache } from '../catalog-cache.ts';
import { createCharging } from '../metered-call.ts';
import { gatherConfirmations, type Confirmations } from '../confirmation-queue.ts';
import type { Ended } from '../exchange.ts';
import { serveHttp } from '../http-server.ts';
import { loadRoutes } from '../load-routes.ts';
import { openApiDocument } from '../openapi/document.ts';
import { rememberRefusedKeys, type RefusedKeys } from '../negative-key-cache.ts';
import { assertDocumented } from './documented.ts';
import { fakeBilling, fakeEngine, fakeResolver } from './fake-services.ts';
import { fakeGate } from './fake-gate.ts';
import { fakeWatches } from './fake-watches.ts';

/** One answer over HTTP. `body` is empty for what is not JSON. */
export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** How many bytes the body had on the wire. */
  readonly bytes: number;
  readonly body: Readonly<Record<string, unknown>>;
};

/** What a test sends. Objects are sent as JSON with its media type, strings and bytes as they are. */
export type Sent = {
  readonly method?: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sends the body without saying how long it is. */
  readonly chunked?: boolean;
};

/** A gateway on a loopback port, over fakes. */
export type TestGateway = {
  readonly port: number;
  readonly billing: ReturnType<typeof fakeBilling>;
  readonly engine: ReturnType<typeof fakeEngine>['state'];
  readonly resolver: ReturnType<typeof fakeResolver>['state'];
  readonly gate: ReturnType<typeof fakeGate>['state'];
  readonly watches: ReturnType<typeof fakeWatches>['state'];
  readonly catalog: CatalogCache;
  readonly confirmations: Confirmations;
  readonly refusedKeys: RefusedKeys;
  readonly ended: Ended[];
  readonly warnings: string[];
  readonly overHold: string[];
  /** Sends a request and checks the answer against the document that the gateway serves. */
  readonly send: (path: string, sent?: Sent) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

/** Starts a gateway whose catalog is known. */
export async function startGateway(
  options: {
    readonly mode?: 'live' | 'sandbox';
    readonly callTimeoutMs?: number;
    readonly catalogKnown?: boolean;
    readonly stopping?: () => boolean;
    /** Another tracer than the usual one was registered by the test. */
    readonly traced?: boolean;
  } = {},
): Promise<TestGateway> {
  if (options.traced !== true) {
    startTelemetry({ service: 'gateway', sampleRatio: 0 });
  }
  const billing = fakeBilling();
  const { engine, state: engineState } = fakeEngine();
  const { resolver, state: resolverState } = fakeResolver();
  const { gate, state: gateState } = fakeGate();
  const { watches, state: watchesState } = fakeWatches();
  const ended: Ended[] = [];
  const warnings: string[] = [];
  const overHold: string[] = [];
  const declared = await loadCatalog();
  const confirmations = gatherConfirmations({
    confirm: billing.billing.Confirm,
    maxKept: 100,
    dropped: () => undefined,
    failed: () => undefined,
  });
  const catalog = cacheCatalog({
    listTypes: engine.ListTypes,
    declared,
    markupBasisPoints: 12_500n,
    failed: () => undefined,
  });
  if (options.catalogKnown !== false) {
    await catalog.refresh();
  }
  const refusedKeys = rememberRefusedKeys({ keepForMs: 10_000, maxKept: 100, now: () => performance.now() });
  const routes = await loadRoutes();
  const document = openApiDocument(routes, declared, '1.0.0');
  const app = createApp({
    routes,
    tools: {
      catalog,
      charging: createCharging({
        billing: billing.billing,
        confirmations,
        markupBasisPoints: 12_500n,
        overHold: ({ operation }) => overHold.push(operation),
      }),
      verify: engine.Verify,
      recordUnresolved: engine.RecordUnresolved,
      resolve: resolver.Resolve,
      judge: gate.Judge,
      recordGate: engine.RecordGate,
      watches,
      openApi: () => JSON.stringify(document),
      warn: (message) => warnings.push(message),
    },
    admission: createAdmission({ admit: billing.billing.Admit, refusedKeys, confirmations }),
    exchange: {
      mode: options.mode ?? 'live',
      callTimeoutMs: options.callTimeoutMs ?? 9_500,
      stopping: options.stopping ?? (() => false),
      ended: (end) => ended.push(end),
    },
  });
  const server = await serveHttp(app, 0, '127.0.0.1');
  return {
    port: server.port,
    billing,
    engine: engineState,
    resolver: resolverState,
    gate: gateState,
    watches: watchesState,
    catalog,
    confirmations,
    refusedKeys,
    ended,
    warnings,
    overHold,
    send: async (path, sent = {}) => {
      const answer = await send(server.port, path, sent);
      assertDocumented(document, sent.method ?? (sent.body === undefined ? 'GET' : 'POST'), path, answer);
      return answer;
    },
    close: () => server.close(200),
  };
}

function send(port: number, path: string, sent: Sent): Promise<Answer> {
  const bytes =
    typeof sent.body === 'string' || sent.body instanceof Uint8Array
      ? Buffer.from(sent.body)
      : sent.body === undefined
        ? undefined
        : Buffer.from(JSON.stringify(sent.body));
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        method: sent.method ?? (bytes === undefined ? 'GET' : 'POST'),
        agent: false,
        headers: {
          ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
          ...(bytes === undefined || sent.chunked === true ? {} : { 'content-length': String(bytes.length) }),
          ...(sent.key === undefined ? {} : { authorization: `Bearer ${sent.key}` }),
          ...sent.headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const received = Buffer.concat(chunks);
          const text = received.toString('utf8');
          const json = String(response.headers['content-type']).startsWith('application/json') && text !== '';
          const body = (json ? JSON.parse(text) : {}) as Answer['body'];
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, bytes: received.length, body });
        });
      },
    );
    request.on('error', reject);
    request.end(bytes);
  });
}
