import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { StaticAsset } from '../http/static-assets.ts';

/** A file of the docs site. Pages also have the content security policy that allows their own inline scripts. */
export type DocsFile = {
  readonly asset: StaticAsset;
  /** Whether the file's name contains a hash of its content. Caches may store such a file for any time. */
  readonly isVersioned: boolean;
  readonly headers: Readonly<Record<string, string>>;
};

/** The docs site: files by their path below `/docs`. */
export type DocsSite = {
  /** Returns the file of a path such as `gate` or `assets/style.css`, or undefined when the site has no such file. */
  readonly find: (path: string) => DocsFile | undefined;
};

/** The table that `site/pack.mjs` writes: for every file, the positions of its encodings in `site.bin`. */
const packedTable = z.object({
  scriptHashes: z.array(z.string()),
  files: z.array(
    z.object({
      path: z.string(),
      contentType: z.string(),
      version: z.string(),
      forms: z.array(z.object({ encoding: z.enum(['br', 'gzip', 'identity']), start: z.number(), length: z.number() })),
    }),
  ),
});

const versionedFile = /^assets\//;

/**
 * Reads the site that `npm run build` packed into a folder. Rejects when the folder contains no site, because an
 * installation without the documentation is incomplete.
 */
export async function loadDocsSite(folder: URL): Promise<DocsSite> {
  const read = (name: string): Promise<Buffer> =>
    readFile(new URL(name, folder)).catch((thrown: unknown) => {
      throw new Error('the docs site is not built; run "npm run build"', { cause: thrown });
    });
  const [table, bytes] = await Promise.all([read('site.json'), read('site.bin')]);
  const { scriptHashes, files } = packedTable.parse(JSON.parse(table.toString('utf8')));
  const assets = files.map(({ path, contentType, version, forms }): [string, StaticAsset] => [
    path,
    {
      contentType,
      version,
      forms: forms.map(({ encoding, start, length }) => ({
        encoding,
        bytes: bytes.subarray(start, start + length),
        etag: encoding === 'identity' ? `"${version}"` : `"${version}-${encoding}"`,
      })),
    },
  ]);
  return docsSiteOf(new Map(assets), scriptHashes);
}

/** Returns the site with these files. `scriptHashes` are the hashes of the inline scripts of its pages. */
export function docsSiteOf(assets: ReadonlyMap<string, StaticAsset>, scriptHashes: readonly string[]): DocsSite {
  const pageHeaders = { 'content-security-policy': contentSecurityPolicy(scriptHashes) };
  const files = new Map(
    [...assets].map(([path, asset]) => [
      path,
      {
        asset,
        isVersioned: versionedFile.test(path),
        headers: asset.contentType.startsWith('text/html') ? pageHeaders : {},
      },
    ]),
  );
  return {
    find: (path) => {
      const page = path.replace(/\/$/, '');
      return (
        files.get(page) ?? files.get(`${page}.html`) ?? files.get(page === '' ? 'index.html' : `${page}/index.html`)
      );
    },
  };
}

/**
 * Returns the content security policy of a page. Scripts must come from this origin or be inline scripts with one of
 * these hashes. Style attributes and data: images are allowed for highlighted code, diagrams and icons.
 */
export function contentSecurityPolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
