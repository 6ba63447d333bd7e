import { parseJsonObject } from '@assay/catalog/bodies/json-object';
import { readBody } from '@assay/catalog/bodies/read-body';
import type { Catalog } from '@assay/catalog/catalog';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { Fault } from '@assay/faults/faults';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { AdmissionControl, Precheck } from '../admission/admission.ts';
import { isPreflight, preflightHeaders, type AllowedOrigins } from './cors.ts';
import { idempotentRequest, readIdempotencyKey, type IdempotentRequest } from '../idempotency/request.ts';
import type { IdempotentCalls } from '../idempotency/calls.ts';
import { createEarlyRefusals, type EarlyRefusals } from './early-refusal.ts';
import { openExchange, startArrival, type Exchange, type ExchangeOptions } from './exchange.ts';
import { faultOfRefusal } from '../admission/key-refusal.ts';
import { allowedMethods, noRouteFault } from './no-route.ts';
import { readQueryString, refuseQueryString } from './query-string.ts';
import { captureBody, mediaTypeFault, readBytes } from './request-body.ts';
import type { PreparedRequest, Route, RouteBody, RouteInput, RouteTools } from '../route.ts';

/** The parts of the public API. */
export type AppOptions = {
  readonly routes: readonly Route[];
  /** The data types of this build. The schemas of bodies are made from them. */
  readonly types: Catalog;
  readonly tools: RouteTools;
  readonly admission: AdmissionControl;
  readonly idempotentCalls: IdempotentCalls;
  readonly exchange: ExchangeOptions;
};

/** The routes of one path, by method. */
type Methods = ReadonlyMap<string, Route>;

/** Answers a request to one path. */
type PathHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  pathParams: Readonly<Record<string, string>>,
) => void;

const noPathParams = {};

/**
 * Creates the public API from its routes. The routes alone define the paths and their methods. The app looks up a path
 * without variable parts in a map. Express would take longer to find its route than all other steps of the gateway
 * together. Express serves every other path, and unusual forms of paths, such as one with a slash at the end.
 */
export function createApp(options: AppOptions): RequestListener {
  const refusals = createEarlyRefusals(options.exchange);
  const handlers = new Map(
    routesByPath(options.routes).map(([path, methods]) => [path, handle(path, methods, options, refusals)]),
  );
  const unmatched = handle(undefined, new Map(), options, refusals);
  const byExpress = createExpressApp(handlers, unmatched);
  for (const path of handlers.keys()) {
    if (path.includes('{')) {
      handlers.delete(path);
    }
  }
  return (request, response) => {
    const handler = handlers.get(pathOf(request.url));
    if (handler === undefined) {
      byExpress(request, response);
    } else {
      handler(request, response, noPathParams);
    }
  };
}

/** Returns the part of a request's target before the query. */
function pathOf(target = ''): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

function createExpressApp(handlers: ReadonlyMap<string, PathHandler>, unmatched: PathHandler): RequestListener {
  const app = express();
  app.disable('etag');
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  const serve =
    (handler: PathHandler): RequestHandler =>
    (request, response) =>
      handler(request, response, pathParamsOf(request));
  for (const [path, handler] of handlers) {
    app.route(path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\{(\w+)\*\}$/, '*$1')).all(serve(handler));
  }
  app.use(serve(unmatched));
  // Express fails for a path that it cannot decode. No route has such a path, so the response is 404.
  const undecodable: ErrorRequestHandler = (_error, request, response, _next) =>
    unmatched(request, response, noPathParams);
  app.use(undecodable);
  // Express calls no handler for a target that is no URL, such as "http://[". Its own 404 response would have no trace
  // id.
  return (incoming, outgoing) => {
    app(incoming as Request, outgoing as Response, () => unmatched(incoming, outgoing, noPathParams));
  };
}

/**
 * Returns the routes by path. A path such as `/docs/{name*}`, which matches any rest of a path, comes last, because it
 * would hide the routes after it.
 */
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

/**
 * Handles the requests of one path.
 * @param path the path's template. Undefined for a path without a route.
 */
function handle(path: string | undefined, methods: Methods, options: AppOptions, refusals: EarlyRefusals): PathHandler {
  const all = [...methods.values()];
  const isPublic = all.length > 0 && all.every(({ isPublicDocument }) => isPublicDocument === true);
  const exchangeOptions: ExchangeOptions = isPublic ? { ...options.exchange, corsOrigins: 'any' } : options.exchange;
  return (request, response, pathParams) => {
    // HEAD is handled like GET. Node.js leaves out the body.
    const route = methods.get(request.method === 'HEAD' ? 'GET' : (request.method ?? ''));
    const operation = path === undefined ? 'unmatched' : `${route?.method ?? 'other'} ${path}`;
    const arrival = startArrival(request, response, operation);
    const isMiss = route === undefined && isKeylessMiss(path ?? pathOf(request.url), methods, request.method);
    const isKeyless = route?.needsKey === false || isPreflight(request.method, request.headers) || isMiss;
    const sender = isKeyless ? undefined : precheck(request, options);
    if (sender?.refusal !== undefined && refusals.write(arrival, sender)) {
      return;
    }
    const exchange = openExchange(arrival, exchangeOptions);
    const { corsOrigins } = exchangeOptions;
    answerRequest({ request, response, exchange, methods, route, pathParams, sender, corsOrigins }, options).catch(
      (thrown: unknown) => exchange.fail(thrown, allowHeader(thrown, methods)),
    );
  };
}

/**
 * Returns whether a request that matches no route gets this answer even without a key. Browsers and crawlers request
 * paths such as /favicon.ico, and paths outside of the API are no secret. Below /v1 and /mcp, a caller without a key
 * learns only that the key is missing.
 */
function isKeylessMiss(path: string, methods: Methods, method: string | undefined): boolean {
  const isApi = /^\/(v1|mcp)(\/|$)/.test(path) || !path.startsWith('/');
  return !isApi || (method === 'OPTIONS' && methods.size > 0);
}

function precheck(request: IncomingMessage, options: AppOptions): Precheck {
  return options.admission.precheck(request.headers, request.socket.remoteAddress ?? '');
}

type Incoming = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly methods: Methods;
  readonly route: Route | undefined;
  readonly pathParams: Readonly<Record<string, string>>;
  /** The result of the check from memory. Undefined for a request that needs no key. */
  readonly sender: Precheck | undefined;
  readonly corsOrigins: AllowedOrigins;
  /** Set after the body of a request with an idempotency key was read. */
  idempotent?: IdempotentRequest;
};

/**
 * Answers one request. If several errors apply, the response states one: first the key, then the rate limit, then any
 * other. The gateway checks the request before it calls billing, so that one call both counts the request and takes the
 * hold.
 */
async function answerRequest(incoming: Incoming, options: AppOptions): Promise<void> {
  const { request, exchange, sender } = incoming;
  const { call } = exchange;
  if (sender === undefined) {
    await answerWithoutKey(incoming, options);
    return;
  }
  if (sender.refusal !== undefined) {
    if (sender.refusal === 'window_full') {
      exchange.setLimits(sender.limits);
      exchange.setCaller(sender.caller);
      exchange.setBody(captureBody(request));
    } else if (sender.refusal === 'unknown_keys') {
      exchange.setRetryAfter(sender.retryAfterSeconds);
    }
    throw faultOfRefusal(sender);
  }
  const { keySha256 } = sender;
  const address = request.socket.remoteAddress ?? '';
  const prepared = await prepare(incoming, options);
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
    // The caller disconnected while billing admitted the request. The hold is released, so that its credit is available
    // before the hold lapses.
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

/** Answers a browser's preflight, a request for the methods of a path, or a request that needs no key. */
async function answerWithoutKey(incoming: Incoming, options: AppOptions): Promise<void> {
  const { request, exchange } = incoming;
  if (isPreflight(request.method, request.headers)) {
    exchange.reply({ status: 204, body: '', headers: preflightHeaders(request.headers.origin, incoming.corsOrigins) });
    return;
  }
  if (request.method === 'OPTIONS' && incoming.methods.size > 0) {
    exchange.reply({
      status: 204,
      body: '',
      headers: { allow: `${allowedMethods(incoming.methods.keys())}, OPTIONS` },
    });
    return;
  }
  const prepared = await prepare(incoming, options);
  if (prepared instanceof Fault) {
    throw prepared;
  }
  exchange.reply(await prepared.run(exchange.call, { accountId: '', balanceMicros: 0n }));
}

/** Checks a request without a call to another service. Returns the prepared request, or the Fault of an invalid one. */
async function prepare(incoming: Incoming, options: AppOptions): Promise<PreparedRequest | Fault> {
  const { tools, types } = options;
  const { request, response, exchange, methods, route, pathParams } = incoming;
  const remoteAddress = request.socket.remoteAddress ?? '';
  try {
    if (route === undefined) {
      const asked = { path: pathOf(request.url), method: request.method ?? '', methods: [...methods.keys()] };
      throw noRouteFault(asked, options.routes);
    }
    const target = request.url ?? '';
    if (route.body === undefined) {
      const query = queryOf(route, target);
      return route.prepare({ body: {}, pathParams, query, headers: request.headers, remoteAddress }, tools);
    }
    const idempotencyKey = readIdempotencyKey(request.headers);
    const wrongMedia = mediaTypeFault(request.headers);
    if (wrongMedia !== undefined) {
      throw wrongMedia;
    }
    const read = await readBytes(request, response);
    if (read === 'aborted') {
      throw new Fault('INVALID_JSON');
    }
    if ('fault' in read) {
      throw read.fault;
    }
    exchange.setBody(read.bytes);
    if (idempotencyKey !== undefined) {
      incoming.idempotent = idempotentRequest(idempotencyKey, route.path, read.bytes);
    }
    const { rules, checkSubject } = route.body;
    const schema = schemaOf(route.body, types);
    const body = readBody(schema, parseJsonObject(read.bytes), {
      ...rules,
      checkSubject: (fields) => checkSubject?.(fields, tools),
    });
    const query = queryOf(route, target, schema.shape);
    return route.prepare({ body, pathParams, query, headers: request.headers, remoteAddress }, tools);
  } catch (thrown) {
    if (thrown instanceof Fault) {
      return thrown;
    }
    throw thrown;
  }
}

/**
 * Returns the fields of a query string. Refuses the query string of an operation below /v1 that needs a key and reads
 * none. All other paths accept one, because links to pages carry parameters for web statistics, and agents add
 * parameters to /mcp.
 */
function queryOf(
  { needsKey, path, query }: Route,
  target: string,
  bodyFields?: Readonly<Record<string, unknown>>,
): RouteInput['query'] {
  if (query !== undefined) {
    return readQueryString(target, query);
  }
  if (needsKey && path.startsWith('/v1/')) {
    refuseQueryString(target, bodyFields);
  }
  return {};
}

const schemas = new WeakMap<RouteBody, z.ZodObject>();

/** Returns the schema of a body from a cache, because creating a schema takes far longer than parsing with it. */
function schemaOf(body: RouteBody, types: Catalog): z.ZodObject {
  const schema = schemas.get(body) ?? body.schemaOf(types);
  schemas.set(body, schema);
  return schema;
}

/**
 * Returns the values of the path's variable parts. For `{name*}`, Express returns the matched parts of the path as an
 * array.
 */
function pathParamsOf(request: Request): Readonly<Record<string, string>> {
  // A target that is no URL reaches no route, so Express sets no parameters.
  const params: Readonly<Record<string, string | readonly string[]>> = request.params ?? {};
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value].flat().join('/')]));
}

function allowHeader(thrown: unknown, methods: Methods): Record<string, string> {
  if (!(thrown instanceof Fault) || thrown.code !== 'METHOD_NOT_ALLOWED') {
    return {};
  }
  return { allow: allowedMethods(methods.keys()) };
}
