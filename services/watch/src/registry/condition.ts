import { cleanText } from '@assay/faults/clean-text';
import type { DataType } from '@assay/catalog/define';
import { z } from 'zod';

const changeCondition = z.strictObject({ field: z.string(), changes: z.literal(true) });
const crossingCondition = z.strictObject({
  field: z.string(),
  crosses: z.number(),
  direction: z.enum(['below', 'above']),
});
const watchCondition = z.union([changeCondition, crossingCondition]);

/** When a verified datum leads to a notification. A watch without a condition notifies of every datum. */
export type WatchCondition = Readonly<z.infer<typeof changeCondition>> | Readonly<z.infer<typeof crossingCondition>>;

/** A valid condition, or a message about what is wrong. */
export type ConditionCheck =
  | { readonly ok: true; readonly condition: WatchCondition }
  | { readonly ok: false; readonly message: string };

const keys = ['field', 'changes', 'crosses', 'direction'];
const forms = '{ field, changes: true } or { field, crosses: <number>, direction: "below" or "above" }';

/**
 * Returns the condition of a stored watch; undefined for a watch without one. Throws an error for JSON that is no condition.
 * @param json the column `condition` as text.
 */
export function parseStoredCondition(json: string | null): WatchCondition | undefined {
  if (json === null) {
    return undefined;
  }
  const parsed = watchCondition.safeParse(JSON.parse(json));
  if (!parsed.success) {
    throw new Error(`the stored condition is invalid: ${z.prettifyError(parsed.error)}`);
  }
  return parsed.data;
}

/**
 * Checks a caller's condition against the data of a type. It refuses every unknown or incomplete part, because a condition
 * that is read differently than meant would watch something else.
 */
export function checkCondition(given: unknown, type: DataType): ConditionCheck {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return refuse(`"condition" must be ${forms}; leave it out to be notified of every change`);
  }
  // The fields of the other form are null where a typed client does not set them.
  const condition = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const unknown = Object.keys(condition).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    return refuse(`"condition" has no "${cleanText(unknown, 64)}"; it is ${forms}`);
  }
  const { field } = condition;
  const shape = type.data.shape as Readonly<Record<string, z.ZodType>>;
  const fields = Object.keys(shape).join(', ');
  if (typeof field !== 'string') {
    return refuse(`"condition.field" must name a field of the data of ${type.id}: ${fields}`);
  }
  const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
  if (schema === undefined) {
    return refuse(`"condition.field": ${type.id} has no field "${cleanText(field, 64)}" in its data; it has ${fields}`);
  }
  const changes = Object.hasOwn(condition, 'changes');
  const crosses = Object.hasOwn(condition, 'crosses') || Object.hasOwn(condition, 'direction');
  if (changes === crosses) {
    return refuse(`"condition" must be one of two forms: ${forms}`);
  }
  return changes ? checkChange(field, condition) : checkCrossing(field, condition, schema, type);
}

function checkChange(field: string, condition: Readonly<Record<string, unknown>>): ConditionCheck {
  return condition['changes'] === true
    ? { ok: true, condition: { field, changes: true } }
    : refuse('"condition.changes" must be true');
}

function checkCrossing(
  field: string,
  condition: Readonly<Record<string, unknown>>,
  schema: z.ZodType,
  type: DataType,
): ConditionCheck {
  const { crosses, direction } = condition;
  if (!isNumeric(schema)) {
    return refuse(
      `"condition.crosses" needs a numeric field, and "${field}" of ${type.id} is not numeric; use changes: true`,
    );
  }
  if (typeof crosses !== 'number' || !Number.isFinite(crosses)) {
    return refuse('"condition.crosses" must be a finite number');
  }
  if (direction !== 'below' && direction !== 'above') {
    return refuse('"condition.direction" must be "below" or "above"');
  }
  return { ok: true, condition: { field, crosses, direction } };
}

/** Returns whether a field holds numbers or decimal strings. A schema of decimal strings refuses any other text. */
function isNumeric(schema: z.ZodType): boolean {
  const accepts = (value: unknown): boolean => schema.safeParse(value).success;
  return accepts(1) || (accepts('1') && !accepts('one'));
}

function refuse(message: string): ConditionCheck {
  return { ok: false, message };
}
