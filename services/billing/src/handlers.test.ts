import { expect, test } from '@jest/globals';
import { rootContext } from '@assay/rpc/context';
import type { AdmitRequest__Output } from '@assay/rpc/gen/assay/billing/v1/AdmitRequest';
import type { ConfirmRequest__Output } from '@assay/rpc/gen/assay/billing/v1/ConfirmRequest';
import { billingHandlers } from './handlers.ts';
import { createHoldBatchers, type HoldBatchers } from './holds/hold-batchers.ts';
import { openGate } from './testing/customers.ts';
import type { HoldStore } from './holds/store.ts';

const admission: AdmitRequest__Output = {
  key_sha256: Buffer.alloc(32),
  hold_micros: '5',
  hold_id: 'h_1',
  trace_id: '0'.repeat(32),
  operation: 'get_data token.price',
};
const admitted = { admission: 'ADMISSION_ADMITTED' } as const;

function handlersOver(holds: HoldBatchers): ReturnType<typeof billingHandlers> {
  const unused = {} as never;
  return billingHandlers({
    holds,
    calls: unused,
    accounts: unused,
    operators: unused,
    directory: unused,
    publish: unused,
    pages: unused,
    lists: unused,
    terms: { defaultRateLimit: 10, trialMicros: 0n },
    sealer: unused,
    maxKeys: 50,
  });
}

test.each([
  ['nobody waits for any more is released at once', 0, ['h_1']],
  ['its caller waits for is not released', 5_000, []],
])('a hold of an admission that %s', async (_title, timeoutMs, expected) => {
  const released: string[] = [];
  const holds = {
    admit: { submit: async () => admitted },
    confirm: {
      submit: async (request: ConfirmRequest__Output) => {
        released.push(...request.undelivered_hold_ids);
        return {};
      },
    },
  } as unknown as HoldBatchers;
  await handlersOver(holds).Admit(admission, rootContext(timeoutMs));
  expect(released).toEqual(expected);
});

test('a key with a thousand waiting admissions delays the admission of another key by one batch at most', async () => {
  const batches: string[][] = [];
  const store = {
    admit: async (items: readonly AdmitRequest__Output[]) => {
      batches.push(items.map(({ hold_id }) => hold_id));
      await new Promise((resolve) => setImmediate(resolve));
      return items.map(() => admitted);
    },
  } as unknown as HoldStore;
  const stores = { free: store, waiting: store, gate: openGate() };
  const holds = createHoldBatchers(stores, { onStatement: () => undefined, onUnconfirmed: () => undefined });
  const handlers = handlersOver(holds);
  const flood = Array.from({ length: 1_000 }, (_unused, index) =>
    handlers.Admit({ ...admission, hold_id: `flood_${index}` }, rootContext(5_000)),
  );
  const key = Buffer.alloc(32, 1);
  await handlers.Admit({ ...admission, key_sha256: key, hold_id: 'other' }, rootContext(5_000));
  expect(batches.findIndex((ids) => ids.includes('other'))).toBeLessThanOrEqual(1);
  await Promise.all(flood);
  expect(batches.flat()).toHaveLength(1_001);
});
