import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { Fault } from '@assay/faults/faults';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AdmissionControl } from './admission.ts';
import { isPreflight, preflightHeaders } from './cors.ts';
import { idempotentRequest, readIdempotencyKey, type IdempotentRequest } from './idempotency/request.ts';
import type { IdempotentCalls } from './idempotency/calls.ts';
import { openExchange, type Exchange, type ExchangeOptions } from './exchange.ts';
import { mediaTypeFault, parseJsonObject, readBody } from './request-body.ts';
import type { PreparedRequest, Route, RouteTools } from './route.ts';

/** What the public API consists of. */
export type AppOptions = {
  readonly routes: readonly Route[];
  readonly tools: RouteTools;
  readonly admission: AdmissionControl;
  readonly idempotentCalls: IdempotentCalls;
  readonly exchange: ExchangeOptions;
};

/** The routes of one path, by method. */
type Methods = ReadonlyMap<string, Route>;

/**
 * Creates the public API from its routes. The routes alone define the paths and their methods. The gateway reads bodies
 * and writes responses itself: every call takes this way, and the usual middleware costs more than all other steps.
 */
export function createApp(options: AppOptions): RequestListener {
  const app = express();
  app.disable('etag');
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  for (const [path, methods] of routesByPath(options.routes)) {
    app.route(path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\{(\w+)\*\}$/, '*$1')).all(handle(methods, options));
  }
  const unmatched = handle(new Map(), options);
  app.use(unmatched);
  // Express fails on a path that it cannot decode. No route has such a path, so the response is 404.
  const undecodable: ErrorRequestHandler = (_error, request, response, next) => unmatched(request, response, next);
  app.use(undecodable);
  // Express calls no handler at all for a target that is no URL, such as "http://[". Its own 404 would have no trace id.
  return (incoming, outgoing) => {
    const [request, response] = [incoming as Request, outgoing as Response];
    const next = (): void => undefined;
    app(request, response, () => unmatched(request, response, next));
  };
}

/** Returns the routes by path. A path that takes the rest comes last, so that it hides no other. */
function routesByPath(routes: readonly Route[]): [string, Methods][] {
  const byPath = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const methods = byPath.get(route.path) ?? new Map<string, Route>();
    if (methods.has(route.method)) {
      throw new Error(`two routes declare ${route.method} ${route.path}`);
    }
    byPath.set(route.path, methods.set(route.method, route));
  }
  const takesRest = (path: string): number => (path.endsWith('*}') ? 1 : 0);
  return [...byPath].toSorted(([a], [b]) => takesRest(a) - takesRest(b));
}

function handle(methods: Methods, options: AppOptions): RequestHandler {
  return (request, response) => {
    // HEAD is handled as GET; Node.js leaves its body out.
    const route = methods.get(request.method === 'HEAD' ? 'GET' : request.method);
    const path = [...methods.values()][0]?.path;
    const operation = path === undefined ? 'unmatched' : `${route?.method ?? 'other'} ${path}`;
    const exchange = openExchange(request, response, operation, options.exchange);
    const pathParams = pathParamsOf(request);
    answerRequest({ request, response, exchange, methods, route, pathParams }, options).catch((thrown: unknown) =>
      exchange.fail(thrown, allowHeader(thrown, methods)),
    );
  };
}

type Incoming = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly methods: Methods;
  readonly route: Route | undefined;
  readonly pathParams: Readonly<Record<string, string>>;
  /** Set when the body of a request with an idempotency key was read. */
  idempotent?: IdempotentRequest;
};

/**
 * Answers one request. It reports errors in this order: the key, the rate limit, then everything else. It checks the
 * request before it calls billing, so that one call both counts the request and takes the hold.
 */
async function answerRequest(incoming: Incoming, options: AppOptions): Promise<void> {
  const { request, exchange, route } = incoming;
  const { call } = exchange;
  if (isPreflight(request.method, request.headers)) {
    const { corsOrigins } = options.exchange;
    exchange.reply({ status: 204, body: '', headers: preflightHeaders(request.headers.origin, corsOrigins) });
    return;
  }
  if (route?.needsKey === false) {
    const prepared = await prepare(incoming, options.tools);
    if (prepared instanceof Fault) {
      throw prepared;
    }
    exchange.reply(await prepared.run(call, { accountId: '', balanceMicros: 0n }));
    return;
  }
  const address = request.socket.remoteAddress ?? '';
  const keySha256 = options.admission.precheck(request.headers, address, exchange);
  const prepared = await prepare(incoming, options.tools);
  if (!call.isOpen()) {
    return;
  }
  if (incoming.idempotent !== undefined) {
    const admitted = await options.admission.admit(call, { keySha256, address }, undefined, exchange);
    exchange.reply(await options.idempotentCalls.answer(call, admitted, incoming.idempotent, prepared));
    return;
  }
  const hold = prepared instanceof Fault ? undefined : prepared.hold;
  const admitted = await options.admission.admit(call, { keySha256, address }, hold, exchange);
  if (!call.isOpen()) {
    // The caller disconnected meanwhile. Its credit must not wait until the hold lapses.
    if (hold !== undefined) {
      options.tools.meteredCalls.releaseHold(hold);
    }
    return;
  }
  if (prepared instanceof Fault) {
    throw prepared;
  }
  exchange.reply(await prepared.run(call, admitted));
}

/** Checks everything that memory alone can tell. Returns the prepared request, or the Fault of an invalid one. */
async function prepare(incoming: Incoming, tools: RouteTools): Promise<PreparedRequest | Fault> {
  const { request, response, methods, route, pathParams } = incoming;
  const remoteAddress = request.socket.remoteAddress ?? '';
  try {
    if (route === undefined) {
      throw new Fault(methods.size === 0 ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED');
    }
    if (route.body === undefined) {
      return route.prepare({ body: {}, pathParams, headers: request.headers, remoteAddress }, tools);
    }
    const idempotencyKey = readIdempotencyKey(request.headers);
    const wrongMedia = mediaTypeFault(request.headers);
    if (wrongMedia !== undefined) {
      throw wrongMedia;
    }
    const read = await readBody(request, response);
    if (read === 'aborted') {
      throw new Fault('INVALID_JSON');
    }
    if ('fault' in read) {
      throw read.fault;
    }
    if (idempotencyKey !== undefined) {
      incoming.idempotent = idempotentRequest(idempotencyKey, route.path, read.bytes);
    }
    const body = parseJsonObject(read.bytes);
    return route.prepare({ body, pathParams, headers: request.headers, remoteAddress }, tools);
  } catch (thrown) {
    if (thrown instanceof Fault) {
      return thrown;
    }
    throw thrown;
  }
}

/** Returns the values of the path's names. Express splits the rest of a path into its parts. */
function pathParamsOf(request: Request): Readonly<Record<string, string>> {
  // A target that is no URL reaches no route, so Express sets no parameters.
  const params: Readonly<Record<string, string | readonly string[]>> = request.params ?? {};
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value].flat().join('/')]));
}

function allowHeader(thrown: unknown, methods: Methods): Record<string, string> {
  if (!(thrown instanceof Fault) || thrown.code !== 'METHOD_NOT_ALLOWED') {
    return {};
  }
  const allowed = [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return { allow: allowed.join(', ') };
}
