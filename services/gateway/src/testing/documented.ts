import { expect } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { GatewayResponse } from './gateway-response.ts';

const validators = new WeakMap<object, Ajv2020>();

/**
 * Fails the test when a response does not match the OpenAPI document. For a request that matches no operation, checks
 * the body against the schema of its error code.
 */
export function assertDocumented(document: object, method: string, path: string, response: GatewayResponse): void {
  expect(response.headers['x-trace-id']).toMatch(/^tr_[0-9a-f]{32}$/);
  if (method === 'HEAD') {
    return;
  }
  expect(response.headers['content-length']).toBe(
    [204, 304].includes(response.status) ? undefined : String(response.bytes),
  );
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  // Messages of the agent protocol have that protocol's form, which the document does not describe.
  const isMessage = path === '/mcp' && response.body['jsonrpc'] !== undefined;
  if (
    !isJson ||
    isMessage ||
    response.text === '' ||
    ['/', '/healthz', '/downloads'].includes(path) ||
    path.startsWith('/v1/openapi.json')
  ) {
    return;
  }
  const pathname = templateOf(document as OpenApiPaths, path.split('?')[0] ?? path);
  const operation = (document as OpenApiPaths).paths[pathname]?.[method.toLowerCase()];
  const validate =
    operation === undefined
      ? compile(document, `/components/schemas/error.${String(response.body['code'])}`)
      : compile(
          document,
          `/paths/${pathname.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${response.status}/content/application~1json/schema`,
        );
  const valid = validate(response.body);
  expect({ problems: valid ? [] : validate.errors, body: response.body }).toEqual({
    problems: [],
    body: response.body,
  });
}

/** Returns the path template that a path matches, or the path itself when it matches none. */
function templateOf({ paths }: OpenApiPaths, path: string): string {
  const matches = (template: string): boolean => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  return Object.keys(paths).find(matches) ?? path;
}

type OpenApiPaths = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> };

function compile(document: object, pointer: string): ValidateFunction {
  let ajv = validators.get(document);
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
    ajv.addSchema(document, 'openapi');
    validators.set(document, ajv);
  }
  const validate = ajv.getSchema(`openapi#${pointer}`);
  if (validate === undefined) {
    throw new Error(`the document says nothing of ${pointer}`);
  }
  return validate;
}
