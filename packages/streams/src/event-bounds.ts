import { endTimeMs } from '@assay/catalog/plausible-time';
import type { StreamEvent } from '@assay/providers/define-stream';

/**
 * Maximum length of a text in an event. The longest texts are those of `detail`, which the readers of messages have
 * already cut to less than this.
 */
const maxTextLength = 200;
/** Maximum length of a number's text in an event. It allows 40 digits, a sign, a point and an exponent. */
const maxNumberLength = 64;
/** The fields of events that contain a number as text. */
const numberFields: ReadonlySet<string> = new Set(['price', 'bid', 'ask', 'rate', 'size']);

/**
 * Returns the event. When a text or a number in it is longer than any that venues send, returns a malformed event
 * instead. Later comparisons take time that grows with the length.
 */
export function boundedEvent(event: StreamEvent): StreamEvent {
  // The loop makes no lists. This function checks each event of each stream.
  for (const field in event) {
    if (!isBounded(field, event[field as keyof StreamEvent])) {
      return { kind: 'malformed', detail: `${field} is out of bounds` };
    }
  }
  return event;
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
