import { Fault } from '@assay/faults/faults';
import type { IncomingHttpHeaders } from 'node:http';
import type { DocsFile, DocsSite } from './docs-site.ts';
import type { HttpReply } from '../answers/http-reply.ts';
import { assetReply, caching } from '../http/static-assets.ts';

/** Seconds after which a browser or a program asks again for a page that is being rendered. */
const renderingRetrySeconds = 5;
const htmlType = /(?:^|,)\s*text\/html\s*(?:;|,|$)/i;

/** Returns whether a request comes from a browser. Browsers name text/html. Programs accept anything or name JSON. */
export function acceptsHtml({ accept }: IncomingHttpHeaders): boolean {
  return htmlType.test(accept ?? '');
}

/**
 * Returns the response with a file of the docs site. For a path without a file, a browser gets the "page not found"
 * page with status 404, and a program gets NOT_FOUND. While pages are being rendered, a browser gets a page with status
 * 503 that reloads itself, and a program gets UNAVAILABLE.
 */
export function docsReply(site: DocsSite, path: string, headers: IncomingHttpHeaders): HttpReply {
  const file = site.find(path);
  if (file !== undefined) {
    return assetReply(file.asset, headers, file.isVersioned ? caching.immutable : caching.revalidated, file.headers);
  }
  const isRendering = site.isRendering();
  const standIn = acceptsHtml(headers) ? site.find(isRendering ? 'rendering' : '404') : undefined;
  if (standIn === undefined) {
    throw isRendering
      ? new Fault('UNAVAILABLE', 'the documentation is being rendered; try again in some seconds')
      : new Fault('NOT_FOUND');
  }
  // The request's validator is removed. Otherwise it could match this page and produce a 304 for a page that does not
  // exist.
  const { 'if-none-match': _validator, ...headersWithoutValidator } = headers;
  return isRendering
    ? { ...assetReply(standIn.asset, headersWithoutValidator, caching.none, waiting(standIn)), status: 503 }
    : { ...assetReply(standIn.asset, headersWithoutValidator, caching.brief, standIn.headers), status: 404 };
}

function waiting({ headers }: DocsFile): Readonly<Record<string, string>> {
  return { ...headers, 'retry-after': String(renderingRetrySeconds) };
}
