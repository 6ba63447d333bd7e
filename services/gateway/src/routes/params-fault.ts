import type { ParsedParams } from '@assay/catalog/params';
import { cleanText } from '@assay/faults/clean-text';
import { Fault } from '@assay/faults/faults';

/** Returns the fault of invalid parameters, with its code, the type and the names of the parameters. */
export function paramsFault(
  parsed: Extract<ParsedParams, { readonly ok: false }>,
  type: string,
  params: Readonly<Record<string, unknown>>,
): Fault {
  return parsed.code === 'MISSING_PARAM'
    ? new Fault('MISSING_PARAM', parsed.message, {
        extra: { type, params: echoedParams(params), missing: parsed.missing },
      })
    : new Fault('INVALID_PARAM', parsed.message, { extra: { param: parsed.param, type } });
}

const maxEchoedCharacters = 200;

/**
 * Returns the parameters that an error may repeat: the scalars, with long texts cut. Objects and arrays are left out,
 * because they can be large and nested.
 */
export function echoedParams(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      if (typeof value === 'string') {
        return [[name, cleanText(value, maxEchoedCharacters)]];
      }
      return typeof value === 'object' && value !== null ? [] : [[name, value]];
    }),
  );
}
