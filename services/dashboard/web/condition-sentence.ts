type Condition = { readonly field: string; readonly crosses?: number; readonly direction?: string };

/**
 * Returns a phrase that says when a watch notifies.
 * @param json the watch's condition as JSON. Empty for a watch without one.
 */
export function conditionSentence(json: string): string {
  if (json === '') {
    return 'every change of the address';
  }
  const { field, crosses, direction } = JSON.parse(json) as Condition;
  return crosses === undefined ? `when ${field} changes` : `when ${field} goes ${direction ?? 'past'} ${crosses}`;
}

/** Returns a phrase that says how sure a value must be before a watch notifies of it. */
export function minLevelSentence(minLevel: string): string {
  return minLevel === 'single_source'
    ? 'single source: every verified value, also one that nobody confirmed'
    : `${minLevel}: a weaker value sends no notification`;
}
