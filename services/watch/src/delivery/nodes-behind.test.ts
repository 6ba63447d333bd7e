import { startTelemetry } from '@assay/service/telemetry';
import { beforeAll, expect, test } from '@jest/globals';
import { deliver } from './deliver.ts';
import type { Trigger, WatchToDeliver } from './claim/store.ts';
import { plainWatch, portsThat, verifiedRisk } from './testing/ports.ts';

const trigger: Trigger = { id: 'w_1.7.aa', watchId: 'w_1', slot: 7n, observedAtMs: 0, traceparent: '' };
const crossing: WatchToDeliver = {
  ...plainWatch,
  conditionJson: '{"field":"overallRisk","crosses":40,"direction":"above"}',
  comparedJson: '39',
};

// Spans have ids only where a provider is registered.
beforeAll(() => void startTelemetry({ service: 'test', sampleRatio: 0 }));

test.each([
  [crossing, 39, 8n, 1, { kind: 'again', why: 'nodes behind', afterMs: 400 }],
  [crossing, 39, 10n, 5, { kind: 'again', why: 'nodes behind', afterMs: 1_200 }],
  [crossing, 39, 1_000n, 5, { kind: 'again', why: 'nodes behind', afterMs: 2_000 }],
  [crossing, 39, 7n, 1, { kind: 'done', outcome: 'unmet' }],
  [crossing, 39, 8n, 6, { kind: 'done', outcome: 'unmet' }],
  [crossing, 41, 8n, 1, { kind: 'done', outcome: 'delivered' }],
  [{ ...crossing, comparedJson: null }, 39, 8n, 1, { kind: 'done', outcome: 'unmet' }],
  [plainWatch, 39, 8n, 1, { kind: 'done', outcome: 'delivered' }],
])(
  'a datum older than the change, in which nothing has changed, is looked at again (%#)',
  async (watch, risk, slot, visit, expected) => {
    const notes: string[] = [];
    const ports = portsThat(notes, watch, { verify: async () => verifiedRisk(risk) });
    expect(await deliver({ ...trigger, slot }, visit, ports)).toEqual(expected);
    expect(notes.includes('put back')).toBe(expected.kind === 'again');
  },
);

test('a watch without a condition is not told the same twice because a node is behind, but is where the chain says so', async () => {
  let compared: string | null = null;
  const told = async (slot: bigint): Promise<unknown> => {
    const ports = portsThat(
      [],
      { ...plainWatch, comparedJson: compared },
      {
        verify: async () => verifiedRisk(41),
        store: {
          end: async (_run, ending) => {
            compared = ending.comparedJson ?? compared;
            return true;
          },
        },
      },
    );
    return deliver({ ...trigger, slot }, 1, ports);
  };
  expect(await told(7n)).toEqual({ kind: 'done', outcome: 'delivered' });
  expect(await told(8n)).toMatchObject({ kind: 'again', why: 'nodes behind' });
  expect(await told(7n)).toEqual({ kind: 'done', outcome: 'delivered' });
});
