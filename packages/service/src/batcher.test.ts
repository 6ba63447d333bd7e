import { expect, test } from '@jest/globals';
import { Fault, type FaultCode } from '@assay/faults/faults';
import { rootContext } from '@assay/rpc/context';
import { createBatcher, type Batcher, type BatcherOptions } from './batcher.ts';

type Statement = {
  readonly items: readonly string[];
  readonly finish: (results?: readonly (string | Fault)[]) => void;
  readonly fail: (error: unknown) => void;
};

/** A batcher whose statements end when the test says so; by itself a statement answers each item in capitals. */
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

/** Lets everything that is ready run. */
function turn(): Promise<void> {
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

test('items of one turn share a statement, and each gets the result at its own place', async () => {
  const { batcher, statements } = manualBatcher();
  const results = Promise.all(['a', 'b', 'c'].map((item) => batcher.submit(item, context)));
  await turn();
  expect(statements.map(({ items }) => items)).toEqual([['a', 'b', 'c']]);
  statements[0]?.finish();
  expect(await results).toEqual(['A', 'B', 'C']);
});

test('while all writers are busy items wait, and then go together up to the batch size', async () => {
  const { batcher, statements } = manualBatcher();
  const done = [batcher.submit('a', context)];
  await turn();
  done.push(batcher.submit('b', context));
  await turn();
  done.push(...['c', 'd', 'e', 'f', 'g'].map((item) => batcher.submit(item, context)));
  await turn();
  expect(statements.map(({ items }) => items)).toEqual([['a'], ['b']]);
  expect(batcher.depth()).toBe(5);
  statements[1]?.finish();
  await turn();
  expect(statements[2]?.items).toEqual(['c', 'd', 'e', 'f']);
  statements[0]?.finish();
  await turn();
  expect(statements[3]?.items).toEqual(['g']);
  statements[2]?.finish();
  statements[3]?.finish();
  expect(await Promise.all(done)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
  expect(batcher.depth()).toBe(0);
});

test('a statement takes items up to the weight it may have, and a heavier one alone', async () => {
  const { batcher, statements } = manualBatcher({ writers: 1, weightOf: (item) => item.length });
  const done = Promise.all(['aaaaaaaa', 'bb', 'cc', 'd'].map((item) => batcher.submit(item, context)));
  for (let statement = 0; statement < 3; statement += 1) {
    await turn();
    statements[statement]?.finish();
  }
  await done;
  expect(statements.map(({ items }) => items)).toEqual([['aaaaaaaa'], ['bb', 'cc'], ['d']]);
});

test('items of the same name never share a statement, and keep their order', async () => {
  const { batcher, statements } = manualBatcher({ writers: 1, nameOf: (item) => item.charAt(0) });
  const done = Promise.all(['x1', 'x2', 'y1', 'x3'].map((item) => batcher.submit(item, context)));
  for (let statement = 0; statement < 3; statement += 1) {
    await turn();
    statements[statement]?.finish();
  }
  await done;
  expect(statements.map(({ items }) => items)).toEqual([['x1', 'y1'], ['x2'], ['x3']]);
});

test('an item above the queue limit is refused as OVERLOADED, and the others are decided', async () => {
  const { batcher, statements } = manualBatcher({ queueLimit: 2 });
  const kept = [batcher.submit('a', context), batcher.submit('b', context)];
  expect(await codeOf(batcher.submit('c', context))).toBe('OVERLOADED');
  await turn();
  statements[0]?.finish();
  expect(await Promise.all(kept)).toEqual(['A', 'B']);
});

test('an item whose deadline passed while it waited is not started', async () => {
  const { batcher, statements } = manualBatcher({ writers: 1 });
  const first = batcher.submit('a', context);
  await turn();
  const late = codeOf(batcher.submit('late', rootContext(0)));
  const next = batcher.submit('b', context);
  statements[0]?.finish();
  await turn();
  statements[1]?.finish();
  expect(await late).toBe('DEADLINE_EXCEEDED');
  expect(await Promise.all([first, next])).toEqual(['A', 'B']);
  expect(statements.map(({ items }) => items)).toEqual([['a'], ['b']]);
});

test('a statement that fails fails its own items alone, and the batcher goes on', async () => {
  const { batcher, statements } = manualBatcher({ writers: 1 });
  const failed = ['a', 'b'].map((item) => codeOf(batcher.submit(item, context)));
  await turn();
  statements[0]?.fail(new Fault('UNAVAILABLE'));
  expect(await Promise.all(failed)).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  const next = batcher.submit('c', context);
  await turn();
  statements[1]?.finish();
  expect(await next).toBe('C');
});

test('an item can fail alone, and one that the statement left undecided fails as a bug', async () => {
  const { batcher, statements } = manualBatcher();
  const codes = ['a', 'b', 'c'].map((item) => codeOf(batcher.submit(item, context)));
  await turn();
  statements[0]?.finish(['A', new Fault('NOT_FOUND')]);
  expect(await Promise.all(codes)).toEqual(['none', 'NOT_FOUND', 'INTERNAL']);
});

test('what is thrown and is no Fault reaches callers as INTERNAL without its text', async () => {
  const { batcher, statements } = manualBatcher();
  const failed = batcher.submit('a', context);
  await turn();
  statements[0]?.fail(new Error('column "x" does not exist'));
  await expect(failed).rejects.toMatchObject({ code: 'INTERNAL', message: expect.not.stringContaining('column') });
});
