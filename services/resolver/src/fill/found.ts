import type { NoneReason } from '../model.ts';

/** What a question gives for one parameter: a value, nothing, or something that rules the whole type out. */
export type Found = { readonly value: string } | { readonly problem: NoneReason } | undefined;

/** The one value that several mentions agree on; a problem when they differ; nothing when there is none. */
export function onlyValue(values: readonly string[]): Found {
  const distinct = [...new Set(values)];
  const [value] = distinct;
  if (value === undefined) {
    return undefined;
  }
  return distinct.length === 1 ? { value } : { problem: 'several' };
}
