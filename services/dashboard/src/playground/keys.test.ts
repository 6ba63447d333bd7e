import { rootContext } from '@assay/rpc/context';
import { createSealer } from '@assay/storage/sealing';
import { beforeEach, expect, test } from '@jest/globals';
import { createPlaygroundKeys, type PlaygroundKeys } from './keys.ts';

const dayMs = 86_400_000;
const context = rootContext(1_000);
let nowMs: number;
let operations: string[];
/** The keys that billing created, by operation id. */
let created: Map<string, string>;
let isAnswerLost: boolean;
let keys: PlaygroundKeys;

beforeEach(() => {
  nowMs = Date.parse('2026-01-02T23:00:00Z');
  operations = [];
  created = new Map();
  isAnswerLost = false;
  let row: { key_id: string; sealing_key_id: string; sealed: Buffer } | undefined;
  const query = async (statement: { readonly name: string; readonly values: readonly unknown[] }) => {
    if (statement.name === 'store_playground_key') {
      const [, id, sealingKeyId, sealed] = statement.values;
      row = { key_id: String(id), sealing_key_id: String(sealingKeyId), sealed: sealed as Buffer };
    }
    return row === undefined ? [] : [row];
  };
  keys = createPlaygroundKeys(
    query as unknown as Parameters<typeof createPlaygroundKeys>[0],
    createSealer([{ id: 'k1', key: Buffer.alloc(32) }], 'ASSAY_DASHBOARD_SECRET_KEYS'),
    async ({ operation_id: operation = '' }) => {
      operations.push(operation);
      const key = created.get(operation) ?? `asy_${created.size + 1}`;
      created.set(operation, key);
      if (isAnswerLost) {
        throw new Error('the answer was lost');
      }
      return { key, record: { id: `key_of_${key}` } as never };
    },
    { now: () => nowMs },
  );
});

test('first calls at once create one key', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => keys.keyOf('acc_1', context)));
  expect(new Set(answers.map(({ key }) => key))).toEqual(new Set(['asy_1']));
  expect(operations.every((operation) => operation === 'dashboard:playground:first:2026-01-02')).toBe(true);
});

test('a call after a lost answer gets the key that was created, also in place of a revoked one', async () => {
  isAnswerLost = true;
  await expect(keys.keyOf('acc_1', context)).rejects.toThrow('lost');
  isAnswerLost = false;
  const first = await keys.keyOf('acc_1', context);
  isAnswerLost = true;
  await expect(keys.replace('acc_1', first, context)).rejects.toThrow('lost');
  isAnswerLost = false;
  // The stored key is still the revoked one. So the next call replaces it again, with the same operation id.
  expect(await keys.keyOf('acc_1', context)).toEqual(first);
  const second = await keys.replace('acc_1', first, context);
  expect([first.key, second.key]).toEqual(['asy_1', 'asy_2']);
  expect(await keys.keyOf('acc_1', context)).toEqual(second);
  expect(created.size).toBe(2);
});

test('a lost answer of the day before does not block the playground, because billing forgot its key', async () => {
  isAnswerLost = true;
  await expect(keys.keyOf('acc_1', context)).rejects.toThrow('lost');
  isAnswerLost = false;
  nowMs += dayMs;
  expect(await keys.keyOf('acc_1', context)).toMatchObject({ key: 'asy_2' });
});
