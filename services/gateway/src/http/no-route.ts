import { nearestName } from '@assay/catalog/nearest-name';
import { Fault } from '@assay/faults/faults';
import type { Route } from '../route.ts';

/** Returns the methods of a path as the Allow header lists them. GET implies HEAD. */
export function allowedMethods(methods: Iterable<string>): string {
  return [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

/**
 * Returns the fault of a request that matches no route. Its message names the right methods or the nearest path,
 * because many callers do not look at headers or at the list of paths.
 * @param request path: the target without the query. methods: the methods that this path accepts.
 */
export function noRouteFault(
  request: { readonly path: string; readonly method: string; readonly methods: readonly string[] },
  routes: readonly Pick<Route, 'path'>[],
): Fault {
  const { path, method, methods } = request;
  if (methods.length > 0) {
    return new Fault('METHOD_NOT_ALLOWED', `this path accepts ${allowedMethods(methods)}, and not ${method}`);
  }
  // The suggestion is never a path with a variable part, because only the caller knows its value.
  const paths = routes.map((route) => route.path).filter((each) => !each.includes('{'));
  const nearest = nearestName(path, paths);
  return nearest === undefined
    ? new Fault('NOT_FOUND')
    : new Fault(
        'NOT_FOUND',
        `this path does not exist; did you mean "${nearest}"? GET /v1/openapi.json lists all paths`,
      );
}
