import type { Request, Response } from 'express';
import type { CallContext } from '@assay/rpc/context';
import type { z } from 'zod';
import type { Membership } from '../members/store.ts';
import type { DashboardTools } from './tools.ts';

/** The person of a session. */
export type Person = { readonly id: string; readonly name: string; readonly email: string };

/** The parts of a request that its handler receives. */
export type Call<Input> = {
  readonly person: Person;
  /** The validated body of a POST, or the validated query of a GET. */
  readonly input: Input;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly context: CallContext;
  readonly request: Request;
  readonly response: Response;
};

/** A call on an account that the person belongs to. */
export type AccountCall<Input> = Call<Input> & {
  readonly membership: Membership;
  /**
   * Returns whether the session and the membership are still valid. A stream of events checks this before each event.
   */
  readonly isAllowed: () => Promise<boolean>;
};

type Method = 'GET' | 'POST' | 'DELETE';

/**
 * An endpoint of the dashboard. Every endpoint needs a session. A path that begins with /api/accounts/:account also
 * needs a membership of that account. Anybody else gets 404, so that nobody can find out which account ids exist.
 */
export type ApiRoute = {
  readonly method: Method;
  readonly path: string;
  /** Whether only owners of the account may call the endpoint. */
  readonly ownersOnly?: boolean;
  /**
   * Maximum number of requests in flight from one person in one replica; unlimited when absent. Set it for requests
   * that read from the services for a long time. A limit of requests per second does not bound those.
   */
  readonly maxInFlight?: number;
  /** The strict schema of the body of a POST, or of the query of a GET. */
  readonly input: z.ZodObject;
  /** Returns the body of a 200 response as JSON. Undefined means that the handler wrote the response itself. */
  readonly run: (call: AccountCall<never>, tools: DashboardTools) => Promise<unknown>;
};

/** Declares an endpoint under /api/accounts/:account. */
export function accountRoute<Input extends z.ZodObject>(route: {
  readonly method: Method;
  /** The path after /api/accounts/:account. */
  readonly path: string;
  readonly ownersOnly?: boolean;
  readonly maxInFlight?: number;
  readonly input: Input;
  readonly run: (call: AccountCall<z.infer<Input>>, tools: DashboardTools) => Promise<unknown>;
}): ApiRoute {
  return { ...route, path: `/api/accounts/:account${route.path}`, run: route.run as unknown as ApiRoute['run'] };
}

/** Declares an endpoint that needs a session and no account. */
export function personRoute<Input extends z.ZodObject>(route: {
  readonly method: Method;
  readonly path: string;
  readonly maxInFlight?: number;
  readonly input: Input;
  readonly run: (call: Call<z.infer<Input>>, tools: DashboardTools) => Promise<unknown>;
}): ApiRoute {
  return { ...route, run: route.run as unknown as ApiRoute['run'] };
}
