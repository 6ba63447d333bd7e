import type { NoneReason } from '../model.ts';

/**
 * The result for one parameter: a value, a problem that rules the type out, or undefined for nothing. `unnamed` means that
 * the question has a certain value in mind and does not say it, so that a default would answer another question.
 */
export type FilledParam =
  | { readonly value: string }
  | { readonly problem: NoneReason }
  | { readonly unnamed: true }
  | undefined;

/** Returns the one value that all mentions share, a problem when they differ, and undefined when there are none. */
export function onlyValue(values: readonly string[]): FilledParam {
  const distinct = [...new Set(values)];
  const [value] = distinct;
  if (value === undefined) {
    return undefined;
  }
  return distinct.length === 1 ? { value } : { problem: 'several' };
}
