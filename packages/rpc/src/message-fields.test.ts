import { expect, test } from '@jest/globals';
import type { Attempt } from './gen/assay/events/v1/Attempt.ts';
import { messageMaker } from './message-fields.ts';
import { subjects } from './subjects.ts';

const make = messageMaker<Attempt>('assay.events.v1.Attempt');

test('a message has every field of the object that it declares, and leaves out the others', () => {
  const update = { path: 'direct', id: '7', receivedAtMs: 1_790_000_000_000 };
  const fields = {
    provider: 'a',
    costMicros: 1_000n,
    httpStatus: 200,
    coalesced: true,
    update,
    span: 'ask a',
    data: {},
  };
  expect(make(fields)).toEqual({
    provider: 'a',
    cost_micros: 1_000,
    http_status: 200,
    coalesced: true,
    update: { path: 'direct', id: '7', received_at_ms: 1_790_000_000_000 },
  });
});

test('a field that is undefined or absent gets its default on the wire', () => {
  const { encode, decode } = subjects.decisionRecorded;
  const [decision] = decode(
    encode({ decisions: [{ attempts: [make({ provider: 'a', sourceAtMs: undefined })] }] }),
  ).decisions;
  expect(decision?.attempts).toMatchObject([{ provider: 'a', source_at_ms: '0', detail: '', update: null }]);
});

test('a message that the protos do not have is refused', () => {
  expect(() => messageMaker('assay.events.v1.Nothing')).toThrow('no message assay.events.v1.Nothing');
});
