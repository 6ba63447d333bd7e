import type { BodyRules } from '@assay/catalog/bodies/read-body';
import type { Catalog } from '@assay/catalog/catalog';
import type { FaultCode } from '@assay/faults/faults';
import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { AdmittedCaller, ApiCall } from './admission/api-call.ts';
import type { HttpReply } from './answers/http-reply.ts';
import type { DocsSite } from './docs/docs-site.ts';
import type { CatalogCache } from './catalog-cache.ts';
import type { Hold } from '@assay/metering/hold';
import type { MeteredCalls } from '@assay/metering/metered-call';
import type { McpEndpoint } from './mcp/endpoint.ts';
import type { PublicJwk } from './signatures/signing-keys.ts';
import type { StaticAsset } from './http/static-assets.ts';
import type { BillingClient, EngineClient, GateClient, ResolverClient, WatchClient } from './service-clients.ts';

/** The dependencies of routes. The service creates them when it starts. */
export type RouteTools = {
  readonly catalog: CatalogCache;
  readonly meteredCalls: MeteredCalls;
  readonly verify: EngineClient['Verify'];
  readonly recordUnresolved: EngineClient['RecordUnresolved'];
  readonly resolve: ResolverClient['Resolve'];
  readonly judge: GateClient['Judge'];
  readonly recordGate: EngineClient['RecordGate'];
  readonly watches: WatchClient;
  readonly decisions: EngineClient['GetAccountDecisions'];
  readonly charges: BillingClient['GetAccountCharges'];
  /** The keys that verify signed responses. */
  readonly publicKeys: readonly PublicJwk[];
  /** The OpenAPI document as JSON. */
  readonly openApi: StaticAsset;
  /** The pages below /docs, and the first page. */
  readonly docsSite: DocsSite;
  /** The URL of the dashboard. Null when the gateway does not know one. */
  readonly dashboardUrl: string | null;
  /** Answers a message of the agent protocol. */
  readonly mcp: McpEndpoint;
  /** The origins whose pages may read responses. */
  readonly corsOrigins: ReadonlySet<string>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Receives a failure that does not change the response. */
  readonly onWarning: (message: string, thrown: unknown, call: ApiCall) => void;
};

/**
 * The parts of a request that a route reads.
 * @typeParam Body the body as its schema returns it. An empty object for methods without a body.
 */
export type RouteInput<Body = unknown> = {
  readonly body: Body;
  /** Values of the path's `{names}`. */
  readonly pathParams: Readonly<Record<string, string>>;
  /** The fields of the query string that the caller sent. Empty for an operation without a query string. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** The IP address of the connection. */
  readonly remoteAddress: string;
};

/** A field of an operation's query string. */
export type QueryField = {
  /** Its meaning and its schema in the OpenAPI document. */
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly isValid: (text: string) => boolean;
  /** The end of the error message for an invalid value, such as "must be a whole number from 1 to 200". */
  readonly rule: string;
};

/** A valid request that runs once billing admits it. */
export type PreparedRequest = {
  /** The hold to take at admission. Absent when the request is free, or when its price is not known yet. */
  readonly hold?: Hold;
  readonly run: (call: ApiCall, admitted: AdmittedCaller) => Promise<HttpReply>;
};

/** A response of a route, as the OpenAPI document describes it. */
export type DocumentedResponse = {
  readonly description: string;
  /** The schema of the body. Absent for a response without one. */
  readonly schema?: z.ZodType;
};

/**
 * The body of an operation. Its schema is the only validator of requests. The document and the types are made from it
 * too.
 */
export type RouteBody<Schema extends z.ZodObject = z.ZodObject> = {
  /** Returns the strict schema. It is called once, with the data types of the build. */
  readonly schemaOf: (catalog: Catalog) => Schema;
  readonly rules?: Omit<BodyRules, 'checkSubject'>;
  /**
   * Throws the fault of a well-formed subject that cannot be served now, such as a type without a source. The caller
   * gets this fault before the fault of any other field.
   */
  readonly checkSubject?: (fields: Readonly<Record<string, unknown>>, tools: RouteTools) => void;
};

/** One operation of the public API. Each has a folder under `routes/`. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /**
   * The path, with `{names}` for its variable parts. A last part `{name*}` matches the rest of the path, including
   * slashes.
   */
  readonly path: string;
  /** Whether a request needs a key and counts towards its rate limit. Routes without a key have no limit. */
  readonly needsKey: boolean;
  /**
   * Whether pages of every origin may read the response, because it is the same for everybody. All other responses
   * follow ASSAY_CORS_ORIGINS.
   */
  readonly isPublicDocument?: true;
  /** The JSON body. Absent for a route without a body. */
  readonly body?: RouteBody;
  /** The optional fields of the query string. When absent, the operation refuses a query string. */
  readonly query?: Readonly<Record<string, QueryField>>;
  /**
   * The operation's entry in the OpenAPI document. Null for an operation that the document leaves out, such as pages
   * and their assets.
   */
  readonly document: {
    readonly id: string;
    readonly summary: string;
    readonly description: string;
    readonly bodyExamples?: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<number, DocumentedResponse>>;
    /** Fault codes of this operation, in addition to those of every similar operation. */
    readonly faults: readonly FaultCode[];
  } | null;
  /** Checks a request from memory alone. Throws the Fault that the caller receives after admission. */
  readonly prepare: (input: RouteInput, tools: RouteTools) => PreparedRequest;
};

/** Returns the route unchanged. It only checks the type of the declaration. */
export function defineRoute(route: Route): Route {
  return route;
}

/** Returns the route of an operation with a body. The schema of the body determines the type of the input. */
export function defineBodyRoute<Schema extends z.ZodObject>(
  route: Omit<Route, 'body' | 'prepare'> & {
    readonly body: RouteBody<Schema>;
    readonly prepare: (input: RouteInput<z.output<Schema>>, tools: RouteTools) => PreparedRequest;
  },
): Route {
  return { ...route, prepare: route.prepare as Route['prepare'] };
}
