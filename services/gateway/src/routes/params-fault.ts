import { echoedFields } from '@assay/catalog/bodies/read-body';
import type { ParsedParams } from '@assay/catalog/params';
import { Fault } from '@assay/faults/faults';

/** Returns the fault of invalid parameters, with its code, the type and the names of the parameters. */
export function paramsFault(
  parsed: Extract<ParsedParams, { readonly ok: false }>,
  type: string,
  params: Readonly<Record<string, unknown>>,
): Fault {
  return parsed.code === 'MISSING_PARAM'
    ? new Fault('MISSING_PARAM', parsed.message, {
        extra: { type, params: echoedFields(params), missing: parsed.missing },
      })
    : new Fault('INVALID_PARAM', parsed.message, { extra: { param: parsed.param, type } });
}
