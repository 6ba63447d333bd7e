import { expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { checkAdmit, checkConfirm, checkHold, checkSettle } from './requests.ts';

const admit = {
  key_sha256: Buffer.alloc(32),
  hold_micros: '1000',
  hold_id: 'h_1',
  trace_id: '0a'.repeat(16),
  operation: 'get_data spot.price',
};
const hold = { ...admit, account_id: `acc_${'A1'.repeat(11)}` };

function messageOf(check: () => void): string {
  try {
    check();
    return 'accepted';
  } catch (thrown) {
    return thrown instanceof Fault && thrown.code === 'INVALID_PARAM'
      ? thrown.message
      : `not INVALID_PARAM: ${String(thrown)}`;
  }
}

test('well-formed requests are accepted', () => {
  const checks = [
    () => checkAdmit(admit),
    () => checkAdmit({ ...admit, hold_micros: '0', hold_id: '' }),
    () => checkAdmit({ ...admit, hold_micros: '1000000000000000' }),
    () => checkHold(hold),
    () => checkSettle({ hold_id: 'h_1', capture_micros: '0', received: false }),
    () => checkConfirm({ delivered_hold_ids: ['a', 'b'], undelivered_hold_ids: [] }),
  ];
  expect(checks.map(messageOf)).toEqual(checks.map(() => 'accepted'));
});

test.each([
  ['key_sha256', () => checkAdmit({ ...admit, key_sha256: Buffer.alloc(31) })],
  ['hold_micros', () => checkAdmit({ ...admit, hold_micros: '-1' })],
  ['hold_micros', () => checkAdmit({ ...admit, hold_micros: '1000000000000001' })],
  ['hold_micros', () => checkAdmit({ ...admit, hold_micros: '1.5' })],
  ['hold_id', () => checkAdmit({ ...admit, hold_id: '' })],
  ['hold_id', () => checkAdmit({ ...admit, hold_micros: '0' })],
  ['hold_id', () => checkAdmit({ ...admit, hold_id: 'x'.repeat(65) })],
  ['hold_id', () => checkAdmit({ ...admit, hold_id: 'a\u0000b' })],
  ['trace_id', () => checkAdmit({ ...admit, trace_id: 'A'.repeat(32) })],
  ['operation', () => checkAdmit({ ...admit, operation: '' })],
  ['operation', () => checkAdmit({ ...admit, operation: 'x\u0000' })],
  ['account_id', () => checkHold({ ...hold, account_id: 'acc_x' })],
  ['hold_micros', () => checkHold({ ...hold, hold_micros: '0' })],
  ['hold_id', () => checkSettle({ hold_id: 'a b', capture_micros: '1', received: false })],
  ['capture_micros', () => checkSettle({ hold_id: 'a', capture_micros: '-1', received: true })],
  ['delivered_hold_ids', () => checkConfirm({ delivered_hold_ids: ['é'], undelivered_hold_ids: [] })],
  [
    'undelivered_hold_ids',
    () => checkConfirm({ delivered_hold_ids: [], undelivered_hold_ids: Array.from({ length: 1_001 }, () => 'a') }),
  ],
])('a malformed field is refused with its name before it can fail a batch: %s (%#)', (field, check) => {
  expect(messageOf(check)).toMatch(new RegExp(`^${field} must|^${field} may`));
});
