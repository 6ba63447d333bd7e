import { cleanText } from '@assay/faults/clean-text';

/** The first reason why a text is not acceptable JSON, and its position. */
export type JsonProblem = {
  /**
   * The error: what is wrong at the position, or what the text should have there instead, such as `expected ":" after a
   * name`.
   */
  readonly message: string;
  /** The line and the column begin at 1. A column counts UTF-16 code units. */
  readonly line: number;
  readonly column: number;
};

/** Maximum number of levels of objects and arrays. The outermost value is level 1. */
export const maxJsonLevels = 32;

/** Maximum number of code points of a caller's name that an error message repeats. */
const maxEchoedCharacters = 64;

/** An object or array whose closing bracket the scanner has not reached yet. */
type Container = {
  readonly isObject: boolean;
  /**
   * The names that the object has so far. `firstName` holds a single name without the cost of a set; `allNames` exists
   * from the second name on.
   */
  firstName: string | undefined;
  allNames: Set<string> | undefined;
};

type Expected = 'value' | 'value or ]' | 'name or }' | 'name' | 'colon' | 'comma or end' | 'end';

const literals = ['true', 'false', 'null'] as const;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Matches a JSON string up to its closing quotation mark. The string may have escapes, but no control characters. */
// oxlint-disable-next-line no-control-regex
const stringToken = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const whitespace = /[ \t\n\r]*/y;

const expectedTexts: Readonly<Record<Expected, string>> = {
  value: 'expected a value',
  'value or ]': 'expected a value or "]"',
  'name or }': 'expected a name in double quotes or "}"',
  name: 'expected a name in double quotes',
  colon: 'expected ":" after a name',
  'comma or end': 'expected "," or the end of the object or array',
  end: 'expected the end of the text after the first value',
};

/**
 * Returns the first problem of a JSON text: wrong syntax, a name that occurs twice in one object, or more than 32
 * levels. `JSON.parse` is not enough: it accepts a repeated name and any number of levels, and it reports no line and
 * column. The scanner reads the text once and does not recurse. Returns undefined for a text without a problem.
 */
export function findJsonProblem(text: string): JsonProblem | undefined {
  const open: Container[] = [];
  let expected: Expected = 'value';
  let at = skipWhitespace(text, 0);
  while (at < text.length) {
    const step = readToken(text, at, expected, open);
    if (typeof step === 'string') {
      return problemAt(text, at, step);
    }
    expected = step.expected;
    at = skipWhitespace(text, step.end);
  }
  return expected === 'end' ? undefined : problemAt(text, at, `${expectedTexts[expected]}, and the text ends here`);
}

type Step = { readonly end: number; readonly expected: Expected };

/** Reads one token. Returns what must follow it, or what is wrong with it. */
function readToken(text: string, at: number, expected: Expected, open: Container[]): Step | string {
  const character = text[at];
  switch (expected) {
    case 'colon':
      return character === ':' ? { end: at + 1, expected: 'value' } : expectedTexts.colon;
    case 'comma or end':
      return readSeparator(character, at, open);
    case 'end':
      return expectedTexts.end;
    case 'name':
    case 'name or }':
      return character === '}' && expected === 'name or }' ? close(at, open) : readName(text, at, expected, open);
    case 'value or ]':
      return character === ']' ? close(at, open) : readValue(text, at, expected, open);
    case 'value':
      return readValue(text, at, expected, open);
  }
}

function readSeparator(character: string | undefined, at: number, open: Container[]): Step | string {
  const isObject = open.at(-1)?.isObject === true;
  if (character === ',') {
    return { end: at + 1, expected: isObject ? 'name' : 'value' };
  }
  return character === (isObject ? '}' : ']') ? close(at, open) : expectedTexts['comma or end'];
}

function readName(text: string, at: number, expected: Expected, open: Container[]): Step | string {
  const end = endOfString(text, at);
  if (end === undefined) {
    return text[at] === '"' ? brokenString : expectedTexts[expected];
  }
  const written = text.slice(at, end);
  const name = written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
  const container = open.at(-1);
  if (container !== undefined && !addName(container, name)) {
    return `the name ${JSON.stringify(cleanText(name, maxEchoedCharacters))} occurs twice in one object; send it once`;
  }
  return { end, expected: 'colon' };
}

/** Adds a name to the names of an object. Returns false when the object already has the name. */
function addName(container: Container, name: string): boolean {
  if (container.firstName === undefined) {
    container.firstName = name;
    return true;
  }
  container.allNames ??= new Set([container.firstName]);
  const isNew = !container.allNames.has(name);
  container.allNames.add(name);
  return isNew;
}

function readValue(text: string, at: number, expected: Expected, open: Container[]): Step | string {
  const character = text[at];
  if (character === '{' || character === '[') {
    open.push({ isObject: character === '{', firstName: undefined, allNames: undefined });
    return open.length > maxJsonLevels
      ? `the body nests more than ${maxJsonLevels} levels of objects and arrays; send a flatter object`
      : { end: at + 1, expected: character === '{' ? 'name or }' : 'value or ]' };
  }
  const end = character === '"' ? endOfString(text, at) : endOfScalar(text, at);
  if (end === undefined) {
    return character === '"' ? brokenString : expectedTexts[expected];
  }
  return { end, expected: open.length === 0 ? 'end' : 'comma or end' };
}

const brokenString = 'this string has no closing quotation mark, a line break or an unknown escape';

function close(at: number, open: Container[]): Step {
  open.pop();
  return { end: at + 1, expected: open.length === 0 ? 'end' : 'comma or end' };
}

function endOfString(text: string, at: number): number | undefined {
  stringToken.lastIndex = at;
  return stringToken.test(text) ? stringToken.lastIndex : undefined;
}

function endOfScalar(text: string, at: number): number | undefined {
  const literal = literals.find((each) => text.startsWith(each, at));
  if (literal !== undefined) {
    return at + literal.length;
  }
  numberToken.lastIndex = at;
  return numberToken.test(text) ? numberToken.lastIndex : undefined;
}

function skipWhitespace(text: string, at: number): number {
  whitespace.lastIndex = at;
  whitespace.test(text);
  return whitespace.lastIndex;
}

function problemAt(text: string, at: number, message: string): JsonProblem {
  const before = text.slice(0, at);
  return { message, line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}
