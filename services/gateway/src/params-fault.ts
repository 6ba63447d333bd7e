import type { ParsedParams } from '@assay/catalog/params';
import { Fault } from '@assay/faults/faults';

/** What a caller is told of parameters that are not right: the code, the type, and which parameter it is about. */
export function paramsFault(
  parsed: Extract<ParsedParams, { readonly ok: false }>,
  type: string,
  params: Readonly<Record<string, unknown>>,
): Fault {
  return parsed.code === 'MISSING_PARAM'
    ? new Fault('MISSING_PARAM', parsed.message, { extra: { type, params, missing: parsed.missing } })
    : new Fault('INVALID_PARAM', parsed.message, { extra: { param: parsed.param, type } });
}
