import { expect, test } from '@jest/globals';
import { Fault, type FaultCode } from '@assay/faults/faults';
import { rootContext } from '@assay/rpc/context';
import { createBatcher, type Batcher, type BatcherOptions } from './batcher.ts';

type Statement = {
  readonly items: readonly string[];
  readonly finish: (results?: readonly (string | Fault)[]) => void;
  readonly fail: (error: unknown) => void;
};

/**
 * Returns a batcher with functions that let the test end a batch. By default a batch returns each item in upper case.
 */
function manualBatcher(options: Partial<BatcherOptions<string, string>> = {}): {
  readonly batcher: Batcher<string, string>;
  readonly statements: Statement[];
} {
  const statements: Statement[] = [];
  const batcher = createBatcher<string, string>({
    writers: 2,
    batchSize: 4,
    queueLimit: 100,
    nameOf: () => '',
    run: (items) =>
      new Promise((resolve, reject) => {
        statements.push({
          items,
          finish: (results = items.map((item) => item.toUpperCase())) => resolve(results),
          fail: reject,
        });
      }),
    ...options,
  });
  return { batcher, statements };
}

const context = rootContext(60_000);

/** Resolves after all ready callbacks have run. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function codeOf(promise: Promise<unknown>): Promise<FaultCode | 'none'> {
  try {
    await promise;
    return 'none';
  } catch (thrown) {
    return thrown instanceof Fault ? thrown.code : 'none';
  }
}

test('items of one turn of the event loop share a batch, and each receives its own result', async () => {
  const { batcher, statements } = manualBatcher();
  const results = Promise.all(['a', 'b', 'c'].map((item) => batcher.submit(item, context)));
  await nextTurn();
  expect(statements.map(({ items }) => items)).toEqual([['a', 'b', 'c']]);
  statements[0]?.finish();
  expect(await results).toEqual(['A', 'B', 'C']);
});

test('items wait while all writers are busy, and then share a batch up to the batch size', async () => {
  const { batcher, statements } = manualBatcher();
  const done = [batcher.submit('a', context)];
  await nextTurn();
  done.push(batcher.submit('b', context));
  await nextTurn();
  done.push(...['c', 'd', 'e', 'f', 'g'].map((item) => batcher.submit(item, context)));
  await nextTurn();
  expect(statements.map(({ items }) => items)).toEqual([['a'], ['b']]);
  expect(batcher.depth()).toBe(5);
  statements[1]?.finish();
  await nextTurn();
  expect(statements[2]?.items).toEqual(['c', 'd', 'e', 'f']);
  statements[0]?.finish();
  await nextTurn();
  expect(statements[3]?.items).toEqual(['g']);
  statements[2]?.finish();
  statements[3]?.finish();
  expect(await Promise.all(done)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
  expect(batcher.depth()).toBe(0);
});

test('a batch takes items up to its maximum weight, and a heavier item goes alone', async () => {
  const { batcher, statements } = manualBatcher({ writers: 1, weightOf: (item) => item.length });
  const done = Promise.all(['aaaaaaaa', 'bb', 'cc', 'd'].map((item) => batcher.submit(item, context)));
  for (let statement = 0; statement < 3; statement += 1) {
    await nextTurn();
    statements[statement]?.finish();
  }
  await done;
  expect(statements.map(({ items }) => items)).toEqual([['aaaaaaaa'], ['bb', 'cc'], ['d']]);
});

test('items of the same name never share a batch, and keep their order', async () => {
  const { batcher, statements } = manualBatcher({ writers: 1, nameOf: (item) => item.charAt(0) });
  const done = Promise.all(['x1', 'x2', 'y1', 'x3'].map((item) => batcher.submit(item, context)));
  for (let statement = 0; statement < 3; statement += 1) {
    await nextTurn();
    statements[statement]?.finish();
  }
  await done;
  expect(statements.map(({ items }) => items)).toEqual([['x1', 'y1'], ['x2'], ['x3']]);
});

test('an item beyond the queue limit is refused as OVERLOADED, and the other items are decided', async () => {
  const { batcher, statements } = manualBatcher({ queueLimit: 2 });
  const accepted = [batcher.submit('a', context), batcher.submit('b', context)];
  expect(await codeOf(batcher.submit('c', context))).toBe('OVERLOADED');
  await nextTurn();
  statements[0]?.finish();
  expect(await Promise.all(accepted)).toEqual(['A', 'B']);
});

test('tenants take turns: one tenant with many items delays the item of another by one place', async () => {
  const { batcher, statements } = manualBatcher({ writers: 1, batchSize: 2, tenantOf: (item) => item.charAt(0) });
  const done = Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((item) => batcher.submit(item, context)));
  for (let statement = 0; statement < 3; statement += 1) {
    await nextTurn();
    statements[statement]?.finish();
  }
  await done;
  expect(statements.map(({ items }) => items)).toEqual([
    ['a1', 'b1'],
    ['c1', 'a2'],
    ['a3', 'a4'],
  ]);
});

test('a tenant that fills its share is refused as OVERLOADED, and the others are still accepted', async () => {
  const limits = { queueLimit: 4, tenantQueueLimit: 2 };
  const { batcher, statements } = manualBatcher({ ...limits, tenantOf: (item) => item.charAt(0) });
  const codes = ['a1', 'a2', 'a3', 'b1', 'c1', 'd1'].map((item) => codeOf(batcher.submit(item, context)));
  await nextTurn();
  statements[0]?.finish();
  expect(await Promise.all(codes)).toEqual(['none', 'none', 'OVERLOADED', 'none', 'none', 'OVERLOADED']);
});

test('an item that must not share a batch keeps its place among the items of its tenant', async () => {
  const { batcher, statements } = manualBatcher({ writers: 1, nameOf: (item) => item.charAt(0), tenantOf: () => 't' });
  const done = Promise.all(['x1', 'x2', 'x3'].map((item) => batcher.submit(item, context)));
  for (let statement = 0; statement < 3; statement += 1) {
    await nextTurn();
    statements[statement]?.finish();
  }
  await done;
  expect(statements.map(({ items }) => items)).toEqual([['x1'], ['x2'], ['x3']]);
});

test('an item whose deadline passed while it waited does not join a batch', async () => {
  const { batcher, statements } = manualBatcher({ writers: 1 });
  const first = batcher.submit('a', context);
  await nextTurn();
  const late = codeOf(batcher.submit('late', rootContext(0)));
  const next = batcher.submit('b', context);
  statements[0]?.finish();
  await nextTurn();
  statements[1]?.finish();
  expect(await late).toBe('DEADLINE_EXCEEDED');
  expect(await Promise.all([first, next])).toEqual(['A', 'B']);
  expect(statements.map(({ items }) => items)).toEqual([['a'], ['b']]);
});

test('a batch that fails rejects only its own items, and the next batch runs', async () => {
  const { batcher, statements } = manualBatcher({ writers: 1 });
  const failed = ['a', 'b'].map((item) => codeOf(batcher.submit(item, context)));
  await nextTurn();
  statements[0]?.fail(new Fault('UNAVAILABLE'));
  expect(await Promise.all(failed)).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  const next = batcher.submit('c', context);
  await nextTurn();
  statements[1]?.finish();
  expect(await next).toBe('C');
});

test('one item of a batch can fail alone, and an item without a result rejects with INTERNAL', async () => {
  const { batcher, statements } = manualBatcher();
  const codes = ['a', 'b', 'c'].map((item) => codeOf(batcher.submit(item, context)));
  await nextTurn();
  statements[0]?.finish(['A', new Fault('NOT_FOUND')]);
  expect(await Promise.all(codes)).toEqual(['none', 'NOT_FOUND', 'INTERNAL']);
});

test('an error that is no Fault reaches callers as INTERNAL without its text', async () => {
  const { batcher, statements } = manualBatcher();
  const failed = batcher.submit('a', context);
  await nextTurn();
  statements[0]?.fail(new Error('column "x" does not exist'));
  await expect(failed).rejects.toMatchObject({ code: 'INTERNAL', message: expect.not.stringContaining('column') });
});

test('a batch that waits for its turn includes the items that arrive in the meantime, and ends its turn afterwards', async () => {
  let giveTurn = (_end: () => void): void => undefined;
  let ended = 0;
  const turn = new Promise<() => void>((resolve) => {
    giveTurn = resolve;
  });
  const { batcher, statements } = manualBatcher({ takeTurn: () => turn });
  const first = batcher.submit('a', context);
  await nextTurn();
  const second = batcher.submit('b', context);
  expect(statements).toEqual([]);
  giveTurn(() => (ended += 1));
  await nextTurn();
  expect(statements.map(({ items }) => items)).toEqual([['a', 'b']]);
  expect(ended).toBe(0);
  statements[0]?.finish();
  expect(await Promise.all([first, second])).toEqual(['A', 'B']);
  await nextTurn();
  expect(ended).toBe(1);
});

test('a batch that fails ends its turn', async () => {
  let ended = 0;
  const { batcher, statements } = manualBatcher({ takeTurn: () => Promise.resolve(() => void (ended += 1)) });
  const code = codeOf(batcher.submit('a', context));
  await nextTurn();
  statements[0]?.fail(new Error('lost'));
  expect(await code).toBe('INTERNAL');
  await nextTurn();
  expect(ended).toBe(1);
});
