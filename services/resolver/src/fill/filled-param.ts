import type { NoneReason } from '../model.ts';

/**
 * The result for one parameter: a value, or a problem because of which the type cannot be right. Undefined means that
 * the question has no value. `unnamed` means that the question refers to a certain value without stating it. A default
 * value would then answer another question.
 */
export type FilledParam =
  | { readonly value: string }
  | { readonly problem: NoneReason }
  | { readonly unnamed: true }
  | undefined;

/**
 * Returns the value if all mentions have the same value. Returns a problem if their values differ, and undefined if
 * there are no mentions.
 */
export function onlyValue(values: readonly string[]): FilledParam {
  const distinct = [...new Set(values)];
  const [value] = distinct;
  if (value === undefined) {
    return undefined;
  }
  return distinct.length === 1 ? { value } : { problem: 'several' };
}
