import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** Fields with text for people. This text may change without a change of the contract. */
const proseFields = new Set(['title', 'description', 'summary', 'error', 'message', 'reason']);

/** Returns the values of a tree's OpenAPI document by their paths, without text for people. */
export function openApi(tree) {
  const entries = {};
  const visit = (value, path) => {
    if (typeof value === 'object' && value !== null) {
      const children = Array.isArray(value) ? value.entries() : Object.entries(value);
      for (const [name, child] of children) {
        if (!(proseFields.has(name) && typeof child === 'string')) {
          visit(child, `${path}/${String(name).replaceAll('/', '~1')}`);
        }
      }
      entries[`${path}/`] = Array.isArray(value)
        ? `array of ${value.length}`
        : Object.keys(value)
            .filter((name) => !proseFields.has(name))
            .toSorted()
            .join(' ');
    } else {
      entries[path] = JSON.stringify(value);
    }
  };
  visit(JSON.parse(readFileSync(join(tree, 'docs/reference/openapi.json'), 'utf8')), '#');
  return entries;
}

/** Returns the statements of every proto file of a tree, without comments and line breaks. */
export function protos(tree) {
  return Object.fromEntries(
    readdirSync(join(tree, 'protos'), { recursive: true })
      .filter((file) => file.endsWith('.proto'))
      .map((file) => [file, withoutComments(readFileSync(join(tree, 'protos', file), 'utf8'))]),
  );
}

/** Returns the names of all metrics that the code of a tree creates, with their labels. */
export function metrics(tree) {
  const found = {};
  for (const file of sourceFiles(tree)) {
    for (const { name, labels } of metricsOf(readFileSync(file, 'utf8'))) {
      found[name] = labels;
    }
  }
  return found;
}

/** Returns the environment variables that the code of a tree names. */
export function variables(tree) {
  const names = sourceFiles(tree).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:ASSAY|OTEL)_[A-Z0-9_]+\b/g)].map(([name]) => name),
  );
  return Object.fromEntries([...new Set(names)].map((name) => [name, 'named']));
}

function sourceFiles(tree) {
  return ['packages', 'services'].flatMap((group) =>
    readdirSync(join(tree, group)).flatMap((name) => {
      const source = join(tree, group, name, 'src');
      return readdirSync(source, { recursive: true })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)(testing|gen)\//.test(file))
        .map((file) => join(source, file));
    }),
  );
}

/**
 * Finds the metrics that a file creates: calls such as `counter('assay_name', 'help', ['label'])`, and objects with `name`
 * and `labelNames`.
 */
function metricsOf(text) {
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) {
      node.forEach(visit);
    } else if (typeof node === 'object' && node !== null) {
      const strings = node.type === 'CallExpression' ? node.arguments.map(({ expression }) => expression) : [];
      if (isMetricName(strings[0])) {
        found.push({ name: strings[0].value, labels: labelsOf(strings[2]) });
      }
      if (node.type === 'ObjectExpression') {
        const fields = Object.fromEntries(
          node.properties.filter(({ key }) => key !== undefined).map(({ key, value }) => [key.value, value]),
        );
        if (isMetricName(fields.name)) {
          found.push({ name: fields.name.value, labels: labelsOf(fields.labelNames) });
        }
      }
      Object.values(node).forEach(visit);
    }
  };
  visit(parseSync(text, { syntax: 'typescript', target: 'es2023' }).body);
  return found;
}

function isMetricName(node) {
  return node?.type === 'StringLiteral' && /^assay_[a-z0-9_]+$/.test(node.value);
}

function labelsOf(node) {
  const array = node?.type === 'TsConstAssertion' || node?.type === 'TsAsExpression' ? node.expression : node;
  return (array?.elements ?? [])
    .map(({ expression }) => expression.value)
    .toSorted()
    .join(' ');
}

/** Removes the comments of a proto or SQL text and collapses white space. */
function withoutComments(text) {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/(\/\/|--).*$/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
