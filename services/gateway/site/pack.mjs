import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const mediaTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.tgz': 'application/gzip',
  '.woff2': 'font/woff2',
};
const brotliLevel = 9;
const compressions = [
  ['br', promisify(brotliCompress), { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel } }],
  ['gzip', promisify(gzip), { level: 9 }],
];

/** Returns the files of a folder by their path inside the folder. */
export function filesIn(folder) {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file), readFileSync(file)]),
  );
}

/**
 * Compresses the files of the site and writes them one after another into `site.bin`, and their positions into
 * `site.json`. The gateway reads both files once and compresses nothing. Returns the sizes in bytes.
 */
export async function packSite(files, folder) {
  const entries = await Promise.all([...files].map(([path, content]) => entryOf(path, content)));
  const chunks = [];
  let position = 0;
  const table = entries.map(({ forms, ...entry }) => ({
    ...entry,
    forms: forms.map(({ encoding, bytes }) => {
      const place = { encoding, start: position, length: bytes.length };
      position += bytes.length;
      chunks.push(bytes);
      return place;
    }),
  }));
  writeFileSync(join(folder, 'site.bin'), Buffer.concat(chunks));
  // A running gateway reads the table as soon as it appears, so the file must be complete from the start.
  const unfinished = join(folder, 'site.json.part');
  writeFileSync(unfinished, JSON.stringify({ scriptHashes: scriptHashes(files), files: table }));
  renameSync(unfinished, join(folder, 'site.json'));
  const sizeOf = (encoding) =>
    entries.reduce((sum, { forms }) => sum + (forms.find((form) => form.encoding === encoding)?.bytes.length ?? 0), 0);
  return { files: entries.length, bytes: sizeOf('identity'), compressedBytes: sizeOf('br') };
}

async function entryOf(path, content) {
  const contentType = mediaTypes[extname(path)];
  if (contentType === undefined) {
    throw new Error(`site/pack.mjs knows no media type of ${path}`);
  }
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const compressed = await Promise.all(
    compressions.map(async ([encoding, compress, options]) => ({ encoding, bytes: await compress(content, options) })),
  );
  const forms = compressed.filter(({ bytes }) => bytes.length < content.length);
  return { path, contentType, version, forms: [...forms, { encoding: 'identity', bytes: content }] };
}

/** Returns the hashes of all inline scripts of the pages. The content security policy allows these scripts only. */
function scriptHashes(files) {
  const pages = [...files].filter(([path]) => path.endsWith('.html')).map(([, content]) => String(content));
  const scripts = pages.flatMap((page) => [...page.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]);
  const hashes = scripts.map(([, script]) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
  return [...new Set(hashes)].toSorted();
}
