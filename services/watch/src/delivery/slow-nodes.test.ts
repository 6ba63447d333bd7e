import { expect, test } from '@jest/globals';
import { deliver } from './deliver.ts';
import { createTestPorts, crossingWatch, plainWatch, trigger, useTracer, verifiedRisk } from './testing/test-ports.ts';

useTracer();

test.each([
  [crossingWatch, 39, 8n, 1, { kind: 'retry', reason: 'nodes behind', afterMs: 400 }],
  [crossingWatch, 39, 10n, 5, { kind: 'retry', reason: 'nodes behind', afterMs: 1_200 }],
  [crossingWatch, 39, 1_000n, 5, { kind: 'retry', reason: 'nodes behind', afterMs: 2_000 }],
  [crossingWatch, 39, 7n, 1, { kind: 'done', outcome: 'unmet' }],
  [crossingWatch, 39, 8n, 6, { kind: 'done', outcome: 'unmet' }],
  [crossingWatch, 41, 8n, 1, { kind: 'done', outcome: 'delivered' }],
  [{ ...crossingWatch, comparedJson: null }, 39, 8n, 1, { kind: 'done', outcome: 'unmet' }],
  [plainWatch, 39, 8n, 1, { kind: 'done', outcome: 'delivered' }],
])(
  'an unchanged datum that is older than the change is verified again (%#)',
  async (watch, risk, slot, deliveryCount, expected) => {
    const notes: string[] = [];
    const ports = createTestPorts(notes, watch, { verify: async () => verifiedRisk(risk) });
    expect(await deliver({ ...trigger, slot }, deliveryCount, ports)).toEqual(expected);
    expect(notes.includes('release')).toBe(expected.kind === 'retry');
  },
);

test('a watch without a condition notifies of an equal datum only if its slot is new enough', async () => {
  let compared: string | null = null;
  const deliverAt = async (slot: bigint): Promise<unknown> => {
    const end: ReturnType<typeof createTestPorts>['claims']['end'] = async (_claim, ending) => {
      compared = ending.comparedJson ?? compared;
      return true;
    };
    const ports = createTestPorts([], { ...plainWatch, comparedJson: compared }, { claims: { end } });
    return deliver({ ...trigger, slot }, 1, ports);
  };
  expect(await deliverAt(7n)).toEqual({ kind: 'done', outcome: 'delivered' });
  expect(await deliverAt(8n)).toMatchObject({ kind: 'retry', reason: 'nodes behind' });
  expect(await deliverAt(7n)).toEqual({ kind: 'done', outcome: 'delivered' });
});
