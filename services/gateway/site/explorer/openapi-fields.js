const maxDepth = 3;

/**
 * Returns the operations of an OpenAPI document in its order: id, method, path, texts, the body with its examples, and
 * the schema of the successful answer.
 */
export function operationsOf(api) {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
      const content = requestBody?.content['application/json'];
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        summary,
        description,
        pathParams: parameters.filter((each) => each.in === 'path').map(({ name }) => name),
        queryParams: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
        body: content === undefined ? undefined : { schema: content.schema, examples: content.examples },
        responses,
        success: success?.content?.['application/json']?.schema,
      };
    }),
  );
}

/**
 * Returns for each field of an object's schema: its name after the names of the objects that contain it, its kind, its
 * description, and whether it is required.
 */
export function fieldsOf(api, schema, prefix = '', depth = 0) {
  const { properties = {}, required = [] } = resolved(api, schema);
  return Object.entries(properties).flatMap(([name, given]) => {
    const field = resolved(api, given);
    const row = {
      name: `${prefix}${name}`,
      kind: kindOf(field),
      isRequired: required.includes(name),
      description: given.description ?? field.description ?? '',
    };
    const inner =
      field.properties === undefined || depth >= maxDepth ? [] : fieldsOf(api, field, `${row.name}.`, depth + 1);
    return [row, ...inner];
  });
}

/** Returns the forms that an answer can have, each with its fields. A schema without alternatives has one form. */
export function variantsOf(api, schema) {
  const whole = resolved(api, schema);
  return (whole.anyOf ?? whole.oneOf ?? [whole]).map((each) => {
    const variant = resolved(api, each);
    const status = variant.properties?.status;
    return {
      title: status?.const === undefined ? 'The answer' : `status: ${status.const}`,
      fields: fieldsOf(api, variant),
    };
  });
}

function resolved(api, schema) {
  const reference = schema.$ref;
  if (reference === undefined) {
    return schema;
  }
  const found = reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((at, part) => at[part.replaceAll('~1', '/').replaceAll('~0', '~')], api);
  return resolved(api, found);
}

function kindOf({ type, enum: values, const: only, anyOf, items }) {
  if (only !== undefined) {
    return JSON.stringify(only);
  }
  if (values !== undefined) {
    return values.length > 6 ? 'one of a list' : values.map((each) => JSON.stringify(each)).join(' | ');
  }
  if (anyOf !== undefined) {
    return anyOf.some((each) => each.$ref !== undefined) ? 'depends on the type' : anyOf.map(kindOf).join(' | ');
  }
  return items === undefined ? String(type ?? 'any').replaceAll(',', ' or ') : `list of ${kindOf(items)}`;
}
