/**
 * JSON in the one form that RFC 8785 gives a value, so that two parties who hold equal values hold equal bytes. What
 * `JSON.stringify` would silently drop or turn into something else is refused, since a signature over it would vouch
 * for what the other side never sees.
 */

/** How many containers may stand inside one another. The outermost counts as one. */
const depthMax = 64;

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Writes a value as canonical JSON: keys in the order of their UTF-16 code units at every level, no whitespace, array
 * order kept, numbers and strings as ECMAScript writes them. Equal values give equal text.
 *
 * Throws a TypeError that names the place, such as `$.value.price`, for what JSON cannot carry unchanged: undefined,
 * functions, symbols, bigints, NaN and infinities, objects that are not plain (dates, maps, class instances), arrays
 * with holes or named members, strings and keys with lone surrogates, and more than 64 levels, cycles among them.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '$', 1);
}

function write(value: unknown, path: string, depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value, path);
    case 'number':
      if (!Number.isFinite(value)) {
        throw new TypeError(`${path} is ${value}: JSON has finite numbers only`);
      }
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : writeContainer(value, path, depth);
    default:
      throw new TypeError(`${path} is of type ${typeof value}: JSON has no such value`);
  }
}

function writeContainer(value: object, path: string, depth: number): string {
  if (depth > depthMax) {
    throw new TypeError(`the value is nested deeper than ${depthMax} levels, or contains itself`);
  }
  if (Array.isArray(value)) {
    return writeArray(value, path, depth);
  }
  if (!isPlain(value)) {
    throw new TypeError(`${path} is not a plain object: convert it to strings, numbers, arrays and plain objects`);
  }
  if (Object.getOwnPropertySymbols(value).length > 0) {
    throw new TypeError(`${path} has a key that is a symbol: JSON keys are strings`);
  }
  // Entries rather than assignments into a sorted copy: an own key named __proto__ would set that copy's prototype, and
  // keys that look like integers would move to its front.
  const members = Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${writeString(key, `a key of ${path}`)}:${write(member, `${path}.${key}`, depth + 1)}`);
  return `{${members.join(',')}}`;
}

function writeArray(array: readonly unknown[], path: string, depth: number): string {
  const keys = Object.keys(array);
  if (keys.length !== array.length || keys.some((key, index) => key !== String(index))) {
    throw new TypeError(`${path} is an array with holes or named members: JSON arrays hold a value at every index`);
  }
  return `[${array.map((item, index) => write(item, `${path}[${index}]`, depth + 1)).join(',')}]`;
}

function writeString(text: string, path: string): string {
  if (loneSurrogate.test(text)) {
    throw new TypeError(`${path} holds half of a surrogate pair: text must be valid Unicode`);
  }
  return JSON.stringify(text);
}

/** Plain in any realm: an object made by another context has that context's root prototype, which itself has none. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
