import type { NoneReason } from '../model.ts';

/**
 * The result for one parameter: a value, or a problem that rules the type out. Undefined means that the question has no
 * value. `unnamed` means that the question refers to a certain value without stating it, so a default would answer
 * another question.
 */
export type FilledParam =
  | { readonly value: string }
  | { readonly problem: NoneReason }
  | { readonly unnamed: true }
  | undefined;

/**
 * Returns the value if all mentions have the same one. Returns a problem if they differ, and undefined without
 * mentions.
 */
export function onlyValue(values: readonly string[]): FilledParam {
  const distinct = [...new Set(values)];
  const [value] = distinct;
  if (value === undefined) {
    return undefined;
  }
  return distinct.length === 1 ? { value } : { problem: 'several' };
}
