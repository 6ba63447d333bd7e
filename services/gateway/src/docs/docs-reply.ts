import { Fault } from '@assay/faults/faults';
import type { IncomingHttpHeaders } from 'node:http';
import type { DocsSite } from './docs-site.ts';
import type { HttpReply } from '../answers/http-reply.ts';
import { assetReply, caching } from '../http/static-assets.ts';

const htmlType = /(?:^|,)\s*text\/html\s*(?:;|,|$)/i;

/** Returns whether a request comes from a browser. Browsers name text/html. Programs accept anything or name JSON. */
export function acceptsHtml({ accept }: IncomingHttpHeaders): boolean {
  return htmlType.test(accept ?? '');
}

/**
 * Returns the response with a file of the docs site. For a path without a file, a browser gets the "page not found"
 * page with status 404, and a program gets NOT_FOUND.
 */
export function docsReply(site: DocsSite, path: string, headers: IncomingHttpHeaders): HttpReply {
  const file = site.find(path);
  if (file !== undefined) {
    return assetReply(file.asset, headers, file.isVersioned ? caching.immutable : caching.revalidated, file.headers);
  }
  const missing = acceptsHtml(headers) ? site.find('404') : undefined;
  if (missing === undefined) {
    throw new Fault('NOT_FOUND');
  }
  // The request's validator is removed. Otherwise it could match the 404 page and produce a 304 for a page that does
  // not exist.
  const { 'if-none-match': _validator, ...headersWithoutValidator } = headers;
  return { ...assetReply(missing.asset, headersWithoutValidator, caching.brief, missing.headers), status: 404 };
}
