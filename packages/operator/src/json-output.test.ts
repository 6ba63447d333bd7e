import { expect, test } from '@jest/globals';
import { jsonLine } from './json-output.ts';

test('names are in camelCase at every depth', () => {
  expect(JSON.parse(jsonLine({ trace_id: 'a', attempts: [{ http_status: 200, update: { trade_id: '7' } }] }))).toEqual({
    traceId: 'a',
    attempts: [{ httpStatus: 200, update: { tradeId: '7' } }],
  });
});

test('times and counts are numbers, amounts of credits stay decimal strings', () => {
  const line = jsonLine({
    decided_at_ms: '1764000000000',
    difference_bps: '-2.5',
    observations: '12',
    cost_micros: '7',
  });
  expect(JSON.parse(line)).toEqual({
    decidedAtMs: 1_764_000_000_000,
    differenceBps: -2.5,
    observations: 12,
    costMicros: '7',
  });
});

test('JSON in a string becomes JSON with its own names, and an empty text becomes null', () => {
  const line = jsonLine({ params_json: '{"my_name":"1"}', data_json: '', difference_bps: '' });
  expect(JSON.parse(line)).toEqual({ params: { my_name: '1' }, data: null, differenceBps: null });
});

test('text that is not JSON stays text', () => {
  expect(JSON.parse(jsonLine({ data_json: '<html>' }))).toEqual({ data: '<html>' });
});

test('the result is one line without undefined fields', () => {
  expect(jsonLine({ name: 'two\nlines', delivery: undefined })).toBe('{"name":"two\\nlines"}');
});
