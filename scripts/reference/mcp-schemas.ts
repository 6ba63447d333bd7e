/** A JSON Schema of the OpenAPI document. */
type Schema = { readonly [keyword: string]: unknown };
type Properties = Readonly<Record<string, Schema>>;

type Content = { readonly content?: { readonly 'application/json': { readonly schema: Schema } } };
type Operation = { readonly requestBody?: Content; readonly responses: Readonly<Record<string, Content>> };
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const header = `// "make generate" writes this file from the OpenAPI document. Do not edit it.
`;

/**
 * The nested objects whose fields an output schema lists. All other objects allow any fields, because models read the
 * schemas on every call and should not read much.
 */
const namedFields: Readonly<Record<string, readonly string[]>> = { verification: ['level'] };

/**
 * The fields for which an output schema lists the possible values. Callers decide what to do next by the values of
 * these fields.
 */
const listedValues: ReadonlySet<string> = new Set(['status', 'decision', 'level']);

/**
 * The fields that an output schema leaves out, by operation. `code` and `error` of a refusal are constant, and its
 * `reason` says more. A new watch has no value in its left-out fields. Few models need those of `explain`. Answers
 * still contain all of these fields.
 */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  ask: ['code', 'error'],
  get_data: ['code', 'error'],
  create_watch: ['lastTriggeredAt', 'lastDeliveredAt', 'lastAttempt'],
  explain: ['attempt', 'parts', 'query'],
};

/**
 * Returns the source of the tools' input and output schemas, made from the schemas of the HTTP API. Inputs lack
 * keywords that only machines need; outputs lack descriptions. The possible answers of an operation are merged into one
 * object.
 */
export function mcpSchemas(openApi: unknown): string {
  const document = openApi as Document;
  const input = (path: string): Schema => compactInput(document.paths[path]?.['post']?.requestBody?.content);
  const output = (path: string, method: string, statuses: readonly string[], omitted: readonly string[] = []): Schema =>
    merge(
      omitted,
      statuses.flatMap((status) => {
        const schema = document.paths[path]?.[method]?.responses[status]?.content?.['application/json'].schema;
        if (schema === undefined) {
          throw new Error(`the OpenAPI document has no ${method} ${path} with status ${status}`);
        }
        return variants(schema);
      }),
    );
  const schemas = {
    ask: { input: input('/v1/ask'), output: output('/v1/ask', 'post', ['200', '409'], leftOut['ask']) },
    get_data: {
      input: input('/v1/get_data'),
      output: output('/v1/get_data', 'post', ['200', '409'], leftOut['get_data']),
    },
    list_types: { output: output('/v1/types', 'get', ['200']) },
    gate: { input: input('/v1/gate'), output: output('/v1/gate', 'post', ['200']) },
    create_watch: { input: input('/v1/watch'), output: output('/v1/watch', 'post', ['201'], leftOut['create_watch']) },
    list_watches: { output: output('/v1/watch', 'get', ['200']) },
    explain: { output: output('/v1/traces/{traceId}', 'get', ['200'], leftOut['explain']) },
  };
  return `${header}
/** The schemas of the tools, by the name of the tool. */
export const schemas = ${JSON.stringify(schemas, undefined, 2)} as const;
`;
}

/**
 * Returns the objects that a response can be. Leaves out errors, because a tool that fails returns no structured
 * content.
 */
function variants(schema: Schema): Schema[] {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  return (choices ?? [schema]).flatMap((choice) =>
    choice['anyOf'] !== undefined ? variants(choice) : choice['type'] === 'object' ? [choice] : [],
  );
}

function merge(omitted: readonly string[], objects: readonly Schema[]): Schema {
  const properties: Record<string, Schema> = {};
  for (const object of objects) {
    for (const [name, schema] of Object.entries(object['properties'] as Properties)) {
      if (omitted.includes(name)) {
        continue;
      }
      properties[name] = join(properties[name], compactOutput(name, schema));
    }
  }
  return { type: 'object', properties };
}

function join(a: Schema | undefined, b: Schema): Schema {
  if (a === undefined || JSON.stringify(a) === JSON.stringify(b)) {
    return b;
  }
  const values = [a, b].map((schema) => (schema['enum'] ?? ('const' in schema ? [schema['const']] : [])) as unknown[]);
  return values.every((each) => each.length > 0)
    ? { enum: [...new Set(values.flat())] }
    : Object.fromEntries(Object.entries(a).filter(([keyword]) => keyword === 'type'));
}

function compactOutput(name: string, schema: Schema): Schema {
  if (listedValues.has(name) && ('const' in schema || 'enum' in schema)) {
    return 'const' in schema ? { const: schema['const'] } : { enum: schema['enum'] };
  }
  const choices = schema['anyOf'] as readonly Schema[] | undefined;
  if (choices !== undefined) {
    const kinds = [...new Set(choices.flatMap(kindsOf))];
    return kinds.length === 0 ? {} : { type: kinds.length === 1 ? kinds[0] : kinds };
  }
  const { type = typeof schema['const'] } = schema;
  const inside = namedFields[name]?.map((field): [string, Schema] => [
    field,
    compactOutput(field, (schema['properties'] as Properties)[field] ?? {}),
  ]);
  return inside === undefined
    ? type === 'undefined'
      ? {}
      : { type }
    : { type, properties: Object.fromEntries(inside) };
}

/** Returns the JSON types that a schema allows for a value. A schema with a reference counts as an object. */
function kindsOf(schema: Schema): string[] {
  if (schema['anyOf'] !== undefined) {
    return (schema['anyOf'] as readonly Schema[]).flatMap(kindsOf);
  }
  return '$ref' in schema ? ['object'] : [(schema['type'] ?? []) as string | string[]].flat();
}

const dropped = new Set([
  'pattern',
  'maxLength',
  'minLength',
  'additionalProperties',
  'propertyNames',
  'minimum',
  'maximum',
]);

function compactInput(content: Content['content']): Schema {
  if (content === undefined) {
    throw new Error('the OpenAPI document has no body for an operation that is a tool');
  }
  return compact(content['application/json'].schema);
}

function compact(schema: Schema): Schema {
  const choices = schema['anyOf'] as readonly Schema[] | undefined;
  if (choices?.some((choice) => '$ref' in choice) === true) {
    return { type: 'object', description: schema['description'] };
  }
  if (choices !== undefined) {
    const description = compactValue('description', schema['description']);
    return { type: 'object', description, anyOf: choices.map(compactChoice) };
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !dropped.has(keyword))
      .map(([keyword, value]) => [keyword, compactValue(keyword, value)]),
  );
}

/**
 * Returns a short form of the objects that a parameter can be. Their fields lose their descriptions, because the names
 * say the same.
 */
function compactChoice(choice: Schema): Schema {
  const fields = Object.entries(choice['properties'] as Properties);
  return {
    properties: Object.fromEntries(
      fields.map(([name, field]) => {
        const { description: _description, ...rest } = compact(field);
        return [name, 'const' in rest ? { const: rest['const'] } : rest];
      }),
    ),
    required: choice['required'],
  };
}

function compactValue(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    return Object.fromEntries(Object.entries(value as Properties).map(([name, each]) => [name, compact(each)]));
  }
  if (keyword === 'description') {
    // Keeps only the first sentence, which says what the field is, and says "tool" where the text says "operation".
    return String(value)
      .replace(/\. .*$/s, '.')
      .replace('GET /v1/types', 'list_types');
  }
  return value;
}
