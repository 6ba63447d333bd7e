import { anyParams } from '@assay/catalog/bodies/any-fields';
import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import { fieldsSchema } from '@assay/catalog/fields-schema';
import { strictParams } from '@assay/catalog/params';
import { faults, type FaultCode } from '@assay/faults/faults';
import { z } from 'zod';
import type { Route } from '../../route.ts';
import { anyData } from '../../answers/body-fields.ts';
import { errorBody } from '../../answers/error-body.ts';
import { errorHeaders, idempotencyParameter, limitHeaders, replayHeader, traceHeader } from './headers.ts';

type Json = Record<string, unknown>;
type DocumentedRoute = Route & { readonly document: NonNullable<Route['document']> };

/** Fault codes of every operation that needs a key. `bodyFaults` are those of every operation with a body. */
const keyedFaults: readonly FaultCode[] = [
  'INVALID_KEY',
  'INVALID_PARAM',
  'RATE_LIMIT',
  'RESOLVE_FAILED',
  'UNAVAILABLE',
];
const bodyFaults: readonly FaultCode[] = [
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'INVALID_JSON',
  'INVALID_PARAM',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_MISMATCH',
];
/** Statuses whose responses have a Retry-After header, which states when to repeat the request. */
const retryStatuses: ReadonlySet<number> = new Set([faults.RATE_LIMIT.http, faults.IDEMPOTENCY_IN_PROGRESS.http]);
/**
 * Codes of requests that match no operation. The document lists them only under `components`, because no operation can
 * return them.
 */
const unroutedFaults: readonly FaultCode[] = ['NOT_FOUND', 'METHOD_NOT_ALLOWED'];

/**
 * Returns the OpenAPI 3.1 document, made from the schemas that validate requests, the routes and the data types. Every
 * deployment of the same build has the same document, whichever types it can serve now.
 */
export function openApiDocument(routes: readonly Route[], catalog: Catalog, version: string): Json {
  const documented = routes.filter((route): route is DocumentedRoute => route.document !== null);
  const codes = new Set<FaultCode>([...documented.flatMap(faultsOf), ...unroutedFaults]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description:
        'Answers questions from data feeds. Each answer states how far independent checking got. Every response has the ' +
        'header x-trace-id. Errors, refusals and no_source are free.',
    },
    servers: [{ url: '/', description: 'The address that serves this document.' }],
    security: [{ bearer: [] }, { apiKeyHeader: [] }],
    paths: pathsOf(documented, catalog),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'If a request has both headers, this header counts.' },
        apiKeyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      headers: { ...traceHeader, ...limitHeaders, ...replayHeader, ...errorHeaders },
      schemas: {
        ...Object.fromEntries([...catalog.values()].flatMap(typeSchemas)),
        ...Object.fromEntries([...codes].sort().map((code) => [`error.${code}`, jsonSchema(errorBody(code))])),
      },
    },
  };
}

/** Returns the codes that an operation can answer with. */
export function faultsOf(route: DocumentedRoute): FaultCode[] {
  const bodyCodes = route.body === undefined ? [] : bodyFaults;
  return [...new Set([...(route.needsKey ? keyedFaults : []), ...bodyCodes, ...route.document.faults])];
}

function pathsOf(routes: readonly DocumentedRoute[], catalog: Catalog): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route, catalog) };
  }
  return paths;
}

function operationOf(route: DocumentedRoute, catalog: Catalog): Json {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters: Json[] = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(route.query ?? {}).map(([name, { description, schema }]) => ({
      name,
      in: 'query',
      required: false,
      description,
      schema,
    })),
    ...(route.body === undefined ? [] : [idempotencyParameter]),
  ];
  return {
    operationId: route.document.id,
    summary: route.document.summary,
    description: route.document.description,
    ...(route.needsKey ? {} : { security: [] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: requestBodyOf(route, route.body.schemaOf(catalog), catalog) }),
    responses: responsesOf(route, catalog),
  };
}

function requestBodyOf(route: DocumentedRoute, body: z.ZodObject, catalog: Catalog): Json {
  const directExamples = Object.fromEntries(
    [...catalog.values()].map((type) => [type.id, { type: type.id, params: type.example }]),
  );
  const examples = route.document.bodyExamples ?? directExamples;
  return {
    required: true,
    content: {
      'application/json': {
        schema: jsonSchema(body, catalog, 'input'),
        examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
      },
    },
  };
}

function responsesOf(route: DocumentedRoute, catalog: Catalog): Json {
  const onlyTrace = references('headers', Object.keys(traceHeader));
  const headers = { ...onlyTrace, ...(route.needsKey ? references('headers', Object.keys(limitHeaders)) : {}) };
  const replay = route.body === undefined ? {} : references('headers', Object.keys(replayHeader));
  const responses: Record<string, Json> = {};
  for (const [status, { description, schema }] of Object.entries(route.document.responses)) {
    responses[status] = {
      description,
      headers: { ...headers, ...replay },
      ...(schema === undefined ? {} : { content: { 'application/json': { schema: jsonSchema(schema, catalog) } } }),
    };
  }
  const codes = faultsOf(route);
  for (const status of new Set(codes.map((code) => faults[code].http))) {
    const sameStatus = codes.filter((code) => faults[code].http === status);
    const answer = route.document.responses[status];
    const schemas = [
      ...(answer?.schema === undefined ? [] : [jsonSchema(answer.schema, catalog)]),
      ...sameStatus.map((code) => ({ $ref: `#/components/schemas/error.${code}` })),
    ];
    const descriptions = [
      ...(answer === undefined ? [] : [answer.description]),
      ...sameStatus.map((code) => `\`${code}\`: ${faults[code].defaultMessage}.`),
    ];
    const retryAfter = retryStatuses.has(status) ? references('headers', Object.keys(errorHeaders)) : {};
    responses[status] = {
      description: descriptions.join('\n\n'),
      headers: {
        ...(status === faults.INVALID_KEY.http ? onlyTrace : headers),
        ...(status < faults.RESOLVE_FAILED.http ? replay : {}),
        ...retryAfter,
      },
      content: { 'application/json': { schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas } } },
    };
  }
  return responses;
}

function typeSchemas(type: DataType): [string, Json][] {
  return [
    [`params.${type.id}`, { title: `Parameters of ${type.id}`, ...fieldsSchema(strictParams(type)) }],
    [`data.${type.id}`, { title: type.description, ...jsonSchema(type.data) }],
  ];
}

function references(kind: string, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]));
}

/**
 * Returns the JSON Schema of a zod schema. With a catalog, the parameters and data of any type become a choice between
 * all types.
 */
function jsonSchema(schema: z.ZodType, catalog?: Catalog, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _dialect, ...written } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      const kind = zodSchema === anyParams ? 'params' : zodSchema === anyData ? 'data' : undefined;
      if (kind !== undefined && catalog !== undefined) {
        const choices = [...catalog.keys()].map((id) => ({ $ref: `#/components/schemas/${kind}.${id}` }));
        const { description } = target;
        for (const name of Object.keys(target)) {
          delete (target as Json)[name];
        }
        Object.assign(target, { description, anyOf: choices });
      }
    },
  });
  return written;
}
