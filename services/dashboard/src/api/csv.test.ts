import { expect, test } from '@jest/globals';
import { csvLine } from './csv.ts';

test.each([
  ['plain cells are separated by commas', ['a', 'b c', ''], 'a,b c,'],
  ['a comma, a quote and a line break are quoted', ['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"'],
  ['a negative amount stays a number', ['-0.001000'], '-0.001000'],
  ['a text that a spreadsheet would run gets a quote in front', ['=1+1', '+1', '@SUM(A1)'], "'=1+1,'+1,'@SUM(A1)"],
  ['a formula with a comma is both', ['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"`],
])('%s', (_title, cells, expected) => {
  expect(csvLine(cells)).toBe(`${expected}\r\n`);
});
