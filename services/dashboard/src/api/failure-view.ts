import { faults, isFaultCode } from '@assay/faults/faults';
import type { ApiKey__Output } from '@assay/rpc/gen/assay/billing/v1/ApiKey';
import type { FailedCall__Output } from '@assay/rpc/gen/assay/engine/v1/FailedCall';

/** A call that ended with an error, in the form that the account's owner sees. */
export type FailureView = {
  readonly atMs: number;
  /** The data type that the call names, or "gate". Empty when it names none. */
  readonly type: string;
  readonly method: string;
  readonly path: string;
  readonly httpStatus: number;
  readonly code: string;
  /** The sentence that the caller received. */
  readonly message: string;
  /** What to change before the next attempt. Empty for an unknown code. */
  readonly remedy: string;
  /** The name and the first characters of the call's key. Empty for a key that is not in the list of keys. */
  readonly keyName: string;
  readonly keyPrefix: string;
  /** The body as JSON text, shortened and without secrets. Empty for a call without a body. */
  readonly body: string;
  readonly latencyMs: number;
  /** The number of other failed calls of the same minute that Assay did not store. */
  readonly leftOut: number;
};

/**
 * Returns the view of a failed call.
 * @param keys the keys of the account, to name the key of the call.
 */
export function failureView(
  failed: FailedCall__Output,
  keys: readonly Pick<ApiKey__Output, 'id' | 'name' | 'prefix'>[],
): FailureView {
  const key = keys.find(({ id }) => id === failed.key_id);
  return {
    atMs: Number(failed.failed_at_ms),
    type: failed.type,
    method: failed.method,
    path: failed.path,
    httpStatus: failed.http_status,
    code: failed.code,
    message: failed.message,
    remedy: remedyOf(failed.code),
    keyName: key?.name ?? '',
    keyPrefix: key?.prefix ?? '',
    body: failed.body_json,
    latencyMs: failed.latency_ms,
    leftOut: failed.left_out,
  };
}

function remedyOf(code: string): string {
  const row: { readonly http: number; readonly remedy?: string } = faults[isFaultCode(code) ? code : 'INTERNAL'];
  return row.remedy ?? '';
}
