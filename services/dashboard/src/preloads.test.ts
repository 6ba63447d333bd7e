import { expect, test } from '@jest/globals';
import { createPreloads } from './preloads.ts';

const linkFor = createPreloads({
  'index.html': { file: 'assets/index.js', imports: ['_react.js'], isEntry: true },
  '_react.js': { file: 'assets/react.js' },
  '_table.js': { file: 'assets/table.js', imports: ['_react.js'] },
  'pages/keys.tsx': { file: 'assets/keys.js', imports: ['index.html', '_table.js'] },
});

test('the document of a page names its data and its scripts, without those that every document loads', () => {
  expect(linkFor('/a/acc_1/keys')?.split(', ')).toEqual([
    '</api/person>; rel=preload; as=fetch; crossorigin',
    '</api/deployment>; rel=preload; as=fetch; crossorigin',
    '</api/accounts/acc_1/balance>; rel=preload; as=fetch; crossorigin',
    '</api/accounts/acc_1/keys>; rel=preload; as=fetch; crossorigin',
    '</assets/keys.js>; rel=modulepreload',
    '</assets/table.js>; rel=modulepreload',
  ]);
});

test('the document of a page with filters names no data that depends on them', () => {
  const links = linkFor('/a/acc_1/keys', true) ?? '';
  expect(links).toContain('/api/accounts/acc_1/balance>');
  expect(links).not.toContain('/api/accounts/acc_1/keys>');
});

test.each(['/', '/sign-in', '/a/acc_1/other', '/a/acc_1/keys/x', '/a/acc%0d%0aX/keys', '/a/acc>;x/keys', '/a//keys'])(
  'the document of %s names nothing',
  (path) => {
    expect(linkFor(path)).toBeUndefined();
  },
);
