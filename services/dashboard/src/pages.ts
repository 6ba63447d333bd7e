import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPreloads, type BuildManifest } from './preloads.ts';

const yearMs = 31_536_000_000;
/** The encodings of the compressed copies, the smallest copy first. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;
const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/**
 * Serves the built files, compressed when the browser accepts it. Every other path gets the application, which shows a
 * "not found" page for unknown paths.
 * @param pages folder of the built single-page application.
 */
export function servePages(app: Express, pages: string): void {
  const folder = join(pages, 'assets');
  const files = new Set(existsSync(folder) ? readdirSync(folder) : []);
  app.use('/assets', (request, response, next) => useCompressed(files, request, response, next));
  app.use('/assets', express.static(folder, { immutable: true, maxAge: yearMs, index: false }));
  const preloads = createPreloads(readManifest(pages));
  const sendApplication = (request: Request, response: Response): void => {
    response.setHeader('Cache-Control', 'no-cache');
    const link = preloads(request.path, request.originalUrl.includes('?'));
    if (link !== undefined) {
      response.setHeader('Link', link);
    }
    response.sendFile(join(pages, 'index.html'));
  };
  app.get('/', sendApplication);
  app.get('/*path', sendApplication);
}

function readManifest(pages: string): BuildManifest {
  const file = join(pages, '.vite', 'manifest.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildManifest) : {};
}

/**
 * Redirects a request for a script or style to its compressed file. A request reaches only files whose names are in
 * `files`.
 */
function useCompressed(files: ReadonlySet<string>, request: Request, response: Response, next: NextFunction): void {
  const name = request.path.slice(1);
  const contentType = contentTypes[name.split('.').at(-1) ?? ''];
  if (contentType !== undefined && files.has(name)) {
    response.vary('Accept-Encoding');
    const accepted = encodings.find(
      (encoding) => files.has(name + encoding.suffix) && request.acceptsEncodings(encoding.name) !== false,
    );
    if (accepted !== undefined) {
      request.url = `/${name}${accepted.suffix}`;
      response.setHeader('Content-Encoding', accepted.name);
      response.setHeader('Content-Type', contentType);
    }
  }
  next();
}
