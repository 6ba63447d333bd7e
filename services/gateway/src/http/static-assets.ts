import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HttpReply } from '../answers/http-reply.ts';

/** A file that is the same for every caller, in all encodings in which the gateway serves it. */
export type StaticAsset = {
  readonly contentType: string;
  /** Hexadecimal digits of a hash of the content. A URL with these digits may be cached for any time. */
  readonly version: string;
  readonly forms: readonly AssetForm[];
};

/** The file in one encoding. All responses share its buffer. */
type AssetForm = { readonly encoding: 'br' | 'gzip' | 'identity'; readonly bytes: Buffer; readonly etag: string };

const versionDigits = 16;
/**
 * Brotli level 9 compresses a megabyte in a quarter of a second. Level 11 takes seconds, and its output is only a tenth
 * smaller.
 */
const brotliLevel = 9;
const gzipLevel = 9;
/**
 * Values of Cache-Control. In this order, a cache may use a stored file: for any time, for some minutes, after asking
 * the server whether it changed, never.
 */
export const caching = {
  immutable: 'public, max-age=31536000, immutable',
  brief: 'public, max-age=300',
  revalidated: 'no-cache',
  none: 'no-store',
} as const;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses a file once. Leaves out an encoding that is not smaller than the file itself. */
export async function prepareAsset(content: Buffer, contentType: string): Promise<StaticAsset> {
  const version = createHash('sha256').update(content).digest('hex').slice(0, versionDigits);
  const [br, gz] = await Promise.all([
    compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel } }),
    compressGzip(content, { level: gzipLevel }),
  ]);
  const forms = [
    { encoding: 'br' as const, bytes: br, etag: `"${version}-br"` },
    { encoding: 'gzip' as const, bytes: gz, etag: `"${version}-gzip"` },
  ].filter(({ bytes }) => bytes.length < content.length);
  return { contentType, version, forms: [...forms, { encoding: 'identity', bytes: content, etag: `"${version}"` }] };
}

/**
 * Returns the response with an asset in the smallest encoding that the caller accepts, or a 304 if the caller already
 * has the asset.
 */
export function assetReply(
  asset: StaticAsset,
  headers: IncomingHttpHeaders,
  cacheControl: (typeof caching)[keyof typeof caching],
  more: Readonly<Record<string, string>> = {},
): HttpReply {
  const accepted = acceptedEncodings(headers['accept-encoding']);
  const form = asset.forms.find(({ encoding }) => encoding === 'identity' || accepted.has(encoding));
  if (form === undefined) {
    throw new Error('an asset has no identity form');
  }
  const common = {
    etag: form.etag,
    vary: 'accept-encoding',
    'cache-control': cacheControl,
    ...more,
  };
  if (matches(headers['if-none-match'], form.etag)) {
    return { status: 304, body: '', headers: common };
  }
  const encoding: Record<string, string> = form.encoding === 'identity' ? {} : { 'content-encoding': form.encoding };
  return { status: 200, body: form.bytes, contentType: asset.contentType, headers: { ...common, ...encoding } };
}

/** Reads Accept-Encoding (RFC 9110 section 12.5.3). An encoding with q=0 is not accepted. */
function acceptedEncodings(header: string | string[] | undefined): ReadonlySet<string> {
  const entries = String(header ?? '')
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim().toLowerCase()));
  return new Set(
    entries.filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? '')).map(([encoding = '']) => encoding),
  );
}

/** Compares entity tags weakly, as RFC 9110 section 13.1.2 requires for If-None-Match. */
function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
