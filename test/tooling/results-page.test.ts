import { describe, expect, it } from '@jest/globals';
import { markdownTable, processTable } from '../../bench/markdown-table.ts';
import { withReleaseRow, withSection } from '../../bench/results-page.ts';

const page = `# Measurements by release

An introduction.

| release | funding.rate, us |
| --- | --- |
| 0.1.0 | 955 |

## Release 0.1.0

Not yet released.

### The cost of one call

old

#### By process

old

### Growth

unchanged
`;

describe('a section of the page of results', () => {
  it('replaces only its own section', () => {
    const written = withSection(page, { release: '0.1.0', title: 'The cost of one call', text: 'new\n' });
    expect(written).toBe(page.replace('old\n\n#### By process\n\nold\n', 'new\n'));
  });

  it('goes to the end of its release when it is new', () => {
    const written = withSection(page, { release: '0.1.0', title: 'The cost', text: 'new' });
    expect(written).toBe(`${page}\n### The cost\n\nnew\n`);
  });

  it('starts a release above the older ones', () => {
    const written = withSection(page, { release: '0.2.0', title: 'Growth', text: 'new' });
    expect(written).toBe(page.replace('## Release 0.1.0', '## Release 0.2.0\n\n### Growth\n\nnew\n\n## Release 0.1.0'));
    const again = withSection(written, { release: '0.2.0', title: 'Growth', text: 'newer' });
    expect(again).toBe(written.replace('\nnew\n', '\nnewer\n'));
  });

  it('starts an empty page', () => {
    expect(withSection('', { release: '0.1.0', title: 'Growth', text: 'new' })).toBe(
      '## Release 0.1.0\n\n### Growth\n\nnew\n',
    );
  });
});

describe('a row of the table of releases', () => {
  it('replaces the row of its release', () => {
    expect(withReleaseRow(page, ['0.1.0', '700'])).toBe(page.replace('| 955 |', '| 700 |'));
  });

  it('is the first one when its release is new', () => {
    expect(withReleaseRow(page, ['0.2.0', '700'])).toBe(page.replace('| 0.1.0 |', '| 0.2.0 | 700 |\n| 0.1.0 |'));
  });

  it('leaves a page without tables as it is', () => {
    expect(withReleaseRow('# Empty\n', ['0.1.0', '700'])).toBe('# Empty\n');
  });
});

describe('a Markdown table', () => {
  it('escapes bars in cells', () => {
    expect(markdownTable(['pair', 'polls'], [['late|v0', 435]])).toBe(
      '| pair | polls |\n| --- | --- |\n| late\\|v0 | 435 |',
    );
  });

  it('has a column for every process, and an empty cell where a row has none', () => {
    const rows = [
      { cells: ['express'], amounts: { express: 237.4 } },
      { cells: ['Assay'], amounts: { gateway: 249, sandbox: 71 } },
    ];
    expect(processTable(['variant'], rows, ['sandbox'])).toBe(
      '| variant | express | gateway | sandbox (outside) |\n| --- | --- | --- | --- |\n' +
        '| express | 237 |  |  |\n| Assay |  | 249 | 71 |',
    );
  });
});
