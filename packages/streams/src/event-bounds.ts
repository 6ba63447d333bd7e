import { endTimeMs } from '@assay/catalog/plausible-time';
import type { StreamEvent } from '@assay/providers/define-stream';

/** The longest texts of venues are their details, which their readers shorten to less. */
const maxTextLength = 200;
/** A number of at most 40 digits, with a sign, a point and an exponent. */
const maxNumberLength = 64;
/** The fields of events that are the text of a number. */
const numberFields: ReadonlySet<string> = new Set(['price', 'bid', 'ask', 'rate', 'size']);

/**
 * Returns the event, or a malformed one in its place when a text is longer or a number is larger than any venue's. Every later
 * comparison takes time that grows with them.
 */
export function boundedEvent(event: StreamEvent): StreamEvent {
  const wrong = Object.entries(event).find(([field, value]) => !isBounded(field, value));
  return wrong === undefined ? event : { kind: 'malformed', detail: `${wrong[0]} is out of bounds` };
}

function isBounded(field: string, value: unknown): boolean {
  if (typeof value === 'string') {
    return value.length <= (numberFields.has(field) ? maxNumberLength : maxTextLength);
  }
  if (typeof value !== 'number') {
    return true;
  }
  return field.toLowerCase().endsWith('atms')
    ? value >= 0 && value < endTimeMs
    : Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
