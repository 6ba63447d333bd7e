import { cleanText } from '@assay/faults/clean-text';
import type { z } from 'zod';
import type { DataType } from './define.ts';
import { requiredParams } from './define.ts';

/** A caller's parameters, normalised, or the first error in them. */
export type ParsedParams =
  | { readonly ok: true; readonly params: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly code: 'INVALID_PARAM'; readonly param: string; readonly message: string }
  | {
      readonly ok: false;
      readonly code: 'MISSING_PARAM';
      readonly missing: readonly string[];
      readonly message: string;
    };

/** Maximum number of code points of a caller's text that an error repeats. */
const maxEchoedCharacters = 200;

/**
 * Checks parameters for an unknown name first, then for a missing one, then for a malformed value.
 * @param given the caller's object; it stays unchanged.
 * @param inferredParams names that may be absent because the service infers them.
 */
export function parseParams(
  type: DataType,
  given: Readonly<Record<string, unknown>>,
  inferredParams: readonly string[] = [],
): ParsedParams {
  const known = Object.keys(type.params.shape);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return {
      ok: false,
      code: 'INVALID_PARAM',
      param: cleanText(unknown, maxEchoedCharacters),
      message: `${type.id} has no parameter "${cleanText(unknown, 64)}"; it takes ${known.join(', ')}`,
    };
  }
  const present = Object.values(given).some(isAbsent)
    ? Object.fromEntries(Object.entries(given).filter(([, value]) => !isAbsent(value)))
    : given;
  const missing = requiredParams(type).filter((name) => !(name in present) && !inferredParams.includes(name));
  if (missing.length > 0) {
    return { ok: false, code: 'MISSING_PARAM', missing, message: `${type.id} needs ${missing.join(' and ')}` };
  }
  const parsed = schemaWithout(type, inferredParams).safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const param = String(issue?.path[0] ?? '');
    return { ok: false, code: 'INVALID_PARAM', param, message: `${param}: ${issue?.message ?? 'malformed'}` };
  }
  const params = parsed.data as Record<string, string>;
  const contradiction = type.checkParams?.(params);
  return contradiction === undefined
    ? { ok: true, params }
    : {
        ok: false,
        code: 'INVALID_PARAM',
        param: contradiction.param,
        message: `${contradiction.param}: ${contradiction.message}`,
      };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/**
 * Schemas with some optional parameters, by the names of those. Creating a schema costs far more than parsing with it.
 */
const partials = new WeakMap<DataType, Map<string, z.ZodObject>>();

function schemaWithout(type: DataType, inferredParams: readonly string[]): z.ZodObject {
  if (inferredParams.length === 0) {
    return type.params;
  }
  const ofType = partials.get(type) ?? new Map<string, z.ZodObject>();
  partials.set(type, ofType);
  const key = inferredParams.join();
  const schema = ofType.get(key) ?? type.params.partial(mask(inferredParams));
  ofType.set(key, schema);
  return schema;
}

function mask(names: readonly string[]): Record<string, true> {
  return Object.fromEntries(names.map((name) => [name, true as const]));
}
