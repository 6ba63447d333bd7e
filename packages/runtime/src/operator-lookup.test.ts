import { expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { createOperatorLookup } from './operator-lookup.ts';

const tokenSha256 = Buffer.alloc(32, 1);

function scene() {
  const requestedHashes: Buffer[] = [];
  const state = { name: 'ann', nowMs: 0, isUnavailable: false };
  const billing = {
    FindOperator: async (request: { token_sha256?: unknown }) => {
      requestedHashes.push(request.token_sha256 as Buffer);
      return state.isUnavailable ? Promise.reject(new Fault('UNAVAILABLE')) : { name: state.name };
    },
    RecordOperatorAction: async () => ({}),
  };
  return { requestedHashes, state, lookup: createOperatorLookup(billing as never, () => state.nowMs) };
}

test('an operator is remembered for 10 seconds, and a revoked token is unknown after them', async () => {
  const { requestedHashes, state, lookup } = scene();
  expect(await lookup.findOperator(tokenSha256)).toBe('ann');
  state.name = '';
  state.nowMs = 9_999;
  expect(await lookup.findOperator(tokenSha256)).toBe('ann');
  expect(requestedHashes).toHaveLength(1);
  state.nowMs = 10_000;
  expect(await lookup.findOperator(tokenSha256)).toBeUndefined();
  expect(await lookup.findOperator(tokenSha256)).toBeUndefined();
  expect(requestedHashes).toHaveLength(2);
});

test('an outage of billing is no answer, and the next look-up asks again', async () => {
  const { state, lookup } = scene();
  state.isUnavailable = true;
  await expect(lookup.findOperator(tokenSha256)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  state.isUnavailable = false;
  expect(await lookup.findOperator(tokenSha256)).toBe('ann');
});
