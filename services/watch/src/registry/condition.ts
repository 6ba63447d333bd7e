import type { DataType } from '@assay/catalog/define';
import type { z } from 'zod';

/** When a re-verified delivery is worth a notification. A watch without one notifies of every delivery. */
export type Condition =
  | { readonly field: string; readonly changes: true }
  | { readonly field: string; readonly crosses: number; readonly direction: 'below' | 'above' };

/** A condition that is in order, or what is wrong with it. */
export type ConditionCheck =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly message: string };

const keys = ['field', 'changes', 'crosses', 'direction'];
const forms = '{ field, changes: true } or { field, crosses: <number>, direction: "below" or "above" }';

/**
 * Checks a caller's condition against the data of a type. Nothing in it is ignored or guessed, since a misread condition
 * would silently watch something else.
 */
export function checkCondition(given: unknown, type: DataType): ConditionCheck {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return wrong(`"condition" must be ${forms}; leave it out to be told of every change`);
  }
  const condition = given as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(condition).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    return wrong(`"condition" has no "${unknown.slice(0, 64)}"; it is ${forms}`);
  }
  const { field } = condition;
  const shape = type.data.shape as Readonly<Record<string, z.ZodType>>;
  const fields = Object.keys(shape).join(', ');
  if (typeof field !== 'string') {
    return wrong(`"condition.field" must name a field of the data of ${type.id}: ${fields}`);
  }
  const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
  if (schema === undefined) {
    return wrong(`"condition.field": ${type.id} has no field "${field.slice(0, 64)}" in its data; it has ${fields}`);
  }
  const changes = Object.hasOwn(condition, 'changes');
  const crosses = Object.hasOwn(condition, 'crosses') || Object.hasOwn(condition, 'direction');
  if (changes === crosses) {
    return wrong(`"condition" must be one of two forms: ${forms}`);
  }
  return changes ? checkChange(field, condition) : checkCrossing(field, condition, schema, type);
}

function checkChange(field: string, condition: Readonly<Record<string, unknown>>): ConditionCheck {
  return condition['changes'] === true
    ? { ok: true, condition: { field, changes: true } }
    : wrong('"condition.changes" must be true');
}

function checkCrossing(
  field: string,
  condition: Readonly<Record<string, unknown>>,
  schema: z.ZodType,
  type: DataType,
): ConditionCheck {
  const { crosses, direction } = condition;
  if (!isNumeric(schema)) {
    return wrong(`"condition.crosses" needs a numeric field, and "${field}" of ${type.id} is none; use changes: true`);
  }
  if (typeof crosses !== 'number' || !Number.isFinite(crosses)) {
    return wrong('"condition.crosses" must be a finite number');
  }
  if (direction !== 'below' && direction !== 'above') {
    return wrong('"condition.direction" must be "below" or "above"');
  }
  return { ok: true, condition: { field, crosses, direction } };
}

/** Whether a field holds numbers, or decimal strings: those refuse any other text. */
function isNumeric(schema: z.ZodType): boolean {
  const accepts = (value: unknown): boolean => schema.safeParse(value).success;
  return accepts(1) || (accepts('1') && !accepts('one'));
}

function wrong(message: string): ConditionCheck {
  return { ok: false, message };
}
