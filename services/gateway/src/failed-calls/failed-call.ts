import type { Fault } from '@assay/faults/faults';
import { keyIdOf } from '@assay/identifiers/key-id';
import type { FailedCall } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import { publicMessageOf } from '../answers/error-body.ts';
import type { FailedExchange } from '../http/exchange.ts';
import { askedBody } from './asked-body.ts';
import { redactText } from './redact.ts';

const maxPathCharacters = 200;
const maxMessageCharacters = 1_000;
const maxTypeCharacters = 64;
const gatePath = '/v1/gate';

/**
 * Returns the record of a failed call: the request, the error that the caller received, and the time. It has no secret.
 */
export function failedCallOf(failed: FailedExchange, body: Buffer | undefined, nowMs: number): FailedCall {
  const { caller, request, fault } = failed;
  const [path = ''] = (request.url ?? '').split('?', 1);
  const asked = askedBody(body);
  return {
    trace_id: failed.traceId.slice('tr_'.length),
    failed_at_ms: nowMs,
    account_id: caller.accountId,
    key_id: keyIdOf(Buffer.from(caller.keySha256)),
    method: request.method ?? '',
    path: redactText(path, maxPathCharacters),
    http_status: failed.status,
    code: failed.code,
    message: redactText(publicMessageOf(fault), maxMessageCharacters),
    type: path === gatePath ? 'gate' : typeOf(fault, asked.type),
    body_json: asked.json,
    latency_ms: Math.round(failed.durationMs),
  };
}

/** Returns the type that a question in words resolved to, which its fault states, or the type that the body names. */
function typeOf({ extra }: Fault, askedType: string): string {
  const { type } = extra;
  return askedType === '' && typeof type === 'string' ? redactText(type, maxTypeCharacters) : askedType;
}
