import { expect, test } from '@jest/globals';
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { subjects } from '@assay/rpc/subjects';
import { deferred, settled, testClock } from '../testing/test-sources.ts';
import { encodeDecision, unresolvedDecision } from './decision.ts';
import { createDecisionWriter, type DecisionBatch, type DecisionWriterPorts } from './decision-writer.ts';

type Opened = {
  readonly batches: DecisionBatch[];
  readonly outbox: DecisionBatch[];
  readonly ports: DecisionWriterPorts;
};

function play(overrides: Partial<DecisionWriterPorts> = {}): Opened {
  const batches: DecisionBatch[] = [];
  const outbox: DecisionBatch[] = [];
  let ids = 0;
  return {
    batches,
    outbox,
    ports: {
      publish: async (batch) => void batches.push(batch),
      canPublish: () => true,
      storeInOutbox: async (batch) => void outbox.push(batch),
      now: testClock().now,
      newId: () => `id-${(ids += 1)}`,
      onLoss: () => undefined,
      ...overrides,
    },
  };
}

function decision(index: number): Buffer {
  const traceId = index.toString(16).padStart(32, '0');
  const context = {
    trace: trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: '1'.repeat(16), traceFlags: 0 }),
    deadlineAtMs: 0,
  };
  const asker = { accountId: `account-${index}`, resolution: null };
  return encodeDecision(unresolvedDecision({ type: '', outcome: 'unresolved' }, asker, 0, context));
}

const accountsIn = ({ payload }: DecisionBatch): string[] =>
  subjects.decisionRecorded.decode(payload).decisions.map(({ account_id }) => account_id);

test('the decisions of one tick leave in one message', async () => {
  const { ports, batches } = play();
  const writer = createDecisionWriter(ports);
  await Promise.all([1, 2, 3].map((index) => writer.write(decision(index), '')));
  expect(batches.map(accountsIn)).toEqual([['account-1', 'account-2', 'account-3']]);
});

test('decisions wait while a message is in flight, and each call resolves with its own message', async () => {
  const stored = [deferred<void>(), deferred<void>()];
  const { ports, batches } = play({
    publish: async (batch) => {
      batches.push(batch);
      await stored[batches.length - 1]?.promise;
    },
  });
  const writer = createDecisionWriter(ports);
  const done: number[] = [];
  const record = (index: number) => writer.write(decision(index), '').then(() => done.push(index));
  const first = record(1);
  await settled();
  await settled();
  const others = Promise.all([record(2), record(3)]);
  await settled();
  expect(batches).toHaveLength(1);
  expect(done).toEqual([]);
  stored[0]?.resolve();
  await first;
  await settled();
  expect(done).toEqual([1]);
  expect(accountsIn(batches[1] as DecisionBatch)).toEqual(['account-2', 'account-3']);
  stored[1]?.resolve();
  await others;
});

test('a message that the stream does not take goes to the outbox under the same id', async () => {
  const tried: string[] = [];
  const { ports, outbox } = play({
    publish: async ({ messageId }) => {
      tried.push(messageId);
      throw new Error('no acknowledgement');
    },
  });
  await createDecisionWriter(ports).write(decision(1), '');
  expect(outbox.map(({ messageId }) => messageId)).toEqual(tried);
});

test('after a failed publish the writer uses the outbox for a second, then tries the stream again', async () => {
  const clock = testClock();
  let tries = 0;
  const { ports, outbox } = play({
    now: clock.monotonic,
    publish: async () => {
      tries += 1;
      throw new Error('no acknowledgement');
    },
  });
  const writer = createDecisionWriter(ports);
  await writer.write(decision(1), '');
  await writer.write(decision(2), '');
  expect([tries, outbox.length]).toEqual([1, 2]);
  await clock.advance(1_000);
  await writer.write(decision(3), '');
  expect([tries, outbox.length]).toEqual([2, 3]);
});

test('the writer does not try a stream that is known to be unavailable', async () => {
  const { ports, batches, outbox } = play({ canPublish: () => false });
  await createDecisionWriter(ports).write(decision(1), '');
  expect([batches.length, outbox.length]).toEqual([0, 1]);
});

test('a call fails as UNAVAILABLE when neither store takes its decision, and the next call tries again', async () => {
  let unavailable = true;
  const lost: unknown[] = [];
  const { ports } = play({
    canPublish: () => false,
    storeInOutbox: async () => {
      if (unavailable) {
        throw new Error('connection refused');
      }
    },
    onLoss: (error) => lost.push(error),
  });
  const writer = createDecisionWriter(ports);
  await expect(writer.write(decision(1), '')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(lost).toHaveLength(1);
  unavailable = false;
  await expect(writer.write(decision(2), '')).resolves.toBeUndefined();
});

test('a message never exceeds the limit of NATS, however many decisions wait', async () => {
  const { ports, batches } = play();
  const writer = createDecisionWriter(ports);
  const large = Buffer.alloc(300 * 1_024);
  await Promise.all(Array.from({ length: 7 }, () => writer.write(large, '')));
  expect(batches.map(({ payload }) => payload.length / large.length)).toEqual([2, 2, 2, 1]);
});

test('the writer refuses decisions as OVERLOADED beyond its limit of waiting bytes', async () => {
  const never = deferred<void>();
  const { ports } = play({ publish: () => never.promise });
  const writer = createDecisionWriter(ports);
  const large = Buffer.alloc(4 * 1_024 * 1_024);
  for (let each = 0; each < 8; each += 1) {
    void writer.write(large, '');
  }
  await expect(writer.write(large, '')).rejects.toMatchObject({ code: 'OVERLOADED' });
});

test('a decision without a trace id throws INTERNAL', () => {
  expect(() => encodeDecision({ trace_id: '' })).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
});

test('a decision over the size of a message leaves alone', async () => {
  const { ports, batches } = play();
  const writer = createDecisionWriter(ports);
  await Promise.all([writer.write(Buffer.alloc(900 * 1_024), ''), writer.write(Buffer.alloc(1), '')]);
  expect(batches.map(({ payload }) => payload.length)).toEqual([900 * 1_024, 1]);
});
