import { expect } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer } from './gateway.ts';

const validators = new WeakMap<object, Ajv2020>();

/**
 * Fails the test when an answer is not what the OpenAPI document says of its operation and status. Errors of requests
 * that reach no operation are checked against the error of their code.
 */
export function assertDocumented(document: object, method: string, path: string, answer: Answer): void {
  expect(answer.headers['x-trace-id']).toMatch(/^tr_[0-9a-f]{32}$/);
  if (method === 'HEAD') {
    return;
  }
  expect(answer.headers['content-length']).toBe(answer.status === 204 ? undefined : String(answer.bytes));
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  if (!isJson || answer.text === '' || path.startsWith('/v1/openapi.json')) {
    return;
  }
  const pathname = path.split('?')[0] ?? path;
  const operation = (document as Documented).paths[pathname]?.[method.toLowerCase()];
  const validate =
    operation === undefined
      ? compile(document, `/components/schemas/error.${String(answer.body['code'])}`)
      : compile(
          document,
          `/paths/${pathname.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${answer.status}/content/application~1json/schema`,
        );
  const valid = validate(answer.body);
  expect({ problems: valid ? [] : validate.errors, body: answer.body }).toEqual({ problems: [], body: answer.body });
}

type Documented = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> };

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
