import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { conditionSentence } from './condition-sentence.ts';
import { snippets } from './snippets.ts';

const body = { type: 'spot.price', params: { symbol: "it's $(id)" }, minLevel: 'consensus' };

test('the curl snippet passes the body unchanged through a shell', () => {
  const text = snippets.find(({ name }) => name === 'curl')?.text('https://api.example.com', body) ?? '';
  const printed = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ASSAY_API_KEY=k; ${text}`], {
    encoding: 'utf8',
  });
  const commandArguments = printed.split('\0');
  expect(commandArguments).toContain('https://api.example.com/v1/get_data');
  expect(commandArguments).toContain('Authorization: Bearer k');
  expect(JSON.parse(commandArguments[commandArguments.indexOf('-d') + 1] ?? '')).toEqual(body);
});

test('no snippet contains a key', () => {
  expect(snippets.map(({ text }) => text('https://api.example.com', body)).join()).not.toMatch(/asy_/);
});

test.each([
  ['', 'every change of the address'],
  ['{"field":"lamports","changes":true}', 'when lamports changes'],
  ['{"field":"overallRisk","crosses":50,"direction":"above"}', 'when overallRisk goes above 50'],
])('the condition %j reads as a phrase', (json, expected) => {
  expect(conditionSentence(json)).toBe(expected);
});
