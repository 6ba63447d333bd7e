import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** The text of a body that another party sent, or the reason why there is no text. */
export type BodyText =
  | { readonly kind: 'text'; readonly text: string }
  /** The decoded body is longer than its limit. */
  | { readonly kind: 'too_large' };

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

/** Decoders by the content codings of RFC 9110. `deflate` has two, because some servers omit the zlib header. */
const decoders: Readonly<Record<string, readonly Decode[]>> = {
  gzip: [gunzipSync],
  'x-gzip': [gunzipSync],
  deflate: [inflateSync, inflateRawSync],
  br: [brotliDecompressSync],
};

/**
 * Returns the text of a body. Caches and proxies can compress a body that nobody asked them to compress, and can prepend a
 * byte order mark; both are removed. A body without a `Content-Encoding` header is recognised as gzip by its first bytes.
 * Bytes that the stated coding cannot decode stay unchanged, because a proxy can decode a body and keep the header.
 * @param coding the header `Content-Encoding`; undefined for a message without headers.
 * @param maxBytes the maximum length of the decoded body. A small compressed body can exceed it.
 */
export function bodyText(
  bytes: Uint8Array,
  coding: string | readonly string[] | undefined,
  maxBytes: number,
): BodyText {
  const codingNames = [coding ?? []].flat().flatMap((text) => text.toLowerCase().split(','));
  const codings = codingNames.map((text) => text.trim()).filter((text) => text !== '' && text !== 'identity');
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  let decoded = bytes;
  for (const each of codings.length === 0 && isGzip ? ['gzip'] : codings.toReversed()) {
    const next = decodedBody(decoded, Object.hasOwn(decoders, each) ? (decoders[each] ?? []) : [], maxBytes);
    if (next === undefined) {
      return { kind: 'too_large' };
    }
    decoded = next;
  }
  return decoded.byteLength > maxBytes
    ? { kind: 'too_large' }
    : {
        kind: 'text',
        text: Buffer.from(decoded.buffer, decoded.byteOffset, decoded.byteLength)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      };
}

/**
 * Returns the decoded bytes, or the original bytes when every decoder fails. Undefined when the decoded bytes exceed
 * `maxBytes`.
 */
function decodedBody(bytes: Uint8Array, tried: readonly Decode[], maxBytes: number): Uint8Array | undefined {
  for (const decode of tried) {
    try {
      return decode(bytes, { maxOutputLength: maxBytes });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
        return undefined;
      }
      // The bytes have another coding or none; try the next decoder.
    }
  }
  return bytes;
}
