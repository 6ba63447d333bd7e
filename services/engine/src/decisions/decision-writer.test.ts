import { expect, test } from '@jest/globals';
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { subjects } from '@assay/rpc/subjects';
import { deferred, settled, testClock } from '../testing/test-sources.ts';
import { encodeDecision, unresolvedDecision } from './decision.ts';
import { createDecisionWriter, type DecisionBatch, type DecisionWriterPorts } from './decision-writer.ts';

type Played = {
  readonly batches: DecisionBatch[];
  readonly kept: DecisionBatch[];
  readonly ports: DecisionWriterPorts;
};

function play(overrides: Partial<DecisionWriterPorts> = {}): Played {
  const batches: DecisionBatch[] = [];
  const kept: DecisionBatch[] = [];
  let ids = 0;
  return {
    batches,
    kept,
    ports: {
      publish: async (batch) => void batches.push(batch),
      canPublish: () => true,
      storeInOutbox: async (batch) => void kept.push(batch),
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
  return encodeDecision(unresolvedDecision({ type: '', missingParam: false }, asker, 0, context));
}

const accountsIn = ({ payload }: DecisionBatch): string[] =>
  subjects.decisionRecorded.decode(payload).decisions.map(({ account_id }) => account_id);

test('the decisions of one tick travel as one message, each whole', async () => {
  const { ports, batches } = play();
  const recording = createDecisionWriter(ports);
  await Promise.all([1, 2, 3].map((index) => recording.write(decision(index), '')));
  expect(batches.map(accountsIn)).toEqual([['account-1', 'account-2', 'account-3']]);
});

test('while a message is on its way decisions gather, and each waits for its own message to be stored', async () => {
  const stored = [deferred<void>(), deferred<void>()];
  const { ports, batches } = play({
    publish: async (batch) => {
      batches.push(batch);
      await stored[batches.length - 1]?.promise;
    },
  });
  const recording = createDecisionWriter(ports);
  const done: number[] = [];
  const record = (index: number) => recording.write(decision(index), '').then(() => done.push(index));
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
  const { ports, kept } = play({
    publish: async ({ messageId }) => {
      tried.push(messageId);
      throw new Error('no acknowledgement');
    },
  });
  await createDecisionWriter(ports).write(decision(1), '');
  expect(kept.map(({ messageId }) => messageId)).toEqual(tried);
});

test('after a failed publish the outbox is used at once for a second, then the stream is tried again', async () => {
  const clock = testClock();
  let tries = 0;
  const { ports, kept } = play({
    now: clock.now,
    publish: async () => {
      tries += 1;
      throw new Error('no acknowledgement');
    },
  });
  const recording = createDecisionWriter(ports);
  await recording.write(decision(1), '');
  await recording.write(decision(2), '');
  expect([tries, kept.length]).toEqual([1, 2]);
  await clock.advance(1_000);
  await recording.write(decision(3), '');
  expect([tries, kept.length]).toEqual([2, 3]);
});

test('a stream that is known to be away is not waited for', async () => {
  const { ports, batches, kept } = play({ canPublish: () => false });
  await createDecisionWriter(ports).write(decision(1), '');
  expect([batches.length, kept.length]).toEqual([0, 1]);
});

test('when neither stream nor outbox takes it the call fails as unavailable, and the next one is tried anew', async () => {
  let away = true;
  const lost: unknown[] = [];
  const { ports } = play({
    canPublish: () => false,
    storeInOutbox: async () => {
      if (away) {
        throw new Error('connection refused');
      }
    },
    onLoss: (error) => lost.push(error),
  });
  const recording = createDecisionWriter(ports);
  await expect(recording.write(decision(1), '')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(lost).toHaveLength(1);
  away = false;
  await expect(recording.write(decision(2), '')).resolves.toBeUndefined();
});

test('a message never outgrows what NATS takes, however much has gathered', async () => {
  const { ports, batches } = play();
  const recording = createDecisionWriter(ports);
  const large = Buffer.alloc(300 * 1_024);
  await Promise.all(Array.from({ length: 7 }, () => recording.write(large, '')));
  expect(batches.map(({ payload }) => payload.length / large.length)).toEqual([2, 2, 2, 1]);
});

test('what waits is bounded: more is refused as overload', async () => {
  const never = deferred<void>();
  const { ports } = play({ publish: () => never.promise });
  const recording = createDecisionWriter(ports);
  const large = Buffer.alloc(4 * 1_024 * 1_024);
  for (let each = 0; each < 8; each += 1) {
    void recording.write(large, '');
  }
  await expect(recording.write(large, '')).rejects.toMatchObject({ code: 'OVERLOADED' });
});

test('a decision without a trace id is a bug, not a record', () => {
  expect(() => encodeDecision({ trace_id: '' })).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
});

test('a decision that is larger than a message should be travels alone', async () => {
  const { ports, batches } = play();
  const recording = createDecisionWriter(ports);
  await Promise.all([recording.write(Buffer.alloc(900 * 1_024), ''), recording.write(Buffer.alloc(1), '')]);
  expect(batches.map(({ payload }) => payload.length)).toEqual([900 * 1_024, 1]);
});
