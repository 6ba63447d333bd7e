import fc from 'fast-check';

/** The parts of a JSON schema that the OpenAPI document uses. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
};

/**
 * A value that stands for its own JSON text. It allows texts that JSON.stringify cannot write, such as a huge number.
 */
class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const prototypeNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', ''];
const nest = (levels: number, open: string, inner: string, close: string): JsonText =>
  new JsonText(open.repeat(levels) + inner + close.repeat(levels));

/** Values of a wrong type or an extreme size. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1.5, '', ' ', [], {}, [null], 'anchored', '-0', '1e3', 'NaN'),
  fc
    .constantFrom(
      '1e400',
      '-1e400',
      '1e-400',
      '-0',
      '9007199254740993',
      '18446744073709551616',
      '0.1e+1',
      '9'.repeat(400),
    )
    .map((text) => new JsonText(text)),
  fc
    .constantFrom('"\\ud800"', '"\\udfff x"', '"\\u0000"', '"\\ud83d\\ude00"', '"\\u202e"')
    .map((text) => new JsonText(text)),
  fc.integer({ min: 1, max: 40 }).map((levels) => nest(levels, '[', '0', ']')),
  fc.integer({ min: 1, max: 5_000 }).map((levels) => nest(levels, '{"a":', '1', '}')),
  fc
    .tuple(fc.constantFrom('x', '😀', '1', '"', '\\', '\u0000', 'é'), fc.constantFrom(63, 64, 255, 1_001, 2_049, 9_000))
    .map(([text, times]) => text.repeat(times)),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...prototypeNames).map((name) => new JsonText(`{${JSON.stringify(name)}:{"polluted":true}}`)),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Returns values that match a schema. `schemasByName` has the schemas of the document, to which references lead. */
export function valuesOf(
  schema: JsonSchema,
  schemasByName: Readonly<Record<string, JsonSchema>>,
): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    return valuesOf(schemasByName[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {}, schemasByName);
  }
  if (schema.const !== undefined || schema.enum !== undefined) {
    return fc.constantFrom(...(schema.enum ?? [schema.const]));
  }
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((option) => valuesOf(option, schemasByName)));
  }
  const { minimum: min = -1e9, maximum: max = 1e9 } = schema;
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) => [
        name,
        valuesOf(inner, schemasByName),
      ]);
      const record = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>;
      return fc.record(record, { requiredKeys: [...(schema.required ?? [])] });
    }
    case 'string':
      return schema.pattern === undefined
        ? fc.string({ unit: 'grapheme', maxLength: Math.min(schema.maxLength ?? 60, 2_048) })
        : fc.stringMatching(new RegExp(schema.pattern, 'u'));
    case 'integer':
      return fc.integer({ min, max });
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.jsonValue();
  }
}

/**
 * Returns JSON texts that differ from a valid body. They have wrong types, extra fields, repeated fields or broken
 * JSON.
 */
export function mutationsOf(bodies: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const changed = fc
    .tuple(bodies, fc.nat(), hostileValue)
    .map(([body, place, value]) => jsonText(replaced(body, place, value)));
  const extended = fc
    .tuple(
      bodies,
      fc.oneof(fc.constantFrom(...prototypeNames, 'type', 'params', 'policy', 'query'), fc.string()),
      hostileValue,
    )
    .map(([body, name, value]) => insertFirst(jsonText(body), `${JSON.stringify(name)}:${jsonText(value)}`));
  const broken = fc
    .tuple(bodies, fc.nat(), fc.constantFrom('', '\u0000', '}', ',', '"', '\ufeff', '//', '\\'))
    .map(([body, place, insert]) => {
      const text = jsonText(body);
      const at = place % (text.length + 1);
      return text.slice(0, at) + insert + text.slice(at + 1);
    });
  return fc.oneof(
    { weight: 5, arbitrary: changed },
    { weight: 4, arbitrary: extended },
    { weight: 2, arbitrary: broken },
  );
}

/** Bodies that no schema describes. */
export const foreignBodies: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 3, arbitrary: hostileValue.map((value) => Buffer.from(jsonText(value))) },
  { weight: 3, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.constantFrom(65_535, 65_536, 65_537, 80_000).map((size) => Buffer.alloc(size, ' ')) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30_000 }).map((levels) => Buffer.from('['.repeat(levels))) },
);

/** Returns the JSON text of a value that may contain JsonText. */
export function jsonText(value: unknown): string {
  if (value instanceof JsonText) {
    return value.text;
  }
  if (Array.isArray(value)) {
    return `[${value.map(jsonText).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${jsonText(inner)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Returns a copy of a value with one part replaced. The number `place` selects the part. */
function replaced(value: unknown, place: number, replacement: unknown): unknown {
  const names = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  const choice = place % (names.length + 1);
  const name = names[choice];
  if (name === undefined) {
    return replacement;
  }
  const rest = Math.floor(place / (names.length + 1));
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [name]: replaced(fields[name], rest, replacement) };
}

function insertFirst(text: string, field: string): string {
  return text.length > 2 && text.startsWith('{') ? `{${field},${text.slice(1)}` : `{${field}}`;
}
