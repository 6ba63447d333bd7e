import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { validate } from '@readme/openapi-parser';
import { loadCatalog } from '@assay/catalog/catalog';
import { isFaultCode } from '@assay/faults/faults';
import { startGateway, type TestGateway } from '../../testing/gateway.ts';

type Document = {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { responses: Record<string, unknown>; security?: unknown[] }>>;
  readonly components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};

let gateway: TestGateway;
let document: Document;

beforeAll(async () => {
  gateway = await startGateway();
  const answer = await gateway.send('/v1/openapi.json');
  expect(answer.status).toBe(200);
  document = answer.body as unknown as Document;
});
afterAll(() => gateway.close());

test('the document is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const result = await validate(structuredClone(document) as unknown as Parameters<typeof validate>[0]);
  expect(result).toMatchObject({ valid: true });
});

test('the document has every operation with a key, each with the errors of its kind', () => {
  expect(Object.entries(document.paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
    ['/v1/ask', ['post']],
    ['/v1/gate', ['post']],
    ['/v1/get_data', ['post']],
    ['/v1/traces/{traceId}', ['get']],
    ['/v1/types', ['get']],
    ['/v1/watch', ['post', 'get']],
    ['/v1/watch/{id}', ['delete']],
  ]);
  expect(Object.keys(document.paths['/v1/get_data']?.['post']?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '402',
    '404',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ]);
  expect(Object.keys(document.paths['/v1/types']?.['get']?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '429',
    '500',
    '503',
  ]);
  expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer', 'apiKeyHeader']);
});

test('the document has the parameters and the datum of every data type, and a schema for every code it names', async () => {
  const names = Object.keys(document.components.schemas);
  for (const type of (await loadCatalog()).keys()) {
    expect(names).toEqual(expect.arrayContaining([`params.${type}`, `data.${type}`]));
  }
  const codes = names.filter((name) => name.startsWith('error.')).map((name) => name.slice('error.'.length));
  expect(codes.every(isFaultCode)).toBe(true);
  const referred = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([\w.]+)/g)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(referred));
});

test('internal codes do not appear in the document', () => {
  expect(JSON.stringify(document)).not.toMatch(/OVERLOADED|DEADLINE_EXCEEDED|"INTERNAL"|FORBIDDEN/);
});

test('the document and the docs page need no key and have no rate limit', async () => {
  for (const path of ['/v1/openapi.json', '/docs', '/docs/', '/docs/large.js']) {
    const answer = await gateway.send(path);
    expect([path, answer.status, answer.headers['ratelimit-limit']]).toEqual([path, 200, undefined]);
  }
  expect(gateway.billing.state.admits).toEqual([]);
});
