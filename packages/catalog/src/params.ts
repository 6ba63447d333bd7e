import type { z } from 'zod';
import type { DataType } from './define.ts';
import { checkFields, type FieldProblem } from './fields.ts';

/** Normalised parameters, or the first error in the caller's parameters. */
export type ParsedParams =
  | { readonly ok: true; readonly params: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly code: 'INVALID_PARAM'; readonly param: string; readonly message: string }
  | {
      readonly ok: false;
      readonly code: 'MISSING_PARAM';
      readonly missing: readonly string[];
      readonly message: string;
    };

/**
 * Checks parameters and returns them normalised, or the first error. It looks for an unknown name first, then for a
 * missing one, then for a malformed value.
 * @param callersParams the caller's object; it stays unchanged.
 * @param inferredParams names that may be absent because the service infers them.
 */
export function parseParams(
  type: DataType,
  callersParams: Readonly<Record<string, unknown>>,
  inferredParams: readonly string[] = [],
): ParsedParams {
  const checked = checkFields(strictParams(type, inferredParams), callersParams, 'parameter');
  if (!checked.ok) {
    return firstProblem(type, checked.problems);
  }
  const params = checked.value as Readonly<Record<string, string>>;
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

function firstProblem(type: DataType, problems: readonly FieldProblem[]): ParsedParams & { readonly ok: false } {
  const unknown = problems.find(({ kind }) => kind === 'unknown');
  if (unknown !== undefined) {
    return { ok: false, code: 'INVALID_PARAM', param: unknown.path, message: `${type.id} ${unknown.message}` };
  }
  const missing = problems.flatMap(({ kind, path }) => (kind === 'missing' ? [path] : []));
  if (missing.length > 0) {
    return { ok: false, code: 'MISSING_PARAM', missing, message: `${type.id} needs ${missing.join(' and ')}` };
  }
  const [malformed] = problems;
  const param = malformed?.path ?? '';
  return { ok: false, code: 'INVALID_PARAM', param, message: `${param}: ${malformed?.message ?? 'malformed'}` };
}

/**
 * Strict schemas, by data type and by the list of inferred names. They are kept here because creating a schema costs
 * far more than parsing with it.
 */
const strictSchemas = new WeakMap<DataType, Map<string, z.ZodObject>>();

/**
 * Returns the schema of a type's parameters. The schema refuses unknown names, and the inferred names are optional in
 * it.
 */
export function strictParams(type: DataType, inferredParams: readonly string[] = []): z.ZodObject {
  const ofType = strictSchemas.get(type) ?? new Map<string, z.ZodObject>();
  strictSchemas.set(type, ofType);
  const key = inferredParams.join();
  const cachedSchema = ofType.get(key);
  if (cachedSchema !== undefined) {
    return cachedSchema;
  }
  const names: Record<string, true> = Object.fromEntries(inferredParams.map((name) => [name, true]));
  const schema: z.ZodObject = (inferredParams.length === 0 ? type.params : type.params.partial(names)).strict();
  ofType.set(key, schema);
  return schema;
}
