import { z } from 'zod';

/** The JSON Schema of one field, with the keywords that forms and language models use. */
export type FieldSchema = {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
};

/** The JSON Schema of an object. */
export type FieldsSchema = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
};

/**
 * Returns the JSON Schema of the object that a caller sends. It is made from the strict schema that validates the
 * object.
 */
export function fieldsSchema(schema: z.ZodObject): FieldsSchema {
  const { $schema: _dialect, ...written } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return written as unknown as FieldsSchema;
}
