type Condition = { readonly field: string; readonly crosses?: number; readonly direction?: string };

/** Returns when a watch notifies, as a phrase. The text is a watch's condition as JSON, empty for a watch without one. */
export function conditionSentence(json: string): string {
  if (json === '') {
    return 'every change of the address';
  }
  const { field, crosses, direction } = JSON.parse(json) as Condition;
  return crosses === undefined ? `when ${field} changes` : `when ${field} goes ${direction ?? 'past'} ${crosses}`;
}
