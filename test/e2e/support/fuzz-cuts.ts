import fc from 'fast-check';
import { weightedAlternative } from './fuzz-headers.ts';
import type { RawRequest } from './raw-http.ts';

/**
 * Returns byte sequences after which the client closes its side of the connection. They are truncated bodies, wrong
 * lengths, broken chunks, and text that is not HTTP.
 */
export function cutRequests(key: string): fc.Arbitrary<RawRequest> {
  const head = `POST /v1/get_data HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`;
  const texts = fc.oneof(
    fc
      .tuple(fc.nat({ max: 200 }), fc.string({ maxLength: 100 }))
      .map(([length, body]) => `${head}content-length: ${length}\r\n\r\n${body}`),
    fc
      .constantFrom('-1', '0x10', '1e3', '1, 2', '99999999999999999999', '+1')
      .map((length) => `${head}content-length: ${length}\r\n\r\n{}`),
    fc
      .constantFrom('zz', '-1', 'ffffffffffffffffff', '5;x="', '2', '')
      .map((size) => `${head}transfer-encoding: chunked\r\n\r\n${size}\r\n{}\r\n`),
    fc
      .constantFrom('gzip', 'chunked, chunked', 'identity', 'xchunked')
      .map((coding) => `${head}transfer-encoding: ${coding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
    fc.constant(`${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    fc.constant(`${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}}`),
    fc.nat({ max: head.length }).map((length) => head.slice(0, length)),
    fc.constantFrom(
      '\r\n\r\n',
      'GET\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\nhost: x\n\n',
      `CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n`,
    ),
    fc.constant(`${`GET /v1/types HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`.repeat(3)}`),
  );
  const bytes = fc.oneof(
    weightedAlternative(
      5,
      texts.map((text) => Buffer.from(text, 'latin1')),
    ),
    weightedAlternative(
      1,
      fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
    ),
  );
  return bytes.map((piece) => ({ pieces: [piece], isHead: false, isCut: true }));
}
