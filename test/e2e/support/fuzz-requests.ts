import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { foreignBodies, jsonText, mutationsOf, valuesOf, type JsonSchema } from './fuzz-bodies.ts';
import { cutRequests } from './fuzz-cuts.ts';
import { bytesAsText, credentialsOf, headerLines, weightedAlternative, type FuzzKeys } from './fuzz-headers.ts';
import type { RawRequest } from './raw-http.ts';

/** One request of the fuzzing test. */
export type FuzzRequest = RawRequest & {
  /** Whether Node.js accepts the request as HTTP. If so, the gateway's own handler must answer. */
  readonly isValidHttp: boolean;
};

type Operation = {
  readonly path: string;
  readonly method: string;
  /**
   * Bodies that the description of the operation allows: its examples, and values of its schema. Absent for an
   * operation without a body.
   */
  readonly bodies?: { readonly examples: fc.Arbitrary<unknown>; readonly valid: fc.Arbitrary<unknown> };
};
type MediaType = {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
};
type Document = {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly requestBody?: { readonly content: { readonly 'application/json': MediaType } } }>
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
};

const documentPath = new URL('../../../docs/reference/openapi.json', import.meta.url);
const lineBreak = '\r\n';
/** Returns requests of every kind: bodies from the OpenAPI schemas, and bytes that no schema describes. */
export function fuzzRequests(keys: FuzzKeys, webhookUrl: string): fc.Arbitrary<FuzzRequest> {
  const operations = readOperations(webhookUrl);
  const credentials = credentialsOf(keys);
  return fc.oneof(
    weightedAlternative(60, describedRequests(operations, credentials)),
    weightedAlternative(15, strangeHeads(operations, credentials)),
    weightedAlternative(15, foreignBodyRequests(credentials)),
    weightedAlternative(
      10,
      cutRequests(keys.unfunded).map((request) => ({ ...request, isValidHttp: false })),
    ),
  );
}

function readOperations(webhookUrl: string): Operation[] {
  const document = JSON.parse(readFileSync(documentPath, 'utf8')) as Document;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]): Operation => {
      const media = requestBody?.content['application/json'];
      if (media === undefined) {
        return { path, method: method.toUpperCase() };
      }
      const examples = Object.values(media.examples ?? {}).map(({ value }) => reachableWebhook(value, webhookUrl));
      const valid = valuesOf(media.schema, document.components.schemas);
      return { path, method: method.toUpperCase(), bodies: { examples: fc.constantFrom(...examples), valid } };
    }),
  );
}

/** Replaces the webhook URL of an example by one that needs no name server. */
function reachableWebhook(body: unknown, webhookUrl: string): unknown {
  return typeof body === 'object' && body !== null && 'webhookUrl' in body ? { ...body, webhookUrl } : body;
}

const pathSegments = fc.oneof(
  fc.constantFrom(
    'tr_0',
    `tr_${'0'.repeat(32)}`,
    '%',
    '%00',
    '%ZZ',
    '%E0%A4%A',
    '%2F',
    '..',
    '__proto__',
    'a'.repeat(900),
  ),
  fc.string({ maxLength: 40 }).map((text) => encodeURIComponent(text)),
);

function targetOf(path: string): fc.Arbitrary<string> {
  return pathSegments.map((segment) => path.replace(/\{\w+\}/, segment));
}

function describedRequests(
  operations: readonly Operation[],
  credentials: fc.Arbitrary<readonly string[]>,
): fc.Arbitrary<FuzzRequest> {
  const idempotency = fc.oneof(
    weightedAlternative(24, fc.constant<readonly string[]>([])),
    weightedAlternative(
      1,
      fc.constantFrom('a', 'b', 'c').map((key) => [`idempotency-key: ${key}`]),
    ),
  );
  return fc.oneof(
    ...operations.map(({ path, method, bodies }) =>
      weightedAlternative(
        bodies === undefined ? 1 : 5,
        fc
          .record({
            target: targetOf(path),
            credentials,
            idempotency,
            text: bodies === undefined ? fc.constant('') : bodyTexts(bodies),
          })
          .map(({ target, text, ...lines }) =>
            requestOf(
              method,
              target,
              [...lines.credentials, ...lines.idempotency],
              Buffer.from(text),
              text === '' ? undefined : 'application/json',
            ),
          ),
      ),
    ),
  );
}

function bodyTexts({ examples, valid }: NonNullable<Operation['bodies']>): fc.Arbitrary<string> {
  return fc.oneof(
    weightedAlternative(3, examples.map(jsonText)),
    weightedAlternative(3, valid.map(jsonText)),
    weightedAlternative(8, mutationsOf(examples)),
    weightedAlternative(4, mutationsOf(valid)),
  );
}

/** Requests with an unusual method, path, version or header. */
function strangeHeads(
  operations: readonly Operation[],
  credentials: fc.Arbitrary<readonly string[]>,
): fc.Arbitrary<FuzzRequest> {
  const paths = [
    ...operations.map(({ path }) => path),
    '/',
    '/docs',
    '/docs/x.js',
    '/llms.txt',
    '/v1/openapi.json',
    '/mcp',
  ];
  const knownTargets = fc.constantFrom(...paths).chain(targetOf);
  const targets = fc.oneof(
    weightedAlternative(4, knownTargets),
    weightedAlternative(
      3,
      fc
        .tuple(
          knownTargets,
          fc.constantFrom('/', '//', '?', '?x=%', '#', ';a', '%', '%2e', '/..', ' ', '\\', 'é', '\t'),
        )
        .map((parts) => parts.join('')),
    ),
    weightedAlternative(
      1,
      fc.constantFrom(
        '*',
        '//',
        'x',
        '//[',
        '/\\',
        'http://[',
        'http://a:b/',
        'http://x/v1/types',
        'HTTP://%/',
        '/%',
        '/%c0%ae',
      ),
    ),
    weightedAlternative(2, fc.webUrl({ withQueryParameters: true })),
    weightedAlternative(
      3,
      fc.string({ unit: bytesAsText(33) }).map((text) => `/${text}`),
    ),
  );
  const methods = fc.oneof(
    weightedAlternative(6, fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE', 'PUT', 'PATCH')),
    weightedAlternative(1, fc.constantFrom('TRACE', 'PROPFIND', 'M-SEARCH', 'PURGE', 'get', 'FOO', 'constructor')),
  );
  return fc
    .record({
      method: methods,
      target: targets,
      credentials,
      lines: headerLines,
      version: fc.constantFrom('1.1', '1.1', '1.1', '1.1', '1.0', '2.0', '0.9'),
    })
    .map(({ method, target, version, ...lines }) => ({
      ...requestOf(method, target, [...lines.credentials, ...lines.lines], Buffer.alloc(0), undefined, version),
      isValidHttp: false,
    }));
}

/** Returns POST requests with bodies of any bytes and any content type. They have a length or come in chunks. */
function foreignBodyRequests(credentials: fc.Arbitrary<readonly string[]>): fc.Arbitrary<FuzzRequest> {
  const contentTypes = fc.oneof(
    weightedAlternative(6, fc.constantFrom('application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON')),
    weightedAlternative(
      1,
      fc.constantFrom('application/json; charset="utf8"', 'application/json;', 'application/json; charset='),
    ),
    weightedAlternative(
      1,
      fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', '', '/'),
    ),
  );
  return fc
    .record({
      path: fc.constantFrom('/v1/ask', '/v1/gate', '/v1/get_data', '/v1/watch'),
      credentials,
      body: foreignBodies,
      contentType: contentTypes,
      chunkSize: fc.option(fc.constantFrom(1, 7, 1_000, 70_000), { freq: 3 }),
    })
    .map(({ path, body, contentType, chunkSize, ...lines }) =>
      chunkSize === null
        ? requestOf('POST', path, lines.credentials, body, contentType)
        : chunkedRequest(path, lines.credentials, body, contentType, Math.max(chunkSize, Math.ceil(body.length / 20))),
    );
}

function chunkedRequest(
  path: string,
  lines: readonly string[],
  body: Buffer,
  contentType: string,
  size: number,
): FuzzRequest {
  const head = requestOf('POST', path, [...lines, 'transfer-encoding: chunked'], undefined, contentType);
  const chunks: Buffer[] = [];
  for (let start = 0; start < body.length; start += size) {
    const chunk = body.subarray(start, start + size);
    chunks.push(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from(lineBreak)]));
  }
  return { ...head, pieces: [...head.pieces, ...chunks, Buffer.from('0\r\n\r\n')] };
}

/** Returns a request with a body and its Content-Length. When `body` is undefined, it has neither. */
function requestOf(
  method: string,
  target: string,
  lines: readonly string[],
  body: Buffer | undefined,
  contentType: string | undefined,
  version = '1.1',
): FuzzRequest {
  const head = [
    `${method} ${target} HTTP/${version}`,
    'host: assay.test',
    ...lines,
    ...(contentType === undefined ? [] : [`content-type: ${contentType}`]),
    ...(body === undefined || (body.length === 0 && contentType === undefined)
      ? []
      : [`content-length: ${body.length}`]),
  ];
  const headBytes = Buffer.from(`${head.join(lineBreak)}\r\n\r\n`, 'latin1');
  const pieces = body === undefined || body.length === 0 ? [headBytes] : [Buffer.concat([headBytes, body])];
  return { pieces, isHead: method === 'HEAD', isCut: false, isValidHttp: true };
}
