import { parseJsonObject } from '@assay/catalog/bodies/json-object';
import { readBody } from '@assay/catalog/bodies/read-body';
import { Fault, faults, toFault } from '@assay/faults/faults';
import { rootContext } from '@assay/rpc/context';
import type { Logger } from '@assay/telemetry/log';
import { fromNodeHeaders, toNodeHandler } from 'better-auth/node';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { createInFlightLimit, type InFlightLimit } from './api/in-flight-limit.ts';
import type { AccountCall, ApiRoute, Person } from './api/route.ts';
import type { DashboardTools } from './api/tools.ts';
import { servePages } from './pages.ts';
import type { BrowserRequestLimit } from './request-limit.ts';
import { bareAddress } from '@assay/runtime/remote-network';
import { addressHeader, authPath } from './sign-in/auth.ts';
import { securityHeaders } from './security-headers.ts';

const callTimeoutMs = 9_500;
const maxBodyBytes = 65_536;
const secondMs = 1_000;
/**
 * Seconds after which a client may try again after too many requests in flight. A stream of events lasts at most a
 * minute, and an export some seconds.
 */
const inFlightRetrySeconds = 5;

/** The dependencies of the application. */
export type DashboardAppOptions = {
  readonly routes: readonly ApiRoute[];
  readonly tools: DashboardTools;
  /** The URL at which browsers reach the dashboard. A request that changes something must have this origin. */
  readonly baseUrl: string;
  readonly trustedProxies: number;
  /** Folder of the built single-page application. */
  readonly pages: string;
  readonly requestLimit: BrowserRequestLimit;
  readonly log: Logger;
};

/** Creates the web application: sign-in, the JSON endpoints and the pages. */
export function createApp(options: DashboardAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', options.trustedProxies);
  app.use(securityHeaders(options.baseUrl));
  // The limit runs first, so that a refused request causes no read of its body and no database query.
  app.use('/api', limitRequests(options.requestLimit));
  const inFlight = createInFlightLimit();
  const sameOrigin = requireSameOrigin(options.baseUrl);
  const handleAuth = toNodeHandler(options.tools.signIn);
  app.all(`${authPath}/*rest`, sameOrigin, ...jsonBody, (request, response, next) => {
    // better-auth limits sign-in attempts by the address in this header. So the header must never contain a value that
    // the caller sent.
    request.headers[addressHeader] = bareAddress(request.ip ?? 'unknown');
    handleAuth(request, response).catch(next);
  });
  app.get('/api/deployment', (_request, response) => {
    response.json(options.tools.deployment);
  });
  app.use('/api', sameOrigin, ...jsonBody);
  for (const route of options.routes) {
    const method = route.method.toLowerCase() as 'get' | 'post' | 'delete';
    app[method](route.path, (request, response, next) => {
      handle(route, { ...options, inFlight }, request, response).catch(next);
    });
  }
  app.use('/api', (): void => {
    throw new Fault('NOT_FOUND', 'this endpoint does not exist');
  });
  servePages(app, options.pages);
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) =>
    sendError(error, request, response, next, options.log),
  );
  return app;
}

async function handle(
  route: ApiRoute,
  options: Pick<DashboardAppOptions, 'tools' | 'requestLimit'> & { readonly inFlight: InFlightLimit },
  request: Request,
  response: Response,
): Promise<void> {
  const { tools } = options;
  const person = await personOf(options, request);
  if (person === undefined) {
    response.status(401).json({ error: { code: 'NO_SESSION', message: 'sign in first' } });
    return;
  }
  const { account: accountId, ...pathParams } = request.params as Record<string, string>;
  const membership = accountId === undefined ? undefined : await tools.members.find(person.id, accountId);
  if (accountId !== undefined && membership === undefined) {
    throw new Fault('NOT_FOUND', 'you have no account with this id');
  }
  if (route.ownersOnly === true && membership?.role !== 'owner') {
    throw new Fault('FORBIDDEN', 'only owners of the account may do this');
  }
  const isQuery = route.method === 'GET';
  const rawInput = (isQuery ? request.query : (request.body ?? {})) as Readonly<Record<string, unknown>>;
  const input = readBody(route.input, rawInput, { name: isQuery ? 'the query' : 'the body', code: 'INVALID_PARAM' });
  const call = {
    person,
    membership,
    input,
    pathParams,
    context: rootContext(callTimeoutMs),
    request,
    response,
    isAllowed: () => isStillAllowed(options, request, person, accountId),
  };
  const release = options.inFlight.take(`${route.path} ${person.id}`, route.maxInFlight ?? Number.POSITIVE_INFINITY);
  if (release === undefined) {
    throw tooManyInFlight(response);
  }
  try {
    const body = await route.run(call as AccountCall<never>, tools);
    if (body !== undefined) {
      response.setHeader('Cache-Control', 'no-store');
      response.json(body);
    }
  } finally {
    release();
  }
}

/** Returns the refusal of a request when too many requests to its route are in flight. */
function tooManyInFlight(response: Response): Fault {
  response.setHeader('Retry-After', String(inFlightRetrySeconds));
  return new Fault(
    'RATE_LIMIT',
    `too many of your requests to this operation are in flight; end one, or wait ${inFlightRetrySeconds} s`,
  );
}

/** Returns whether the person of a long request still has a session and still belongs to the account. */
async function isStillAllowed(
  options: Pick<DashboardAppOptions, 'tools' | 'requestLimit'>,
  request: Request,
  { id }: Person,
  accountId: string | undefined,
): Promise<boolean> {
  const person = await personOf(options, request);
  return (
    person?.id === id && (accountId === undefined || (await options.tools.members.find(id, accountId)) !== undefined)
  );
}

async function personOf(
  { tools, requestLimit }: Pick<DashboardAppOptions, 'tools' | 'requestLimit'>,
  request: Request,
): Promise<Person | undefined> {
  const session = await tools.signIn.api.getSession({ headers: fromNodeHeaders(request.headers) });
  if (session === null) {
    requestLimit.onNoSession(request);
    return undefined;
  }
  requestLimit.onSession(session.session.token);
  const { id, name, email } = session.user;
  return { id, name, email };
}

/** Reads a JSON body of limited size. Refuses a body of any other media type, because no other code limits its size. */
const jsonBody: readonly RequestHandler[] = [
  (request, _response, next) => {
    if (request.is('application/json') === false) {
      throw new Fault('UNSUPPORTED_MEDIA_TYPE');
    }
    next();
  },
  express.raw({ limit: maxBodyBytes, type: 'application/json' }),
  (request, _response, next) => {
    const body: unknown = request.body;
    if (Buffer.isBuffer(body)) {
      request.body = body.length === 0 ? {} : parseJsonObject(body);
    }
    next();
  },
];

/** Refuses a request beyond the limit with status 429, and states when the next request may be sent. */
function limitRequests({ take }: BrowserRequestLimit): RequestHandler {
  return (request, response, next) => {
    const waitMs = take(request);
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / secondMs);
      response.setHeader('Retry-After', String(seconds));
      throw new Fault('RATE_LIMIT', `too many requests came from your browser or network; wait ${seconds} s`);
    }
    next();
  };
}

/**
 * Refuses a change that the page of another site requested. Browsers send the header Origin with every request that is
 * not a plain read.
 */
function requireSameOrigin(baseUrl: string) {
  const { origin } = new URL(baseUrl);
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (request.method !== 'GET' && request.headers.origin !== origin) {
      throw new Fault('FORBIDDEN', `send this request from ${origin}`);
    }
    next();
  };
}

function sendError(error: unknown, request: Request, response: Response, next: NextFunction, log: Logger): void {
  if (response.headersSent) {
    next(error);
    return;
  }
  const { code, message } = isBodyError(error) ? new Fault('INVALID_JSON') : toFault(error);
  const { http } = faults[code];
  if (http >= 500) {
    log.error({ err: error, path: request.path }, 'could not answer a request');
  }
  response.status(http).json({ error: { code, message } });
}

/** Returns whether the parser of JSON bodies threw this error. */
function isBodyError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'type' in error && String(error.type).startsWith('entity.');
}
