import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

/**
 * Fails where code mixes up the two clocks. `monotonic` counts durations and deadlines from an arbitrary start, and
 * `now` is the time of day. The difference of the two is meaningless, and a test whose clocks start at the same value
 * cannot detect the mistake. The program reports deadlines that are computed from the time of day or compared with it.
 * It also reports test clocks that return the same value for `monotonic` and `now`.
 */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mts)$/.test(file) && !file.includes('/gen/'));
const comparisons = new Set(['+', '-', '<', '<=', '>', '>=']);
const problems = files.flatMap(problemsOf);
process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.exitCode = problems.length === 0 ? 0 : 1;

function problemsOf(file) {
  const text = readOrSkip(file);
  if (!/monotonic|deadline|rootContext|withinTimeout|remainingMs/i.test(text)) {
    return [];
  }
  const found = [];
  walk(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }), (node) => {
    if (node.type === 'BinaryExpression' && comparisons.has(node.operator)) {
      const sides = [node.left, node.right];
      if (sides.some((side) => isDeadline(nameOf(side))) && sides.some(isTimeOfDay)) {
        found.push('a deadline is on the monotonic clock, and this compares it with the time of day');
      }
    }
    if (isDeadlineCall(node) && node.arguments.some(({ expression }) => isTimeOfDay(expression))) {
      found.push(`${node.callee.value} takes the monotonic clock, and this gives it the time of day`);
    }
    const [name, value] = bindingOf(node);
    if (isDeadline(name) && contains(value, isTimeOfDay)) {
      found.push(`${name} is on the monotonic clock, and this computes it from the time of day`);
    }
    if (node.type === 'ObjectExpression') {
      const [now, monotonic] = ['now', 'monotonic'].map((key) => readingOf(node, key));
      if (monotonic !== undefined && now === monotonic) {
        found.push('now and monotonic of a clock must have different epochs');
      }
      if (monotonic !== undefined && /\.now$|Date\.now\(\)$/.test(monotonic)) {
        found.push(`monotonic must not read the time of day (${monotonic})`);
      }
    }
  });
  return [...new Set(found)].map((problem) => `${file}: ${problem}`);
}

/** Calls `visit` with each node of a tree. */
function walk(node, visit) {
  if (node === null || typeof node !== 'object') {
    return;
  }
  if (typeof node.type === 'string') {
    visit(node);
  }
  Object.values(node).forEach((child) => walk(child, visit));
}

function contains(node, matches) {
  let found = false;
  walk(node, (each) => (found ||= matches(each)));
  return found;
}

/** Returns whether a node is a call such as `clock.now()` or `Date.now()`. `performance.now()` is monotonic. */
function isTimeOfDay({ type, callee }) {
  return (
    type === 'CallExpression' &&
    callee.type === 'MemberExpression' &&
    callee.property.value === 'now' &&
    callee.object.value !== 'performance'
  );
}

function isDeadlineCall({ type, callee }) {
  return type === 'CallExpression' && ['rootContext', 'withinTimeout', 'remainingMs'].includes(callee.value);
}

function isDeadline(name) {
  return name !== undefined && /deadline(At)?Ms$/i.test(name);
}

function nameOf({ type, value, property }) {
  return type === 'Identifier' ? value : type === 'MemberExpression' ? property.value : undefined;
}

/** Returns the name and the value of a variable or of a property of an object. */
function bindingOf(node) {
  switch (node.type) {
    case 'VariableDeclarator':
      return [nameOf(node.id), node.init];
    case 'KeyValueProperty':
      return [node.key.value, node.value];
    default:
      return [undefined, undefined];
  }
}

/**
 * Returns what a property's value reads, such as the name of a variable. Undefined when the property is missing or its
 * value is a longer expression.
 */
function readingOf({ properties }, key) {
  const isShorthand = properties.some(({ type, value }) => type === 'Identifier' && value === key);
  const property = properties.find((each) => each.type === 'KeyValueProperty' && each.key.value === key);
  return isShorthand ? key : property === undefined ? undefined : shortForm(property.value);
}

/** Returns an expression in short form, such as the name that it reads. Undefined for a longer expression. */
function shortForm(node) {
  switch (node.type) {
    case 'ArrowFunctionExpression':
      return shortForm(node.body);
    case 'Identifier':
      return node.value;
    case 'NumericLiteral':
      return String(node.value);
    case 'MemberExpression':
      return `${shortForm(node.object)}.${node.property.value}`;
    case 'CallExpression':
      return `${shortForm(node.callee)}()`;
    default:
      return undefined;
  }
}

function readOrSkip(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
