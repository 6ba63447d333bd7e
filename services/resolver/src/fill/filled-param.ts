import type { NoneReason } from '../model.ts';

/**
 * The result for one parameter: a value, a problem that rules the type out, or undefined when the question has no
 * value. `unnamed` means that the question refers to a certain value without stating it. A default would then answer
 * another question.
 */
export type FilledParam =
  | { readonly value: string }
  | { readonly problem: NoneReason }
  | { readonly unnamed: true }
  | undefined;

/**
 * Returns the value when all mentions have the same one, a problem when they differ, and undefined when there are none.
 */
export function onlyValue(values: readonly string[]): FilledParam {
  const distinct = [...new Set(values)];
  const [value] = distinct;
  if (value === undefined) {
    return undefined;
  }
  return distinct.length === 1 ? { value } : { problem: 'several' };
}
