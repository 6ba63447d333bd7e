import { expect, test } from '@jest/globals';
import { priced } from '@assay/providers/testing/test-providers';
import type { FailedCall__Output } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import type { FailedCallBatch } from './failed-calls/store.ts';
import { context, play, request, traceId } from './testing/test-handlers.ts';
import { startMs, type FakeProvider } from './testing/test-sources.ts';

const up: FakeProvider = () => priced('41000.10', startMs);

const failedCall: FailedCall__Output = {
  trace_id: traceId,
  failed_at_ms: '1800000000000',
  account_id: 'acc_1',
  key_id: 'key_1',
  method: 'POST',
  path: '/v1/ask',
  http_status: 400,
  code: 'INVALID_PARAM',
  message: '"minLevle" is unknown',
  type: '',
  body_json: '',
  latency_ms: 1,
  left_out: 0,
};

test('the words of a question are in no decision and in no failed call of an account that stores none', async () => {
  const words = { keepsWords: () => false, change: async () => undefined, refresh: async () => undefined };
  const batches: FailedCallBatch[] = [];
  const stored = { trace_id: traceId, account_id: 'acc_1', body_json: '{"query":"what is BTC worth?"}' };
  const { handlers, recorded } = play(
    { a: up },
    {
      words,
      recordFailedCalls: async (batch) => batches.push(batch),
      findDecisions: async () => [
        { decisionJson: JSON.stringify({ account_id: 'acc_1', resolution: request.resolution }), recordedAt: '' },
      ],
      findFailedCall: async () => stored,
    },
  );
  await handlers.Verify(request, context);
  await handlers.RecordUnresolved({ ...request, outcome: 'none', type: '' }, context);
  const withheld = { query: '', words_withheld: true };
  expect(recorded).toMatchObject([{ resolution: withheld }, { resolution: withheld }]);
  await handlers.RecordFailedCalls({ calls: [{ ...failedCall, ...stored }], left_out: [] }, context);
  expect(batches[0]?.calls[0]?.body_json).toBe('{"query":"[not stored]"}');
  const shown = await handlers.GetAccountDecisions({ account_id: 'acc_1', trace_id: traceId }, context);
  expect(shown.decisions).toMatchObject([{ resolution: withheld }]);
  expect(shown.failed_call).toMatchObject({ body_json: '{"query":"[not stored]"}' });
  expect(await handlers.GetWordsSetting({ account_id: 'acc_1' }, context)).toEqual({ keeps_words: false });
});

test('a failed call without an account or a trace id is refused, so that no lookup could show it to others', async () => {
  const { handlers } = play({ a: up });
  for (const wrong of [{ account_id: '' }, { trace_id: 'x' }]) {
    await expect(
      handlers.RecordFailedCalls({ calls: [{ ...failedCall, ...wrong }], left_out: [] }, context),
    ).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  }
});
