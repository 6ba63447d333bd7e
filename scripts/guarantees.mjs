import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from '@swc/core';

/**
 * Prints the title of every test as Markdown, by folder and file. Compare the output before and after a change of tests: a
 * title that is gone is a guarantee that nothing checks any more.
 *
 *     node scripts/guarantees.mjs [FOLDER OR FILE...]
 */
const root = join(import.meta.dirname, '..');
const chosen = process.argv.slice(2);
const files = (chosen.length === 0 ? ['packages', 'services', 'research', 'test'] : chosen).flatMap((path) =>
  testFilesIn(join(root, path)),
);
let folder = '';
let count = 0;
for (const file of files.map((each) => relative(root, each)).toSorted()) {
  const titles = titlesOf(readFileSync(join(root, file), 'utf8'), file);
  const [first = '', second = ''] = file.split('/');
  if (folder !== `${first}/${second}`) {
    folder = `${first}/${second}`;
    process.stdout.write(`\n## ${folder}\n`);
  }
  process.stdout.write(`\n### ${file}\n\n${titles.map((title) => `- ${title}\n`).join('')}`);
  count += titles.length;
}
process.stdout.write(`\n${count} titles in ${files.length} files\n`);

function testFilesIn(path) {
  if (path.endsWith('.test.ts')) {
    return [path];
  }
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const child = join(path, entry.name);
    if (entry.isDirectory()) {
      return ['node_modules', 'dist'].includes(entry.name) ? [] : testFilesIn(child);
    }
    return entry.name.endsWith('.test.ts') ? [child] : [];
  });
}

/** Returns the titles of a file's tests in their order, each once. A table of tests has one title with placeholders. */
function titlesOf(source, file) {
  const titles = [];
  visit(parseSync(source, { syntax: 'typescript', target: 'es2023' }), (call) => {
    const title = isTest(call.callee) ? textOf(call.arguments[0]?.expression) : undefined;
    if (title !== undefined) {
      titles.push(title);
    }
  });
  if (titles.length === 0) {
    throw new Error(`${file} has no test with a title that this program can read`);
  }
  return [...new Set(titles)];
}

/** Calls a function with each call expression of a syntax tree, in the order of the source. */
function visit(node, onCall) {
  if (typeof node !== 'object' || node === null) {
    return;
  }
  if (node.type === 'CallExpression') {
    onCall(node);
  }
  Object.values(node).forEach((child) => visit(child, onCall));
}

/** Returns whether a callee is `test`, `it`, `test.each(...)` or another of their functions that take a title first. */
function isTest(callee) {
  switch (callee.type) {
    case 'Identifier':
      return callee.value === 'test' || callee.value === 'it';
    case 'MemberExpression':
      return isTest(callee.object);
    case 'CallExpression':
      return isTest(callee.callee);
    case 'TaggedTemplateExpression':
      return isTest(callee.tag);
    case 'ParenthesisExpression':
      return isTest(callee.expression);
    case 'ConditionalExpression':
      return isTest(callee.consequent);
    default:
      return false;
  }
}

/** Returns the text of a title. A value in it becomes three dots. Undefined for an expression without text. */
function textOf(expression) {
  if (expression?.type === 'StringLiteral') {
    return expression.value;
  }
  if (expression?.type === 'TemplateLiteral') {
    return expression.quasis.map(({ cooked }) => cooked).join('...');
  }
  return undefined;
}
