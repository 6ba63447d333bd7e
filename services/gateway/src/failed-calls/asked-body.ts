import { redactText, redactValue } from './redact.ts';

/** The body of a failed call, as the log stores it. */
export type AskedBody = {
  /** A JSON object, or a JSON string with the beginning of a body that is no object. Empty without a body. */
  readonly json: string;
  /** The data type that the body names. Empty when it names none. */
  readonly type: string;
};

/** Maximum number of characters of the JSON that the log stores. A question has at most 1,000. */
const maxJsonCharacters = 4_000;
const wide = { characters: 1_000, entries: 40, depth: 5 };
const narrow = { characters: 100, entries: 10, depth: 3 };
const maxTextCharacters = 500;
const maxTypeCharacters = 64;

/** Returns the body of a failed call, shortened and without secrets. */
export function askedBody(bytes: Buffer | undefined): AskedBody {
  if (bytes === undefined || bytes.length === 0) {
    return { json: '', type: '' };
  }
  const text = bytes.toString('utf8');
  const body = parsedObject(text);
  if (body === undefined) {
    return { json: JSON.stringify(redactText(text, maxTextCharacters)), type: '' };
  }
  const whole = JSON.stringify(redactValue(body, wide));
  const short = whole.length <= maxJsonCharacters ? whole : JSON.stringify(redactValue(body, narrow));
  const { type } = body;
  return {
    json: short.length <= maxJsonCharacters ? short : JSON.stringify(redactText(short, maxTextCharacters)),
    type: typeof type === 'string' ? redactText(type, maxTypeCharacters) : '',
  };
}

/** Returns the object that a text describes in JSON. Undefined for any other text. */
function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    // The text is no JSON, or is nested too deep for the parser. The log stores its beginning.
    return undefined;
  }
}
