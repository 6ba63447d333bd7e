import type { FailedCall__Output } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import { expect, test } from '@jest/globals';
import { formatTrace } from './trace-tree.ts';

const digits = '4bf92f3577b34da6a3ce929d0e0e4736';
const failedCall: FailedCall__Output = {
  trace_id: digits,
  failed_at_ms: '1800000000000',
  account_id: 'acc_1',
  key_id: 'key_1',
  method: 'POST',
  path: '/v1/get_data',
  http_status: 400,
  code: 'MISSING_PARAM',
  message: 'spot.price needs symbol',
  type: 'spot.price',
  body_json: '{"type":"spot.price"}',
  latency_ms: 4,
  left_out: 0,
};
const traceOf = (given: Partial<FailedCall__Output>) =>
  formatTrace({ traceId: `tr_${digits}`, decisions: [], charges: [], failedCall: { ...failedCall, ...given } });

test('the tree of a failed call shows what was sent, the error, its remedy and the key', () => {
  expect(traceOf({}).split('\n')).toEqual([
    `tr_${digits}  error 400 MISSING_PARAM`,
    '├─ sent      POST /v1/get_data {"type":"spot.price"}',
    '├─ answered  2027-01-15T08:00:00.000Z, after 4 ms, for account acc_1, key key_1',
    '├─ error     400 MISSING_PARAM: spot.price needs symbol',
    "├─ remedy    Add the parameters. The data type's page describes them.",
    '└─ charged',
    '   └─ nothing: this trace has no hold',
  ]);
});

test('the tree says how many failed calls are missing, and has no remedy for a code of a later version', () => {
  const text = traceOf({ code: 'NEW_CODE', left_out: 1_200 });
  expect(text).toContain('left out  1200 other failed calls of the account in the same minute are not stored');
  expect(text).not.toContain('remedy');
});
