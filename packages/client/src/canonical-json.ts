/**
 * Canonical JSON by RFC 8785: equal values have equal bytes. The functions refuse values that `JSON.stringify` drops or
 * converts, because a signature over them would not cover what the receiver sees.
 */

/** Maximum nesting of objects and arrays. The outermost value is level 1. */
const maxDepth = 64;

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Returns a value as canonical JSON. At every level, keys are sorted by UTF-16 code units. The text has no whitespace, and
 * numbers and strings are written as ECMAScript writes them.
 * Throws a TypeError that names the path, such as `$.value.price`, for a value that JSON cannot carry unchanged. These are
 * undefined, functions, symbols, bigints, NaN, infinities, objects that are not plain, arrays with holes or named members,
 * and text with lone surrogates. More than 64 levels of nesting, and cycles, are refused too.
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
  if (depth > maxDepth) {
    throw new TypeError(`the value is nested deeper than ${maxDepth} levels, or contains itself`);
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
  // Do not build a sorted copy: an own key `__proto__` would set the copy's prototype, and keys that look like integers
  // would move to the front.
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
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

/**
 * Returns whether an object is plain, also when another realm created it: its prototype is null or has no prototype of
 * its own.
 */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
