import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CatalogType } from '../../src/api/routes/catalog/route.ts';

/** Texts of parameters by name. */
export type ParameterTexts = Readonly<Record<string, string>>;

/** Returns the example of a type as texts. A value that is no text or number has none. */
export function exampleTexts(type: CatalogType | undefined): ParameterTexts {
  return Object.fromEntries(
    Object.entries(type?.example ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}

/** Inputs for parameters of a type, with the type's example as a hint. */
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
  return names.map((name) => (
    <TextInput
      key={name}
      label={name}
      required={type.required.includes(name)}
      placeholder={examples[name]}
      value={values[name] ?? ''}
      onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
    />
  ));
}
