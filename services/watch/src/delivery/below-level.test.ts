import type { VerifyRequest } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import { expect, test } from '@jest/globals';
import { deliver } from './deliver.ts';
import {
  createTestPorts,
  crossingWatch,
  plainWatch,
  recordEndings,
  trigger,
  useTracer,
  verifiedRisk,
} from './testing/test-ports.ts';

useTracer();

const sureWatch = { ...plainWatch, minLevelText: 'anchored' };
const shortfall = 'anchored was required and only single_source was reached: no second node answered';
const refused = () =>
  verifiedRisk(41, {
    outcome: 'refused',
    data_json: '',
    level: 'single_source',
    required: 'anchored',
    reason: shortfall,
  });

test.each([
  ['single_source', 'LEVEL_SINGLE_SOURCE'],
  ['consensus', 'LEVEL_CONSENSUS'],
  ['anchored', 'LEVEL_ANCHORED'],
])('a watch with the minimum level %s asks the engine for it', async (minLevelText, level) => {
  const requests: VerifyRequest[] = [];
  const verify = async (request: VerifyRequest) => {
    requests.push(request);
    return verifiedRisk(41);
  };
  await deliver(trigger, 1, createTestPorts([], { ...plainWatch, minLevelText }, { verify }));
  expect(requests).toMatchObject([{ min_level: level }]);
});

test.each([
  [1, 2_000],
  [2, 4_000],
  [3, 8_000],
  [4, 16_000],
])(
  'delivery %i of a change that stays below the minimum level sends and charges nothing, and is repeated after %i ms',
  async (deliveryCount, afterMs) => {
    const notes: string[] = [];
    const ports = createTestPorts(notes, sureWatch, { verify: async () => refused() });
    expect(await deliver(trigger, deliveryCount, ports)).toEqual({ kind: 'retry', reason: 'below level', afterMs });
    expect(notes).toEqual([
      'claim',
      'hold',
      'below anchored, repeated',
      `release below level: the verification was refused: ${shortfall}; Assay verifies the change again`,
    ]);
  },
);

test('the fifth delivery below the minimum level ends as refused, with the reason', async () => {
  const notes: string[] = [];
  const { endings, end } = recordEndings();
  const ports = createTestPorts(notes, sureWatch, { verify: async () => refused(), claims: { end } });
  expect(await deliver(trigger, 5, ports)).toEqual({ kind: 'done', outcome: 'refused' });
  const reason = `the verification was refused: ${shortfall}`;
  expect(endings).toEqual([{ outcome: 'refused', error: reason, notEvaluated: reason, captureMicros: 0n }]);
  expect(notes).toEqual(['claim', 'hold', 'below anchored, ended', 'settle 0']);
});

test('a datum below the minimum level is never sent, even if the engine delivers it', async () => {
  const notes: string[] = [];
  const verify = async () => verifiedRisk(41, { level: 'single_source', required: 'single_source' });
  const ports = createTestPorts(notes, sureWatch, { verify });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'broken' });
  expect(notes).not.toContain('post');
  expect(notes).toContain('settle 0');
});

test('a refusal of a watch without a minimum level ends at once, as before', async () => {
  const notes: string[] = [];
  const verify = async () => verifiedRisk(41, { outcome: 'refused', data_json: '', level: '' });
  expect(await deliver(trigger, 1, createTestPorts(notes, crossingWatch, { verify }))).toEqual({
    kind: 'done',
    outcome: 'refused',
  });
  expect(notes).toEqual(['claim', 'hold', 'end refused 0', 'settle 0']);
});

test('a stored level that this release does not know sends nothing', async () => {
  const notes: string[] = [];
  const ports = createTestPorts(notes, { ...plainWatch, minLevelText: 'proven' });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'broken' });
  expect(notes).toEqual(['claim', 'warning: permanent failure', 'end broken 0', 'settle 0']);
});
