import { existsSync, readFileSync } from 'node:fs';
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
  /** Returns whether pages are still being rendered, so that `find` does not know every page yet. */
  readonly isRendering: () => boolean;
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

/** The folder with the files that need no rendering, inside the folder of the site. */
const firstFolder = 'first/';

/**
 * Opens the site that `npm run build` packed into a folder. When the folder contains no site yet, calls `onMissing` and
 * looks for the site again at each request. Until then `find` knows the files that need no rendering. `make up` builds
 * the first site while the system already answers.
 */
export function openDocsSite(folder: URL, onMissing: () => void): DocsSite {
  let site = readDocsSite(folder);
  if (site !== undefined) {
    return site;
  }
  onMissing();
  const first = readDocsSite(new URL(firstFolder, folder)) ?? docsSiteOf(new Map(), []);
  const known = (): DocsSite => (site ??= readDocsSite(folder)) ?? first;
  return { find: (path) => known().find(path), isRendering: () => known() === first };
}

/**
 * Returns the site in a folder, or undefined when it is not built. The build writes the table last, so a site with a
 * table is complete.
 */
function readDocsSite(folder: URL): DocsSite | undefined {
  const tableFile = new URL('site.json', folder);
  if (!existsSync(tableFile)) {
    return undefined;
  }
  const { scriptHashes, files } = packedTable.parse(JSON.parse(readFileSync(tableFile, 'utf8')));
  const bytes = readFileSync(new URL('site.bin', folder));
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
    isRendering: () => false,
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
