import { expect, test } from '@jest/globals';
import { wantedId } from './find-id.ts';

const digits = '09e30d971c0fa72462d13cee3f12e883';
const watchId = `w_${'a1B2'.repeat(5)}xY`;

test.each([
  [`tr_${digits}`, { kind: 'request', traceId: `tr_${digits}` }],
  [`  TR_${digits.toUpperCase()} `, { kind: 'request', traceId: `tr_${digits}` }],
  [digits, { kind: 'request', traceId: `tr_${digits}` }],
  ['…3f12e883', { kind: 'digits', digits: '3f12e883' }],
  ['e883', { kind: 'digits', digits: 'e883' }],
  ['tr_…3f12e883', { kind: 'digits', digits: '3f12e883' }],
  ['tr_09e30d97', { kind: 'digits', digits: '09e30d97' }],
  ['09e30d97…', { kind: 'digits', digits: '09e30d97' }],
  [watchId, { kind: 'watch', watchId }],
])('the text %j is found', (text, wanted) => {
  expect(wantedId(text)).toEqual(wanted);
});

test.each(['', '883', 'bitcoin', 'w_short', `tr_${digits}0`])('the text %j is no id', (text) => {
  expect(wantedId(text)).toBeUndefined();
});
