/** What a person wants to find: a request by its whole id, a request by the first or last digits of its id, or a watch. */
export type WantedId =
  | { readonly kind: 'request'; readonly traceId: string }
  | { readonly kind: 'digits'; readonly digits: string }
  | { readonly kind: 'watch'; readonly watchId: string };

const wholeTrace = /^(?:tr_)?([0-9a-f]{32})$/;
const partOfTrace = /^(?:tr_)?[….]*([0-9a-f]{4,31})[….]*$/;
const watch = /^w_[0-9A-Za-z]{22}$/;

/**
 * Returns what a text from the search field names. A list shows only the last eight digits of a trace id, so the start
 * or the end of an id is enough. Returns undefined for a text that is no id.
 */
export function wantedId(text: string): WantedId | undefined {
  const typed = text.trim();
  const digits = typed.toLowerCase();
  const whole = wholeTrace.exec(digits)?.[1];
  if (whole !== undefined) {
    return { kind: 'request', traceId: `tr_${whole}` };
  }
  if (watch.test(typed)) {
    return { kind: 'watch', watchId: typed };
  }
  const part = partOfTrace.exec(digits)?.[1];
  return part === undefined ? undefined : { kind: 'digits', digits: part };
}
