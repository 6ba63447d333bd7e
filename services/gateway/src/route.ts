import type { FaultCode } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import type { z } from 'zod';
import type { CatalogCache } from './catalog-cache.ts';
import type { Charging, Hold } from './metered-call.ts';
import type { Engine, Gate, Resolver, Watches } from './service-clients.ts';

/** The request as the house sees it while it is being answered. */
export type Call = {
  /** `tr_` and the 32 hex digits of the request's own trace. */
  readonly traceId: string;
  /** The trace, and the moment by which the answer must be written. */
  readonly context: CallContext;
  /** Whether somebody still waits for the answer. */
  readonly open: () => boolean;
};

/** What billing said of the caller when it let the request in. */
export type Admitted = {
  readonly accountId: string;
  /** Micro-credits, holds not deducted. */
  readonly balanceMicros: bigint;
};

/** One whole answer. */
export type Reply = {
  readonly status: number;
  readonly body: string | Buffer;
  /** JSON when left out. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called once: true when all bytes were handed to the connection, false when they never will be. */
  readonly handedOver?: (delivered: boolean) => void;
};

/** What routes work with; everything is handed in when the service starts. */
export type RouteTools = {
  readonly catalog: CatalogCache;
  readonly charging: Charging;
  readonly verify: Engine['Verify'];
  readonly recordUnresolved: Engine['RecordUnresolved'];
  readonly resolve: Resolver['Resolve'];
  readonly judge: Gate['Judge'];
  readonly recordGate: Engine['RecordGate'];
  readonly watches: Watches;
  /** The OpenAPI document as JSON text. */
  readonly openApi: () => string;
  /** Told of what went wrong without changing the answer. */
  readonly warn: (message: string, thrown: unknown, call: Call) => void;
};

/** What a route reads of the request. */
export type RouteInput = {
  /** The body's object; empty for methods without a body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Values of the path's `{names}`. */
  readonly pathParams: Readonly<Record<string, string>>;
};

/** A request that is found to be in order, ready to be run once it is admitted. */
export type Prepared = {
  /** What admission must hold for it; absent when nothing, or nothing yet, is to be paid. */
  readonly hold?: Hold;
  readonly run: (call: Call, admitted: Admitted) => Promise<Reply>;
};

/** An answer that a route can give, for the document. */
export type DocumentedResponse = {
  readonly description: string;
  /** Absent for an answer without a body. */
  readonly schema?: z.ZodType;
};

/** One operation of the public API. Each lives in a folder of its own under `routes/`. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with `{names}` for its variable parts. */
  readonly path: string;
  /** Whether a key must be sent, and the request counted. Open routes are not limited. */
  readonly needsKey: boolean;
  /** Schema of the JSON body; a route without one takes no body. It validates, and it is what the document shows. */
  readonly body?: z.ZodObject;
  /** How the operation is shown in the OpenAPI document; null keeps it out (pages and their assets). */
  readonly document: {
    readonly id: string;
    readonly summary: string;
    readonly description: string;
    readonly bodyExamples?: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<number, DocumentedResponse>>;
    /** Codes that the operation itself can answer with, beside those of every operation of its kind. */
    readonly faults: readonly FaultCode[];
  } | null;
  /**
   * Checks a request that reached the route, without waiting for anything but memory. Throws the Fault that the
   * caller shall see, once admitted.
   */
  readonly prepare: (input: RouteInput, tools: RouteTools) => Prepared;
};

/** Declares a route. It only gives the declaration its type. */
export function defineRoute(route: Route): Route {
  return route;
}
