type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const jsonSuffix = '_json';
/** Names of fields that hold a count or a measurement, although their type on the wire is a string. */
const numberName = /(?:_ms|_bps|^observations)$/;
const numberForm = /^-?\d+(?:\.\d+)?$/;

/**
 * Returns a value as the line of JSON that the option `--json` prints. Names are in camelCase. Times in milliseconds
 * and counts are numbers. Amounts of micro-credits stay decimal strings. A field that holds JSON as text becomes that
 * JSON, without "Json" in its name.
 * @param value a result of a command, or messages of a service as the RPC client returns them.
 */
export function jsonLine(value: object): string {
  return JSON.stringify(spelled(value as Json));
}

function spelled(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) {
    return value.map((element: Json) => spelled(element) ?? null);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, field]) => spelledField(name, field))) as Json;
}

function spelledField(name: string, field: Json): readonly [string, Json | undefined] {
  if (name.endsWith(jsonSuffix) && typeof field === 'string') {
    // The fields of this JSON are data of customers and sources, which keep their own names.
    return [camelCase(name.slice(0, -jsonSuffix.length)), parsed(field)];
  }
  if (typeof field === 'string' && numberName.test(name)) {
    return [camelCase(name), field === '' ? null : numberForm.test(field) ? Number(field) : field];
  }
  return [camelCase(name), spelled(field)];
}

/** Returns the value of a JSON text: null for an empty text, and the text itself when it is not JSON. */
function parsed(text: string): Json {
  if (text === '') {
    return null;
  }
  try {
    return JSON.parse(text) as Json;
  } catch {
    // A source can answer with text that is not JSON. The operator needs to see it.
    return text;
  }
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
