import { subjects } from '@assay/rpc/subjects';
import { expect, test } from '@jest/globals';
import { decisionView } from './decision-view.ts';

test('an attempt that was compared shows its difference, and one that was not shows none', () => {
  const { encode, decode } = subjects.decisionRecorded;
  const attempts = [
    { provider: 'a', role: 'source' },
    { provider: 'b', role: 'peer', difference_bps: '0.07' },
    { provider: 'c', role: 'peer', difference_bps: '0' },
  ];
  const [decision] = decode(encode({ decisions: [{ type: 'spot.price', attempts }] })).decisions;
  expect(decision && decisionView(decision).attempts.map(({ differenceBps }) => differenceBps)).toEqual([
    null,
    0.07,
    0,
  ]);
});
