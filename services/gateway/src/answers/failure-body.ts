import { faults, isFaultCode } from '@assay/faults/faults';
import type { FailedCall__Output } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import { z } from 'zod';
import { jsonObject } from './json-text.ts';

/** The part of a trace that describes a failed call: what was asked, and the error that the caller received. */
export const failureSchema = z.strictObject({
  code: z.string().describe('The code of the error, such as INVALID_PARAM.'),
  message: z.string().describe('The sentence that the caller received.'),
  remedy: z.string().nullable().describe('What to change before the next attempt; null for an unknown code.'),
  httpStatus: z.number().int().min(400).max(599),
  method: z.string().describe('The HTTP method of the request.'),
  path: z.string().describe('The path of the request, without its query string.'),
  keyId: z.string().describe("The id of the request's key, as the dashboard shows it. It is no secret."),
  body: z
    .union([z.record(z.string(), z.unknown()), z.string()])
    .nullable()
    .describe(
      'The body of the request, shortened and without secrets. A text is the beginning of a body that is no JSON object; null means no body.',
    ),
  leftOut: z
    .number()
    .int()
    .min(0)
    .describe('The number of other failed calls of the account in the same minute that Assay did not store.'),
});

/** Returns the description of a failed call as JSON text. */
export function failureText(failed: FailedCall__Output): string {
  return jsonObject({
    code: JSON.stringify(failed.code),
    message: JSON.stringify(failed.message),
    remedy: JSON.stringify(remedyOf(failed.code)),
    httpStatus: String(failed.http_status),
    method: JSON.stringify(failed.method),
    path: JSON.stringify(failed.path),
    keyId: JSON.stringify(failed.key_id),
    body: failed.body_json || 'null',
    leftOut: String(failed.left_out),
  });
}

/** Returns the fields of a trace without a decision as JSON texts. Such a call failed before a decision was made. */
export function undecidedFields(failed: FailedCall__Output): Record<string, string> {
  return {
    at: JSON.stringify(new Date(Number(failed.failed_at_ms)).toISOString()),
    type: failed.type === '' ? 'null' : JSON.stringify(failed.type),
    params: paramsText(failed.body_json),
    required: 'null',
    attempt: '1',
    status: '"error"',
    level: 'null',
    reason: JSON.stringify(failed.message),
    answer: 'null',
    sources: '[]',
    independence: '[]',
  };
}

function remedyOf(code: string): string | null {
  const row: { readonly http: number; readonly remedy?: string } = faults[isFaultCode(code) ? code : 'INTERNAL'];
  return row.remedy ?? null;
}

/** Returns the object in the field `params` of a body as JSON text. An empty object for any other body. */
function paramsText(bodyJson: string): string {
  const body = bodyJson === '' ? undefined : (JSON.parse(bodyJson) as { readonly params?: unknown });
  const params = typeof body === 'object' ? body?.params : undefined;
  return typeof params === 'object' && params !== null && !Array.isArray(params) ? JSON.stringify(params) : '{}';
}
