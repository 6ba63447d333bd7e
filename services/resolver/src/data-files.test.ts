import { expect, test } from '@jest/globals';
import { dataRows, rowsOf, wordList } from './data-files.ts';

test('a row is a key and its words; comments and empty lines are left out', () => {
  expect(rowsOf('a.tsv', '# A list.\n\nhow many\tcombien cb_de\n')).toEqual([['how many', 'combien cb_de']]);
});

test.each(['how many combien', 'how many\t', '\tcombien', 'how\tmany\tcombien', '  '])(
  'the row %j is refused with its file, its number and the form',
  (row) => {
    expect(() => rowsOf('a.tsv', `# A list.\n${row}\n`)).toThrow(
      'services/resolver/data/a.tsv line 2: expected a key, a tab and words',
    );
  },
);

test('a missing file and a missing list are named', () => {
  expect(() => dataRows('dictionary/klingon.tsv')).toThrow(/ENOENT.*klingon/);
  expect(() => wordList('nonsense')).toThrow('services/resolver/data/word-lists.tsv has no list "nonsense"');
});

test('no list has an empty word', () => {
  for (const [name] of dataRows('word-lists.tsv')) {
    expect(wordList(name)).not.toContain('');
  }
});
