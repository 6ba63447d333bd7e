import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { conditionSentence } from './condition-sentence.ts';
import { firstCallSnippets, snippetsOf, type ExampleCall, type Snippet } from './snippets.ts';

const apiUrl = 'https://api.example.com';
const body = { type: 'spot.price', params: { symbol: "it's $(id)" }, minLevel: 'consensus' };
const getData: ExampleCall = { tool: 'get_data', body };
const key = `asy_${'a'.repeat(38)}`;

function named(snippets: readonly Snippet[], name: string): string {
  return snippets.find((each) => each.name === name)?.text ?? '';
}

function shellArguments(text: string): string[] {
  return execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ASSAY_API_KEY=k; ${text}`], {
    encoding: 'utf8',
  }).split('\0');
}

test('the curl snippet passes the body unchanged through a shell', () => {
  const commandArguments = shellArguments(named(snippetsOf(apiUrl, getData), 'curl'));
  expect(commandArguments).toContain('https://api.example.com/v1/get_data');
  expect(commandArguments).toContain('Authorization: Bearer k');
  expect(JSON.parse(commandArguments[commandArguments.indexOf('-d') + 1] ?? '')).toEqual(body);
});

test('the Python snippet sends the body unchanged', () => {
  const call: ExampleCall = { tool: 'gate', body: { pool: 'p"q', policy: { maxRiskScore: null, list: [true, 1.5] } } };
  const text = named(snippetsOf(apiUrl, call), 'Python');
  expect(text).toContain('body = {"pool": "p\\"q", "policy": {"maxRiskScore": None, "list": [True, 1.5]}}');
  expect(text).toContain('"https://api.example.com/v1/gate"');
  expect(text).toContain('os.environ["ASSAY_API_KEY"]');
});

test.each([
  [getData, 'assay.getData("spot.price", {"symbol":"it\'s $(id)"}, {"minLevel":"consensus"})'],
  [{ tool: 'ask', body: { query: 'SOL?' } }, 'assay.ask("SOL?")'],
  [{ tool: 'gate', body: { pool: 'p', policy: {} } }, 'assay.gate({"pool":"p","policy":{}})'],
] satisfies readonly (readonly [ExampleCall, string])[])(
  'the TypeScript snippet calls the method of %j',
  (call, expected) => {
    expect(named(snippetsOf(apiUrl, call), 'TypeScript')).toContain(expected);
  },
);

test('no snippet of the playground contains a key, and every snippet of a new key does', () => {
  expect(snippetsOf(apiUrl, getData).filter(({ text }) => text.includes('asy_'))).toEqual([]);
  const first = firstCallSnippets(apiUrl, key);
  expect(first.map(({ name }) => name)).toEqual(['curl', 'TypeScript', 'Python', 'MCP']);
  expect(first.filter(({ text }) => !text.includes(key) || text.includes('$ASSAY_API_KEY'))).toEqual([]);
  expect(shellArguments(named(first, 'curl'))).toContain(`Authorization: Bearer ${key}`);
});

test.each([
  ['', 'every change of the address'],
  ['{"field":"lamports","changes":true}', 'when lamports changes'],
  ['{"field":"overallRisk","crosses":50,"direction":"above"}', 'when overallRisk goes above 50'],
])('the condition %j reads as a phrase', (json, expected) => {
  expect(conditionSentence(json)).toBe(expected);
});
