/** A JSON Schema of the OpenAPI document, with only the keywords that this file reads. */
type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly description?: string;
  readonly title?: string;
};

type Content = { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
type Operation = { readonly requestBody?: Content; readonly responses: Readonly<Record<string, Content>> };
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/**
 * The names of schemas, by a text that identifies each schema. The generated source refers to a named schema by its
 * name instead of repeating it.
 */
type Names = ReadonlyMap<string, string>;

const header = `// "make generate" writes this file from the catalog and the OpenAPI document. Do not edit it.
`;

/**
 * Returns the TypeScript source of the client's types: the parameters and the datum of every data type, and the bodies of
 * every operation. Throws when the document lacks an operation.
 */
export function clientTypes(openApi: unknown): string {
  const document = openApi as Document;
  const answers = responseOf(document, '/v1/get_data', 'post', '200').anyOf ?? [];
  const refusal = responseOf(document, '/v1/get_data', 'post', '409').oneOf?.[0] ?? {};
  const delivered = variantOf(answers, 'delivered');
  const verification = delivered.properties?.['verification'] ?? {};
  const types = responseOf(document, '/v1/types', 'get', '200').properties?.['types']?.items ?? {};
  const watches = responseOf(document, '/v1/watch', 'get', '200').properties?.['watches']?.items ?? {};
  const declared: [string, string, Schema][] = [
    ['Level', 'A verification level: how far independent checking got.', verification.properties?.['level'] ?? {}],
    ['Verification', 'The verification of a delivered answer.', verification],
    [
      'DeliveryFields',
      'The fields of a delivery that do not depend on its type.',
      without(delivered, ['data', 'type', 'params']),
    ],
    [
      'NoSourceFields',
      'The fields of an answer for which no source exists.',
      without(variantOf(answers, 'no_source'), ['type', 'params']),
    ],
    ['RefusalFields', 'The fields of a refusal.', without(refusal, ['type', 'params'])],
    ['CatalogEntry', 'A data type that can be served now.', types],
    ['Trade', 'A swap with the limits that it must keep to.', requestOf(document, '/v1/gate')],
    [
      'GateFields',
      'The fields of a gate decision besides its two parts.',
      without(responseOf(document, '/v1/gate', 'post', '200'), ['quote', 'risk']),
    ],
    ['AskBody', 'The body of a question in words.', requestOf(document, '/v1/ask')],
    [
      'GetDataFields',
      'The fields of a question by type besides its parameters.',
      without(requestOf(document, '/v1/get_data'), ['params']),
    ],
    [
      'WatchableType',
      'The data types that can be watched.',
      requestOf(document, '/v1/watch').properties?.['type'] ?? {},
    ],
    [
      'NewWatchFields',
      'The fields of a new watch besides its type and parameters.',
      without(requestOf(document, '/v1/watch'), ['type', 'params']),
    ],
    ['Watch', 'A watch as its owner sees it.', watches],
    [
      'CreatedWatch',
      'A new watch with its secret, which no other answer contains.',
      responseOf(document, '/v1/watch', 'post', '201'),
    ],
    [
      'Trace',
      'The decision behind an answer, with its charge.',
      responseOf(document, '/v1/traces/{traceId}', 'get', '200'),
    ],
  ];
  const condition = watches.properties?.['condition']?.anyOf?.find((choice) => choice.anyOf !== undefined) ?? {};
  declared.splice(2, 0, [
    'WatchCondition',
    'The test that a verified datum must pass before a notification is sent.',
    condition,
  ]);
  const names: Names = new Map(declared.slice(0, 3).map(([name, , schema]) => [identity(schema), name] as const));
  const codes = Object.keys(document.components.schemas).flatMap((name) => /^error\.(\w+)$/.exec(name)?.[1] ?? []);
  return [
    header,
    `/** The data types by name, each with its parameters and its datum. */\nexport type DataTypes = {\n${dataTypes(document, names)}\n};\n`,
    ...declared.map(
      ([name, text, schema]) => `/** ${text} */\nexport type ${name} = ${writeAnonymous(schema, '', names)};\n`,
    ),
    `/** The codes of the service's errors. */\nexport type ErrorCode = ${codes.map((code) => `'${code}'`).join(' | ')};\n`,
  ].join('\n');
}

function dataTypes({ components: { schemas } }: Document, names: Names): string {
  return Object.keys(schemas)
    .flatMap((name) => /^data\.(.+)$/.exec(name)?.[1] ?? [])
    .map((id) => {
      const data = schemas[`data.${id}`] ?? {};
      const params = write(schemas[`params.${id}`] ?? {}, '    ', names);
      return `${comment(data.title, '  ')}  readonly '${id}': {\n    readonly params: ${params};\n    readonly data: ${write(data, '    ', names)};\n  };`;
    })
    .join('\n');
}

function responseOf(document: Document, path: string, method: string, status: string): Schema {
  const response = document.paths[path]?.[method]?.responses[status];
  if (response === undefined) {
    throw new Error(`the OpenAPI document has no ${method} ${path} with status ${status}`);
  }
  return response.content['application/json'].schema;
}

function requestOf(document: Document, path: string): Schema {
  const body = document.paths[path]?.['post']?.requestBody;
  if (body === undefined) {
    throw new Error(`the OpenAPI document has no body for ${path}`);
  }
  return body.content['application/json'].schema;
}

function variantOf(schemas: readonly Schema[], status: string): Schema {
  const found = schemas.find(({ properties }) => properties?.['status']?.const === status);
  if (found === undefined) {
    throw new Error(`the OpenAPI document has no answer with the status ${status}`);
  }
  return found;
}

function without(schema: Schema, names: readonly string[]): Schema {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

/**
 * Returns a text that identifies the meaning of a schema: two schemas that differ only in titles and descriptions have
 * the same text.
 */
function identity({ description: _description, title: _title, ...schema }: Schema): string {
  return JSON.stringify(schema, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function write(schema: Schema, indent: string, names: Names): string {
  return names.get(identity(schema)) ?? writeAnonymous(schema, indent, names);
}

function writeAnonymous(schema: Schema, indent: string, names: Names): string {
  if ('const' in schema) {
    return literal(schema.const);
  }
  if (schema.enum !== undefined) {
    return schema.enum.map(literal).join(' | ');
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    return [...new Set(choices.map((choice) => write(choice, indent, names)))].join(' | ');
  }
  const kinds = [schema.type ?? []].flat();
  return kinds.length === 0 ? 'unknown' : kinds.map((kind) => writeKind(kind, schema, indent, names)).join(' | ');
}

function writeKind(kind: string, schema: Schema, indent: string, names: Names): string {
  switch (kind) {
    case 'integer':
      return 'number';
    case 'array': {
      const item = write(schema.items ?? {}, indent, names);
      return item.includes('|') ? `readonly (${item})[]` : `readonly ${item}[]`;
    }
    case 'object':
      return writeObject(schema, indent, names);
    default:
      return kind;
  }
}

function writeObject({ properties, required = [] }: Schema, indent: string, names: Names): string {
  if (properties === undefined) {
    return 'Readonly<Record<string, unknown>>';
  }
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(field.description, inner)}${inner}readonly ${name}${mark}: ${write(field, inner, names)};`;
  });
  return fields.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${fields.join('\n')}\n${indent}}`;
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}
