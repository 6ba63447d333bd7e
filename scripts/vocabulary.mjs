import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { forbidden, sharedTypeNames } from './vocabulary/words.mjs';

/**
 * Fails when scripts/vocabulary/words.mjs forbids the name of an identifier, a file or a folder. Also fails when two files
 * export a type or class of the same name. With a path as its argument, it checks only the files below the path.
 */
const below = process.argv[2] ?? '';
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) => /\.(ts|tsx|mts|mjs)$/.test(file) && !file.includes('/gen/') && !file.startsWith('scripts/vocabulary'),
  );
const typeDeclarations = new Set([
  'TsTypeAliasDeclaration',
  'TsInterfaceDeclaration',
  'TsEnumDeclaration',
  'ClassDeclaration',
]);
const members = new Set([
  'TsPropertySignature',
  'TsMethodSignature',
  'ClassProperty',
  'ClassMethod',
  'KeyValueProperty',
  'MethodProperty',
]);
const typeFiles = new Map();
const problems = [];

for (const file of files) {
  const text = readOrSkip(file);
  if (text === undefined) {
    continue;
  }
  const declared = declarations(text, file);
  for (const name of declared.exportedTypes) {
    typeFiles.set(name, [...(typeFiles.get(name) ?? []), file]);
  }
  if (file.startsWith(below)) {
    problems.push(...pathProblems(file), ...nameProblems(file, text, declared));
  }
}
for (const [name, declaredIn] of typeFiles) {
  if (
    declaredIn.length > 1 &&
    sharedTypeNames[name] === undefined &&
    declaredIn.some((file) => file.startsWith(below))
  ) {
    problems.push(
      `${declaredIn[0]}: ${name} is exported by ${declaredIn.slice(1).join(', ')} too; give each its own name`,
    );
  }
}
process.stdout.write([...new Set(problems)].map((problem) => `${problem}\n`).join(''));
process.exitCode = problems.length === 0 ? 0 : 1;

/** Returns a file's text. Undefined for a file that git lists but the working tree no longer has. */
function readOrSkip(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function pathProblems(file) {
  const parts = file.split('/');
  return parts.flatMap((part, index) => {
    const path = parts.slice(0, index + 1).join('/');
    const name = part.replace(/(\.\w+)+$/, '');
    return matches(name, file, {}).map(({ write }) => `${path}: rename it; instead of "${name}" write ${write}`);
  });
}

function nameProblems(file, text, { names, bindings, callbacks }) {
  return [...names].flatMap((name) =>
    matches(name, file, { isBinding: bindings.has(name), isCallback: callbacks.has(name) }).map(
      ({ write }) => `${file}:${lineOf(text, name)}: instead of "${name}" write ${write}`,
    ),
  );
}

function matches(name, file, { isBinding = false, isCallback = false }) {
  const words = wordsOf(name);
  return forbidden.filter(
    (rule) =>
      (rule.within === undefined || rule.within.test(file)) &&
      (rule.names?.includes(name) ||
        rule.words?.some((sequence) => ` ${words.join(' ')} `.includes(` ${sequence} `)) ||
        (isBinding && rule.bindings?.includes(name)) ||
        (isCallback && rule.callbacks?.includes(name)) ||
        (words.length > 1 && rule.start?.includes(words[0])) ||
        (words.length > 1 && rule.end?.includes(words.at(-1)))) &&
      !rule.except?.some(
        ([allowed]) => allowed === name || ` ${words.join(' ')} `.includes(` ${allowed} `) || file.startsWith(allowed),
      ),
  );
}

/** Splits camelCase, PascalCase, snake_case and kebab-case into lower-case words. */
function wordsOf(name) {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/**
 * Returns the number of the line on which a name is first used. The parser counts its positions across all files, so
 * they cannot be used here.
 */
function lineOf(text, name) {
  const at = text.search(new RegExp(`(?<![\\w$'.])${name.replaceAll('$', '\\$')}(?![\\w$])`));
  return text.slice(0, Math.max(at, 0)).split('\n').length;
}

/** Returns the names that a file declares: of variables, parameters, functions, types, members and object keys. */
function declarations(text, file) {
  const names = new Set();
  const bindings = new Set();
  const callbacks = new Set();
  const exportedTypes = new Set();
  const syntax = file.endsWith('.mjs')
    ? { syntax: 'ecmascript' }
    : { syntax: 'typescript', tsx: file.endsWith('.tsx') };
  const visit = (node) => {
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    if (node === null || typeof node !== 'object') {
      return;
    }
    declaredBy(node).forEach((name) => names.add(name));
    if (node.type === 'Identifier' && 'typeAnnotation' in node) {
      bindings.add(node.value);
    }
    if (node.type === 'TsPropertySignature' && node.typeAnnotation?.typeAnnotation?.type === 'TsFunctionType') {
      callbacks.add(node.key.value);
    }
    if (node.type === 'ExportDeclaration' && typeDeclarations.has(node.declaration.type)) {
      exportedTypes.add((node.declaration.id ?? node.declaration.identifier).value);
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(text, { ...syntax, target: 'es2023' }).body);
  return { names, bindings, callbacks, exportedTypes };
}

/** Returns the names that a node of the syntax tree declares. Only bindings have a `typeAnnotation` property. */
function declaredBy(node) {
  if (node.type === 'Identifier') {
    return 'typeAnnotation' in node ? [node.value] : [];
  }
  if (members.has(node.type)) {
    return node.key.type === 'Identifier' ? [node.key.value] : [];
  }
  if (typeDeclarations.has(node.type) || node.type === 'FunctionDeclaration') {
    return [(node.id ?? node.identifier)?.value].filter((name) => name !== undefined);
  }
  return [];
}
