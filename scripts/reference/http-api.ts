import { page, table } from './table.ts';

/** A JSON Schema of the OpenAPI document, with only the keywords that this page needs. */
type PageSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly PageSchema[];
  readonly oneOf?: readonly PageSchema[];
  readonly properties?: Readonly<Record<string, PageSchema>>;
  readonly required?: readonly string[];
  readonly items?: PageSchema;
  readonly description?: string;
};
type Body = {
  readonly content?: {
    readonly 'application/json'?: {
      readonly schema?: PageSchema;
      readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
    };
  };
};
type PageOperation = {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body & { readonly description: string }>>;
};
type Paths = Readonly<Record<string, Readonly<Record<string, PageOperation>>>>;

const introduction = `For developers who write requests by hand or generate a client. After this page you know every operation, its fields and
its errors.

The same document is at \`/v1/openapi.json\`. [The API explorer](http://localhost:8080/docs/api) shows it with a form for each
operation. [Authentication](../use/authentication.md) describes the key that every operation needs.`;

/** Returns the page of all operations of the HTTP API, made from its OpenAPI document. */
export function httpApiPage(openApi: unknown): string {
  const { paths } = openApi as { readonly paths: Paths };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, operation })),
  );
  const overview = operations.map(({ title, operation }) => [`[\`${title}\`](#${anchorOf(title)})`, operation.summary]);
  return page(
    'HTTP API',
    'the routes of `services/gateway/src/routes`',
    [
      introduction,
      table(['operation', 'purpose'], overview),
      ...operations.map(({ title, operation }) => sectionOf(title, operation)),
    ].join('\n\n'),
  );
}

function sectionOf(title: string, operation: PageOperation): string {
  const inputs = (operation.parameters ?? []).map(({ name, in: place, required, description = '' }) => [
    `\`${name}\``,
    place,
    required === true ? 'yes' : 'no',
    description,
  ]);
  const json = operation.requestBody?.content?.['application/json'];
  const [example] = Object.values(json?.examples ?? {});
  return [
    `## ${title}`,
    `**${operation.summary}.** ${operation.description}`,
    ...(inputs.length === 0 ? [] : [table(['parameter', 'in', 'required', 'meaning'], inputs)]),
    ...(json?.schema === undefined
      ? []
      : ['**Body**', table(['field', 'type', 'required', 'meaning'], fieldsOf(json.schema, ''))]),
    ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example.value, undefined, 2)}\n\`\`\``]),
    '**Responses**',
    table(['status', 'meaning'], Object.entries(operation.responses).map(responseRow)),
    ...successOf(operation),
  ].join('\n\n');
}

/** Returns a row of the table of responses. Each error code links to its cause and its remedy. */
function responseRow([status, { description }]: [string, { readonly description: string }]): string[] {
  const parts = description.split('\n\n').map((part) => {
    const code = /^`([A-Z_]+)`: /.exec(part)?.[1];
    return code === undefined ? part.replace(/\.$/, '') : `[\`${code}\`](errors.md#${code.toLowerCase()})`;
  });
  return [status, parts.join(', ')];
}

/** Returns the tables of fields of a successful body, one for each form that the body can have. */
function successOf({ responses }: PageOperation): string[] {
  const schema = (responses['200'] ?? responses['201'])?.content?.['application/json']?.schema;
  const forms = schema?.anyOf ?? schema?.oneOf ?? (schema === undefined ? [] : [schema]);
  return forms.flatMap((form) => {
    const status = form.properties?.['status']?.const;
    const heading =
      typeof status === 'string' ? `**Fields of a body with status \`${status}\`**` : '**Fields of the body**';
    return [heading, table(['field', 'type', 'always', 'meaning'], fieldsOf(form, ''))];
  });
}

/** Returns a row for each field of an object, including the fields of nested objects. */
function fieldsOf(schema: PageSchema, prefix: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const nested = field.properties === undefined ? field.items : field;
    const row = [
      `\`${path}\``,
      kindOf(field),
      schema.required?.includes(name) === true ? 'yes' : 'no',
      field.description ?? '',
    ];
    return [row, ...(nested === undefined ? [] : fieldsOf(nested, `${path}${field.items === undefined ? '' : '[]'}.`))];
  });
}

function kindOf(schema: PageSchema): string {
  if (schema.const !== undefined) {
    return `\`${JSON.stringify(schema.const)}\``;
  }
  if (schema.enum !== undefined) {
    return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  }
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms !== undefined) {
    return [...new Set(forms.map(kindOf))].join(' or ');
  }
  return schema.$ref === undefined ? [schema.type ?? 'any'].flat().join(' or ') : 'object';
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
