import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseJsonObject } from './json-object.ts';
import { findJsonProblem } from './json-problem.ts';

const parse = (text: string) => parseJsonObject(Buffer.from(text));
const problemOf = (text: string): string => {
  const problem = findJsonProblem(text);
  return problem === undefined ? 'none' : `${problem.line}:${problem.column} ${problem.message}`;
};

test.each([
  ['', '1:1 expected a value, and the text ends here'],
  ['{"type":', '1:9 expected a value, and the text ends here'],
  ['{"type" "x"}', '1:9 expected ":" after a name'],
  ["{'type':1}", '1:2 expected a name in double quotes or "}"'],
  ['{"a":1,}', '1:8 expected a name in double quotes'],
  ['{"a":1 "b":2}', '1:8 expected "," or the end of the object or array'],
  ['{"a":[1,]}', '1:9 expected a value'],
  ['{"a":[1}', '1:8 expected "," or the end of the object or array'],
  ['{"a":01}', '1:7 expected "," or the end of the object or array'],
  ['{"a":.5}', '1:6 expected a value'],
  ['{"a":NaN}', '1:6 expected a value'],
  ['{"a":"one\ntwo"}', '1:6 this string has no closing quotation mark, a line break or an unknown escape'],
  ['{"a":"\\x"}', '1:6 this string has no closing quotation mark, a line break or an unknown escape'],
  ['{\n  "a": 1,\n  "b": tru\n}', '3:8 expected a value'],
  ['{}{}', '1:3 expected the end of the text after the first value'],
  ['{"a":1} // done', '1:9 expected the end of the text after the first value'],
])('the problem of %p is %p', (text, problem) => {
  expect(problemOf(text)).toBe(problem);
});

test.each([
  ['{"a":1,"b":2,"a":3}', '1:14', 'a'],
  ['{"a":1,"\\u0061":3}', '1:8', 'a'],
  ['{"x":[{"k":1},\n{"k":1,"k":2}]}', '2:8', 'k'],
  ['{"__proto__":1,"__proto__":2}', '1:16', '__proto__'],
])('%p has a name twice', (text, position, name) => {
  expect(problemOf(text)).toBe(`${position} the name "${name}" occurs twice in one object; send it once`);
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'INVALID_JSON' }));
});

test('equal names in different objects are no repetition', () => {
  expect(problemOf('{"a":{"a":{"b":1}},"b":[{"a":1},{"a":1}]}')).toBe('none');
});

test('32 levels are accepted and 33 are not, however many there are', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  expect(problemOf(nested(32))).toBe('none');
  for (const levels of [33, 30_000]) {
    expect(problemOf(nested(levels))).toContain('1:33 the body nests more than 32 levels');
  }
});

test('a message says where, and repeats no half of a surrogate pair', () => {
  expect(() => parse('{"type":\n "x" 1}')).toThrow('line 2, column 6: expected "," or the end of the object or array');
  expect(() => parse('{"\\ud83d":1,"\\ud83d":1}')).toThrow('the name "\ufffd" occurs twice');
  expect(() => parse('{"a":"\\ud83d"}')).toThrow('half of a surrogate pair');
  expect(() => parse('\uFEFF{}')).toThrow('byte order mark');
  expect(() => parse('[]')).toThrow('must be one JSON object');
});

const hasRepeatedName = (text: string): boolean => problemOf(text).includes('occurs twice');

test('any JSON object without a repeated name is read as JSON.parse reads it', () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }));
  fc.assert(
    fc.property(objects, fc.constantFrom(undefined, 1, '\t'), (object, indent) => {
      const text = JSON.stringify(object, undefined, indent);
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('the scanner finds a syntax problem exactly where JSON.parse fails', () => {
  const written = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value));
  const change = fc.record({
    at: fc.nat(),
    drop: fc.nat({ max: 2 }),
    add: fc.stringMatching(/^[{}[\]",:\\0-9a-fu.eE+\- \n]{0,3}$/),
  });
  fc.assert(
    fc.property(written, fc.array(change, { maxLength: 3 }), (json, changes) => {
      const text = changes.reduce((before, { at, drop, add }) => {
        const start = at % (before.length + 1);
        return before.slice(0, start) + add + before.slice(start + drop);
      }, json);
      fc.pre(!hasRepeatedName(text));
      let parses = true;
      try {
        JSON.parse(text);
      } catch {
        parses = false;
      }
      expect([text, findJsonProblem(text) === undefined]).toEqual([text, parses]);
    }),
    { numRuns: 2_000 },
  );
});
