import { loadFolder } from '@assay/catalog/load-folder';
import type { Route } from './route.ts';

/** Loads every operation of the public API. Each has a folder under `routes/`. */
export function loadRoutes(): Promise<Route[]> {
  return loadFolder<Route>(new URL('routes/', import.meta.url), 'route', import.meta.url);
}
