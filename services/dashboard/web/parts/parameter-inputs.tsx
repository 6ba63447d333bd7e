import { NativeSelect, TextInput } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import type { CatalogType } from '../../src/api/routes/catalog/route.ts';

/** The values of parameters as texts, by name. */
export type ParameterTexts = Readonly<Record<string, string>>;

/** Returns the example of a type as texts. Leaves out values that are neither text nor number. */
export function exampleTexts(type: CatalogType | undefined): ParameterTexts {
  return Object.fromEntries(
    Object.entries(type?.example ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}

/**
 * Inputs for the parameters of a type, made from the schema that validates them. A parameter with allowed values gets a
 * list. Others get a text field with the type's example as a hint.
 */
export function ParameterInputs({
  type,
  names,
  values,
  onChange,
}: {
  readonly type: CatalogType;
  readonly names: readonly string[];
  readonly values: ParameterTexts;
  readonly onChange: (values: ParameterTexts) => void;
}): ReactNode {
  const examples = exampleTexts(type);
  return names.map((name) => {
    const schema = type.params[name];
    const common = {
      label: name,
      description: schema?.description,
      required: type.required.includes(name),
      value: values[name] ?? '',
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        onChange({ ...values, [name]: event.currentTarget.value }),
    };
    return schema?.enum === undefined ? (
      <TextInput key={name} placeholder={examples[name]} {...common} />
    ) : (
      <NativeSelect key={name} data={['', ...schema.enum]} {...common} />
    );
  });
}
