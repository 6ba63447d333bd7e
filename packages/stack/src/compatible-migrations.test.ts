import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './migrations.ts';

/**
 * Statements that can make the previous version of a service fail or wait long. docs/decisions/0011 states the rule. A
 * migration that needs such a statement explains why it is safe, in a comment that begins with "Safe for the previous
 * version:".
 */
const breaking: readonly (readonly [string, RegExp])[] = [
  [
    'drops something that the version before may use',
    /\bDROP\s+(TABLE|COLUMN|FUNCTION|VIEW|TYPE|SCHEMA|CONSTRAINT)\b/i,
  ],
  ['renames something that the version before names', /\bRENAME\b/i],
  ['changes the type of a column', /\bALTER\s+COLUMN\s+\w+\s+(SET\s+DATA\s+)?TYPE\b/i],
  ['makes a column mandatory', /\bSET\s+NOT\s+NULL\b/i],
  ['adds a mandatory column without a default', /\bADD\s+COLUMN\s+\w+\s+\w+(\([^)]*\))?\s+NOT\s+NULL(?!\s+DEFAULT)/i],
  [
    'adds a condition that rows of the version before may violate',
    /\bADD\s+CONSTRAINT\s+\w+\s+(CHECK|UNIQUE|FOREIGN)\b/i,
  ],
];

/** Number of migrations released before this test existed. They cannot change any more. */
const released: Readonly<Record<string, number>> = { billing: 8, engine: 4, watch: 4 };

const migrations = readdirSync(join(repositoryRoot, 'services')).flatMap((service) => {
  const directory = join(repositoryRoot, 'services', service, 'migrations');
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.sql')) : [];
  return names
    .filter((name) => Number(name.slice(0, 4)) > (released[service] ?? 0))
    .map((name) => [`${service}/${name}`, readFileSync(join(directory, name), 'utf8')] as const);
});

function breakingIn(text: string): string[] {
  const comments = text.split('\n').filter((line) => line.trimStart().startsWith('--'));
  if (comments.some((line) => line.includes('Safe for the previous version:'))) {
    return [];
  }
  const statements = text.replaceAll(/--.*$/gm, '');
  return breaking.filter(([, pattern]) => pattern.test(statements)).map(([why]) => why);
}

test.each(migrations)('the migration %s lets the version before continue, or says why it is safe', (_name, text) => {
  expect(breakingIn(text)).toEqual([]);
});

test.each([
  'ALTER TABLE a DROP COLUMN b;',
  'ALTER TABLE a RENAME TO b;',
  'DROP FUNCTION IF EXISTS f(text);',
  'ALTER TABLE a ADD COLUMN b text NOT NULL;',
  'ALTER TABLE a ALTER COLUMN b SET NOT NULL;',
  'ALTER TABLE a ALTER COLUMN b TYPE bigint;',
])('the check finds %s', (text) => {
  expect(breakingIn(text)).toHaveLength(1);
});

test('the check accepts additions', () => {
  expect(breakingIn("ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT ''; CREATE INDEX i ON a (b);")).toEqual([]);
  expect(breakingIn('-- Safe for the previous version: nothing names it.\nDROP TABLE a;')).toEqual([]);
});
