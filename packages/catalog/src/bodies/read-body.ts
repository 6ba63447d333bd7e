import { cleanText } from '@assay/faults/clean-text';
import { Fault, faults, type FaultCode } from '@assay/faults/faults';
import type { z } from 'zod';
import { checkFields, type FieldProblem } from '../fields.ts';
import { nearestHint } from '../nearest-name.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Settings that turn the problems of one body into the fault that a caller receives. */
export type BodyRules = {
  /** The words that messages use for the body, such as `a watch`. */
  readonly name?: string;
  /** The code of every problem. When absent, each problem has its own code from `codesByPath`. */
  readonly code?: FaultCode;
  /** The data type whose parameters are fields of the body itself. Absent for a body that has them in `params`. */
  readonly paramsOf?: string;
  /**
   * Throws a fault when the subject (query, type or policy) is well formed but cannot be served now. It runs before
   * problems of other fields are reported.
   */
  readonly checkSubject?: (bodyFields: Fields) => void;
};

/**
 * The fault codes of fields that have codes of their own. A problem of any other field has the code INVALID_PARAM, or
 * MISSING_PARAM if the field is a missing parameter.
 */
const codesByPath: Readonly<Record<string, Partial<Record<FieldProblem['kind'], FaultCode>>>> = {
  query: { missing: 'MISSING_QUERY', malformed: 'MISSING_QUERY' },
  type: { missing: 'MISSING_TYPE', malformed: 'MISSING_TYPE', not_listed: 'TYPE_NOT_FOUND' },
  policy: { missing: 'MISSING_POLICY' },
  'policy.maxPriceImpactBps': { missing: 'MISSING_POLICY' },
  minLevel: { malformed: 'BAD_MIN_LEVEL', not_listed: 'BAD_MIN_LEVEL' },
  'policy.minLevel': { malformed: 'BAD_MIN_LEVEL', not_listed: 'BAD_MIN_LEVEL' },
};

/** The fields that say what the caller asks for. Their problems are reported first. */
const subjects: ReadonlySet<string> = new Set(['query', 'type', 'policy']);

/**
 * Validates a body with its strict schema and returns the result. A field that is `null` counts as absent. Throws the
 * fault of the first problem in the order of the contract: the subject (query, type or policy), the level, an unknown
 * field, a missing field, a malformed field. Each message names the field and what would be right.
 */
export function readBody<Schema extends z.ZodObject>(
  schema: Schema,
  bodyFields: Fields,
  rules: BodyRules = {},
): z.output<Schema> {
  const checked = checkFields(schema, bodyFields);
  if (checked.ok) {
    return checked.value;
  }
  const stageOf = rules.code === undefined ? contractStage : kindStage;
  const [first] = checked.problems.toSorted((a, b) => stageOf(a) - stageOf(b));
  if (first === undefined) {
    throw new Fault('INTERNAL', undefined, { cause: new Error('a schema refused a body without a reason') });
  }
  if (stageOf(first) > 0) {
    rules.checkSubject?.(bodyFields);
  }
  throw faultOf(first, checked.problems, bodyFields, rules);
}

/**
 * Returns the position of a problem in the contract's order of problems, from 0. The body's first problem in this order
 * is reported.
 */
function contractStage({ kind, path }: FieldProblem): number {
  const code = codesByPath[path]?.[kind];
  if (code === 'BAD_MIN_LEVEL') {
    return 1;
  }
  const isSubject = code !== undefined || (subjects.has(path) && kind !== 'unknown');
  return isSubject ? 0 : kindStage({ kind });
}

/**
 * Returns the position of a problem by its kind alone. Unknown fields come before missing ones, because an unknown
 * field is often the misspelling of a missing one.
 */
function kindStage({ kind }: Pick<FieldProblem, 'kind'>): number {
  return kind === 'unknown' ? 2 : kind === 'missing' ? 3 : 4;
}

function faultOf(
  { kind, path, message: rule, nearest }: FieldProblem,
  problems: readonly FieldProblem[],
  bodyFields: Fields,
  { name = 'the body', code: onlyCode, paramsOf }: BodyRules,
): Fault {
  const missing = problems.flatMap((each) => (each.kind === 'missing' ? [each.path] : []));
  const code = onlyCode ?? codeOf({ kind, path }, paramsOf);
  const message = kind === 'unknown' ? `${ownerOf(path, name)} ${rule}` : `"${path}" ${rule}`;
  switch (code) {
    case 'MISSING_QUERY':
    case 'MISSING_TYPE':
    case 'MISSING_POLICY':
      return fault(code, `${faults[code].defaultMessage}${misspelling(path, problems)}`);
    case 'TYPE_NOT_FOUND':
      return fault(code, noSuchType(bodyFields, nearest));
    case 'MISSING_PARAM':
      return fault(code, `${paramsOf} needs ${missing.join(' and ')}`, {
        type: paramsOf,
        params: echoedFields(bodyFields),
        missing,
      });
    case 'INVALID_PARAM':
      return fault(code, message, { param: path, ...typeOf(bodyFields, paramsOf) });
    default:
      return fault(code, message);
  }
}

/**
 * Returns the message for a type that does not exist. A type that exists but has no source now gets the default message
 * of its code.
 */
function noSuchType({ type }: Fields, nearest: string | undefined): string {
  const shown = cleanText(String(type), maxTypeCharacters);
  return `there is no type "${shown}"${nearestHint(nearest) || ';'} GET /v1/types lists the types`;
}

function codeOf({ kind, path }: Pick<FieldProblem, 'kind' | 'path'>, paramsOf: string | undefined): FaultCode {
  const code = codesByPath[path]?.[kind];
  return (
    code ?? (kind === 'missing' && paramsOf !== undefined && !path.includes('.') ? 'MISSING_PARAM' : 'INVALID_PARAM')
  );
}

/**
 * Returns the fault of a body. The same body would cause the same fault again, so the fault may be stored under an
 * idempotency key.
 */
function fault(code: FaultCode, message: string | undefined, extra: Fields = {}): Fault {
  return new Fault(code, message, { extra, mendable: false });
}

/**
 * Returns the words for the object that lacks a field, for a message: the body itself, or the object at this path
 * within the body.
 */
function ownerOf(path: string, name: string): string {
  const end = path.lastIndexOf('.');
  return end === -1 ? name : `"${path.slice(0, end)}"`;
}

/**
 * Returns the end of a message about a missing field: the unknown field that is probably its misspelling. Empty without
 * such a field.
 */
function misspelling(path: string, problems: readonly FieldProblem[]): string {
  const misspeltField = problems.find(({ nearest, kind }) => kind === 'unknown' && nearest === path);
  return misspeltField === undefined ? '' : `; "${misspeltField.path}" is unknown: did you mean "${path}"?`;
}

/** Returns the type of the question as a field of the error body. Empty when the body names no type. */
function typeOf({ type }: Fields, paramsOf: string | undefined): Fields {
  const typeName = paramsOf ?? (typeof type === 'string' ? cleanText(type, maxEchoedCharacters) : undefined);
  return typeName === undefined ? {} : { type: typeName };
}

const maxEchoedCharacters = 200;
const maxTypeCharacters = 64;

/**
 * Returns the fields that an error may repeat: the scalars, with long texts cut. Objects and arrays are left out,
 * because they can be large and nested.
 */
export function echoedFields(bodyFields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(bodyFields).flatMap(([name, value]) => {
      if (typeof value === 'string') {
        return [[name, cleanText(value, maxEchoedCharacters)]];
      }
      return typeof value === 'object' && value !== null ? [] : [[name, value]];
    }),
  );
}
