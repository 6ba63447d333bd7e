import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { nearestHint, nearestName } from './nearest-name.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One problem of an object that a caller sent. */
export type FieldProblem = {
  /**
   * `not_listed`: a text outside the allowed values. `too_long`: a value of the right form that exceeds its maximum
   * length.
   */
  readonly kind: 'unknown' | 'missing' | 'malformed' | 'not_listed' | 'too_long';
  /**
   * The names that lead to the field, joined by dots, such as `policy.minLevel`. Empty when the problem is the object
   * itself.
   */
  readonly path: string;
  /** What a right value would be, without the field's name, such as `must be a whole number`. */
  readonly message: string;
  /**
   * For an unknown field: the path of the known field that the caller probably meant. For a text: the allowed value
   * that the caller probably meant.
   */
  readonly nearest?: string | undefined;
};

/** The object as its schema returns it, or everything that is wrong with it. */
export type CheckedFields<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/**
 * Maximum number of code points of a path. `maxMessageCharacters` is the maximum of each caller's name that a message
 * repeats.
 */
const maxPathCharacters = 200;
const maxMessageCharacters = 64;

/**
 * Checks an object against its strict schema, at every depth. A field that is `null` counts as absent. The problems are
 * in the order of the schema's fields.
 * @param callersFields the caller's object; it stays unchanged.
 * @param noun the word for a field in messages, such as `parameter`.
 */
export function checkFields<Schema extends z.ZodObject>(
  schema: Schema,
  callersFields: Fields,
  noun = 'field',
): CheckedFields<z.output<Schema>> {
  const direct = schema.safeParse(callersFields);
  if (direct.success) {
    return { ok: true, value: direct.data };
  }
  const present = withoutNulls(callersFields, schema);
  const parsed = present === callersFields ? direct : schema.safeParse(present);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : {
        ok: false,
        problems: parsed.error.issues.flatMap((issue) => problemsOf(issue, [], { schema, given: present, noun })),
      };
}

/**
 * Returns the object without its known fields that are null: typed clients and strict tool schemas send null for fields
 * that they do not set. An unknown field stays, so that its name is refused. Returns the same object when it has no
 * such null.
 */
function withoutNulls(callersFields: Fields, schema: z.ZodType): Fields {
  const shape = shapeOf(schema);
  if (shape === undefined) {
    return callersFields;
  }
  const entries = Object.entries(callersFields);
  const keptEntries = entries.flatMap(([name, value]): (readonly [string, unknown])[] => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field !== undefined && value === null) {
      return [];
    }
    return [[name, field !== undefined && isObject(value) ? withoutNulls(value, field) : value]];
  });
  const isUnchanged =
    keptEntries.length === entries.length && keptEntries.every(([, value], index) => value === entries[index]?.[1]);
  // Object.fromEntries keeps a name such as __proto__ as an ordinary field.
  return isUnchanged ? callersFields : Object.fromEntries(keptEntries);
}

/**
 * Returns all fields that a value of this schema can have. The schema may be an object, an optional object or a union
 * of objects.
 */
function shapeOf(schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> | undefined {
  const shapes = optionsOf(schema).flatMap((option) => (option instanceof z.ZodObject ? [option.shape] : []));
  return shapes.length === 0 ? undefined : (Object.assign({}, ...shapes) as Readonly<Record<string, z.ZodType>>);
}

/**
 * Returns the alternatives of a union; for any other schema, the schema itself. An optional schema counts as the schema
 * that it wraps.
 */
function optionsOf(schema: z.ZodType | undefined): readonly z.ZodType[] {
  if (schema instanceof z.ZodOptional) {
    return optionsOf(schema.unwrap() as z.ZodType);
  }
  return schema instanceof z.ZodUnion ? (schema.options as readonly z.ZodType[]) : schema === undefined ? [] : [schema];
}

type Checked = { readonly schema: z.ZodObject; readonly given: Fields; readonly noun: string };

/**
 * Returns the problems that one issue of the schema library describes.
 * @param prefix the names of the fields that lead to the value of the issue.
 */
function problemsOf(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[], checked: Checked): FieldProblem[] {
  const names = [...prefix, ...issue.path];
  const path = names.map(String).join('.');
  const value = valueAt(checked.given, names);
  if (issue.code === 'unrecognized_keys') {
    const schema = schemaAt(checked.schema, names);
    const knownNames = Object.keys(shapeOf(schema) ?? {});
    // The name belongs to another alternative of the union, and a value cannot mix two alternatives.
    return issue.keys.some((key) => knownNames.includes(key))
      ? [{ kind: 'malformed', path, message: formsMessage(schema) }]
      : issue.keys.map((key) => unknownField(key, path, knownNames, checked.noun));
  }
  if (value === undefined) {
    return [{ kind: 'missing', path, message: issue.message }];
  }
  if (issue.code === 'invalid_union' && isObject(value)) {
    return problemsOfUnion(issue, names, checked, value);
  }
  if (issue.code === 'invalid_value' && typeof value === 'string' && value.trim() !== '') {
    const nearest = nearestName(value, issue.values.map(String));
    return [{ kind: 'not_listed', path, message: `${issue.message}${nearestHint(nearest)}`, nearest }];
  }
  return [{ kind: issue.code === 'too_big' ? 'too_long' : 'malformed', path, message: issue.message }];
}

/**
 * Returns the problems of a value that should match one alternative of a union. They refer to the alternative that the
 * value resembles most. A value that mixes two alternatives, or resembles none, gets one message that names all
 * alternatives.
 */
function problemsOfUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  names: readonly PropertyKey[],
  checked: Checked,
  value: Fields,
): FieldProblem[] {
  const shapes = optionsOf(schemaAt(checked.schema, names)).map((option) => Object.keys(shapeOf(option) ?? {}));
  const unknown = Object.keys(value).filter((key) => !shapes.flat().includes(key));
  const telling = Object.keys(value).filter((key) => shapes.some((shape) => !shape.includes(key)));
  const closest = issue.errors.filter((_errors, index) => telling.some((key) => shapes[index]?.includes(key)));
  const [only, ...others] = closest;
  const path = names.join('.');
  if (only !== undefined && others.length === 0) {
    return only.flatMap((each) => problemsOf(each, names, checked));
  }
  return unknown.length === 0
    ? [{ kind: 'malformed', path, message: issue.message }]
    : unknown.map((key) => unknownField(key, path, [...new Set(shapes.flat())], checked.noun));
}

/** Returns the union's own message for a value that matches none of its alternatives. */
function formsMessage(schema: z.ZodType | undefined): string {
  return schema?.safeParse(null).error?.issues[0]?.message ?? 'must have one of its forms';
}

function unknownField(name: string, path: string, knownNames: readonly string[], noun: string): FieldProblem {
  const shownName = cleanText(name, maxMessageCharacters);
  const inside = (field: string): string => (path === '' ? field : `${path}.${field}`);
  const nearest = nearestName(name, knownNames);
  const hint = nearest === undefined ? 'it takes' : `did you mean "${nearest}"? It takes`;
  return {
    kind: 'unknown',
    path: inside(cleanText(name, maxPathCharacters)),
    message: `has no ${noun} "${shownName}"; ${hint} ${knownNames.join(', ')}`,
    nearest: nearest === undefined ? undefined : inside(nearest),
  };
}

/** Returns the schema of the field to which the names lead; undefined when the schema has no such field. */
function schemaAt(schema: z.ZodType | undefined, names: readonly PropertyKey[]): z.ZodType | undefined {
  const [first, ...rest] = names;
  return first === undefined ? schema : schemaAt(shapeOf(schema)?.[String(first)], rest);
}

function valueAt(container: unknown, names: readonly PropertyKey[]): unknown {
  const [first, ...rest] = names;
  if (first === undefined) {
    return container;
  }
  // Only own fields count, so that an inherited name such as `toString` is absent.
  return typeof container === 'object' && container !== null && Object.hasOwn(container, first)
    ? valueAt((container as Readonly<Record<PropertyKey, unknown>>)[first], rest)
    : undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
