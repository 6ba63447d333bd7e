import { loadCatalog } from '@assay/catalog/catalog';
import type { SealingKey } from '@assay/storage/sealing';
import { startTelemetry } from '@assay/telemetry/telemetry';
import { request as httpRequest, type RequestListener } from 'node:http';
import { createAdmissionControl } from '../admission/admission.ts';
import { createApp } from '../http/app.ts';
import { createFailedCallLog, type FailedCallLog, type LeftOutReason } from '../failed-calls/log.ts';
import { createFailedCallSampling } from '../failed-calls/sampling.ts';
import { createIdempotentCalls } from '../idempotency/calls.ts';
import { createMcpEndpoint } from '../mcp/endpoint.ts';
import { createMessageLimit } from '../mcp/message-limit.ts';
import { createCatalogCache, type CatalogCache } from '../catalog-cache.ts';
import { createClosedWindows, type ClosedWindows } from '../admission/closed-windows.ts';
import { createMeteredCalls } from '@assay/metering/metered-call';
import { createConfirmationQueue, type ConfirmationQueue } from '@assay/metering/confirmation-queue';
import type { RequestEnd } from '../http/exchange.ts';
import { serveHttp, type ConnectionLimits } from '@assay/runtime/http-server';
import { loadRoutes } from '../load-routes.ts';
import { openApiDocument } from '../docs/openapi/document.ts';
import { createNegativeKeyCache, type NegativeKeyCache } from '../admission/negative-key-cache.ts';
import { docsSiteOf, type DocsSite } from '../docs/docs-site.ts';
import { prepareAsset } from '../http/static-assets.ts';
import { createSigningKeys } from '../signatures/signing-keys.ts';
import { createUnknownKeyLimit } from '../admission/unknown-key-limit.ts';
import { assertDocumented } from './documented.ts';
import { fakeBilling, fakeEngine, fakeResolver } from './fake-services.ts';
import { fakeGate } from './fake-gate.ts';
import type { GatewayResponse } from './gateway-response.ts';
import { fakeWatches } from './fake-watches.ts';

/** A request of a test. Objects are sent as JSON with the media type of JSON. Strings and bytes are sent unchanged. */
export type GatewayRequest = {
  readonly method?: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Whether to send the body without a Content-Length. */
  readonly chunked?: boolean;
};

/** A gateway on a loopback port, with fake services behind it. */
export type TestGateway = {
  readonly port: number;
  readonly billing: ReturnType<typeof fakeBilling>;
  readonly engine: ReturnType<typeof fakeEngine>['state'];
  readonly resolver: ReturnType<typeof fakeResolver>['state'];
  readonly gate: ReturnType<typeof fakeGate>['state'];
  readonly watches: ReturnType<typeof fakeWatches>['state'];
  readonly catalog: CatalogCache;
  readonly confirmations: ConfirmationQueue;
  readonly negativeKeyCache: NegativeKeyCache;
  readonly closedWindows: ClosedWindows;
  readonly ends: RequestEnd[];
  readonly failedCalls: FailedCallLog;
  /** The number of failed calls that the log of failed calls left out, by reason. */
  readonly leftOut: Map<LeftOutReason, number>;
  readonly warnings: string[];
  /** The operation of each call that cost more than its hold. */
  readonly exceededHolds: string[];
  /** Sends a request, and checks the response against the OpenAPI document that the gateway serves. */
  readonly send: (path: string, request?: GatewayRequest) => Promise<GatewayResponse>;
  readonly close: () => Promise<void>;
};

const monotonic = (): number => performance.now();

/** Starts a gateway whose catalog is known. */
export async function startGateway(
  options: {
    readonly mode?: 'live' | 'sandbox';
    readonly callTimeoutMs?: number;
    readonly deliverWithinMs?: number;
    readonly catalogKnown?: boolean;
    readonly stopping?: () => boolean;
    readonly corsOrigins?: readonly string[];
    readonly limits?: ConnectionLimits;
    readonly signingKeys?: readonly SealingKey[];
    /** Whether the test has registered its own tracer. */
    readonly traced?: boolean;
    /** The clock of the limit of unknown keys, in milliseconds. A monotonic clock when absent. */
    readonly unknownKeysNow?: () => number;
  } = {},
): Promise<TestGateway> {
  if (options.traced !== true) {
    await startTelemetry({ service: 'gateway', sampleRatio: 0 });
  }
  const billing = fakeBilling();
  const { engine, state: engineState } = fakeEngine();
  const { resolver, state: resolverState } = fakeResolver();
  const { gate, state: gateState } = fakeGate();
  const { watches, state: watchesState } = fakeWatches();
  const ends: RequestEnd[] = [];
  const warnings: string[] = [];
  const exceededHolds: string[] = [];
  const declared = await loadCatalog();
  const confirmations = createConfirmationQueue({
    confirm: billing.billing.Confirm,
    maxQueued: 100,
    onDrop: () => undefined,
    onFailure: () => undefined,
  });
  const catalog = createCatalogCache({
    listTypes: engine.ListTypes,
    declared,
    markupBasisPoints: 12_500n,
    onFailure: () => undefined,
  });
  if (options.catalogKnown !== false) {
    await catalog.refresh();
  }
  const negativeKeyCache = createNegativeKeyCache({ ttlMs: 10_000, maxKeys: 100, now: monotonic });
  const closedWindows = createClosedWindows({ maxKeys: 100, now: monotonic });
  const unknownKeyLimit = createUnknownKeyLimit({
    perSecond: 10,
    burst: 50,
    maxEntries: 100,
    now: options.unknownKeysNow ?? monotonic,
  });
  const messages = { perSecond: 1, burst: 50, maxEntries: 100, now: monotonic };
  const routes = await loadRoutes();
  const document = openApiDocument(routes, declared, '1.0.0');
  const meteredCalls = createMeteredCalls({
    billing: billing.billing,
    confirmations,
    markupBasisPoints: 12_500n,
    onHoldExceeded: ({ operation }) => exceededHolds.push(operation),
  });
  const signing = createSigningKeys(options.signingKeys ?? []);
  const leftOut = new Map<LeftOutReason, number>();
  const failedCalls = createFailedCallLog({
    record: engine.RecordFailedCalls,
    sampling: createFailedCallSampling({ maxAccounts: 100, now: Date.now }),
    maxQueued: 100,
    flushEveryMs: 60_000,
    onLeftOut: (count, reason) => leftOut.set(reason, (leftOut.get(reason) ?? 0) + count),
    onFailure: () => warnings.push('could not store failed calls'),
    now: Date.now,
  });
  const app: RequestListener = createApp({
    types: declared,
    routes,
    idempotentCalls: createIdempotentCalls({ billing: billing.billing, meteredCalls }),
    tools: {
      catalog,
      meteredCalls,
      verify: engine.Verify,
      recordUnresolved: engine.RecordUnresolved,
      resolve: resolver.Resolve,
      judge: gate.Judge,
      recordGate: engine.RecordGate,
      watches,
      decisions: engine.GetAccountDecisions,
      charges: billing.billing.GetAccountCharges,
      publicKeys: signing.publicKeys,
      docsSite: await smallSite(),
      dashboardUrl: 'https://dashboard.example.com',
      mcp: createMcpEndpoint(
        (request, response) => app(request, response),
        createMessageLimit({ known: messages, unknown: messages, negativeKeyCache, unknownKeyLimit }),
      ),
      corsOrigins: new Set(options.corsOrigins),
      openApi: await prepareAsset(Buffer.from(JSON.stringify(document)), 'application/json; charset=utf-8'),
      now: Date.now,
      onWarning: (message) => warnings.push(message),
    },
    admission: createAdmissionControl({
      admit: billing.billing.Admit,
      negativeKeyCache,
      closedWindows,
      unknownKeyLimit,
      confirmations,
      now: monotonic,
    }),
    exchange: {
      mode: options.mode ?? 'live',
      callTimeoutMs: options.callTimeoutMs ?? 9_500,
      ...(options.deliverWithinMs === undefined ? {} : { deliverWithinMs: options.deliverWithinMs }),
      stopping: options.stopping ?? (() => false),
      retryAfterSeconds: () => 1,
      corsOrigins: new Set(options.corsOrigins),
      signer: signing.signer,
      onEnd: (end) => ends.push(end),
      onFailed: failedCalls.add,
    },
  });
  const server = await serveHttp(app, 0, '127.0.0.1', options.limits);
  return {
    port: server.port,
    billing,
    engine: engineState,
    resolver: resolverState,
    gate: gateState,
    watches: watchesState,
    catalog,
    confirmations,
    negativeKeyCache,
    closedWindows,
    ends,
    failedCalls,
    leftOut,
    warnings,
    exceededHolds,
    send: async (path, request = {}) => {
      const response = await send(server.port, path, request);
      assertDocumented(document, request.method ?? (request.body === undefined ? 'GET' : 'POST'), path, response);
      return response;
    },
    close: async () => {
      await server.close(200);
      await failedCalls.close();
    },
  };
}

/** Returns a docs site with a file of each kind. */
async function smallSite(): Promise<DocsSite> {
  const html = 'text/html; charset=utf-8';
  const files = {
    'home.html': ['<html lang="en">The first page</html>', html],
    'index.html': ['<html lang="en"><script>1</script>Overview</html>', html],
    'gate.html': [`<html lang="en">The gate${' and its policy'.repeat(500)}</html>`, html],
    '404.html': ['<html lang="en">No such page</html>', html],
    'assets/style.hash.css': ['body{}', 'text/css; charset=utf-8'],
    // Larger than the buffers of the kernel, for tests with slow readers.
    'large.js': ['// a large script\n'.repeat(110_000), 'text/javascript; charset=utf-8'],
    'downloads/index.json': ['{"packages":[]}', 'application/json; charset=utf-8'],
    'downloads/assay-client.tgz': ['a tarball', 'application/gzip'],
    'llms.txt': ['# Assay', 'text/plain; charset=utf-8'],
    'llms-full.txt': ['# Assay, all pages', 'text/plain; charset=utf-8'],
  } as const;
  const assets = Object.entries(files).map(async ([path, [text, contentType]]) => {
    return [path, await prepareAsset(Buffer.from(text), contentType)] as const;
  });
  return docsSiteOf(new Map(await Promise.all(assets)), ['sha256-x']);
}

function send(port: number, path: string, sent: GatewayRequest): Promise<GatewayResponse> {
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
          const body = (json ? JSON.parse(text) : {}) as GatewayResponse['body'];
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, bytes: received.length, body });
        });
      },
    );
    request.on('error', reject);
    request.end(bytes);
  });
}
